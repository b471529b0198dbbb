import { readWindowsText } from "../../../../model/rows/event-data.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { observed } from "../patterns/first-seen.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["certificateLogOn"];

/** Detects the first ticket that an account gets with a certificate after it always used a password. */
export function certificateLogOn(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "certificate_log_on",
      major: 1,
      title: "First Kerberos ticket with a certificate",
      severity: "medium",
      tactics: ["credential_access", "lateral_movement"],
      techniques: ["T1649", "T1550"],
      threatType: "account_compromise",
      signal: "infrastructure",
      precision: 0.2,
    },
    tables: ["SecurityEvent"],
    spanMs: Math.ceil(settings.baselineDays) * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** Pre-authentication by public key, in its versions. */
const BY_CERTIFICATE: ReadonlySet<string> = new Set(["15", "16", "17"]);

function hitsOf(seen: SeenRow): readonly Hit[] {
  const { fields } = seen.row;
  if (readText(fields, "EventID") !== "4768" || !isGranted(seen.row) || isMachine(fields)) return [];
  const from = toName(ipOf(seen.row), "");
  if (!BY_CERTIFICATE.has(readWindowsText(fields, "PreAuthType") ?? ""))
    return supporting(hitOfActor(seen, `password:${toKey(from)}`, { from }));
  const issuer = toName(readWindowsText(fields, "CertIssuerName"), "");
  return hitOfActor(seen, `certificate:${toKey(from)}`, { from, issuer });
}

const isGranted = ({ fields }: LogRow): boolean => /^(?:0x)?0*$/i.test(readWindowsText(fields, "Status") ?? "");

const isMachine = (fields: LogRow["fields"]): boolean =>
  readWindowsText(fields, "TargetUserName")?.endsWith("$") === true;

const isCertificate = ({ value }: RowHit): boolean => value.startsWith("certificate:");

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const reachMs = settings.baselineDays * DAY_MS;
  let last: number | undefined;
  for (const hit of hits.filter(isCertificate)) {
    const isNew = last === undefined || last < hit.at - reachMs;
    last = hit.at;
    const past = hits.filter(({ at }) => at < hit.at && at >= hit.at - reachMs);
    const knownMs = hit.at - (past[0]?.at ?? hit.at);
    if (!isNew || knownMs < settings.warmUpDays * DAY_MS) continue;
    const from = dataText(hit, "from");
    const isElsewhere = from !== "" && !past.some((other) => dataText(other, "from") === from);
    const { period } = observed(knownMs, settings.baselineDays);
    const issuer = dataText(hit, "issuer");
    yield {
      trigger: hit,
      ...(isElsewhere && { severity: "high", precision: 0.4 }),
      summary: () =>
        `Got a ticket with a certificate${issuer === "" ? "" : ` of ${issuer}`}${from === "" ? "" : ` from ${from}`}, ` +
        `which this account did not use ${period}` +
        `${isElsewhere ? "; it was not seen at this address either" : ""}. A stolen or wrongly issued certificate ` +
        "gives access without the password.",
    };
  }
}
