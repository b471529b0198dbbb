import { toGuid } from "../../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import type { DirectoryAct } from "../../../acts/directory-act.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, nameOfActor, toHit } from "../hits.ts";
import { bucketOf, toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { type FirstSeen, firstSeen } from "../patterns/first-seen.ts";
import { followUps } from "../patterns/sequence.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["appCredentialUse"];

/** Addresses are stored as buckets, so that the memory of an application used from many addresses stays small. */
const ADDRESS_BUCKETS = 64;

/** Detects a new application credential followed by use from an address not seen before. */
export function appCredentialUse(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "app_credential_use",
      major: 1,
      title: "New application credential used from a new address",
      severity: "high",
      tactics: ["persistence", "privilege_escalation"],
      techniques: ["T1098.001", "T1528"],
      threatType: "privilege_escalation",
      signal: "core_iam",
      supersedes: ["audit_app_credential_added"],
    },
    tables: [
      "AuditLogs",
      "OfficeActivity",
      "CloudAppEvents",
      "AADServicePrincipalSignInLogs",
      "MicrosoftGraphActivityLogs",
    ],
    spanMs: settings.baselineDays * DAY_MS + settings.withinHours * HOUR_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const act = directoryActOf(seen.row);
  return act?.kind === "credential.added" ? credentialHits(seen, act) : useHits(seen);
}

/** Stores the credential under one id of the application and its uses under all ids, so that each pair matches once. */
function credentialHits({ actor }: SeenRow, { objectId: app, shown }: DirectoryAct): readonly Hit[] {
  if (actor === null || app === null) return [];
  const name = toName(shown.object ?? app);
  const by = nameOfActor(actor);
  return [toHit(`app:${app}`, `credential:${toKey(actor.subject)}`, { name, by })];
}

function useHits({ row }: SeenRow): readonly Hit[] {
  const ip = ipOf(row);
  if (ip === null || !isUse(row)) return [];
  const ids = ["AppId", "ClientAppId", "ServicePrincipalId"].map((path) => toGuid(readText(row.fields, path)));
  const apps = new Set(ids.filter((id) => id !== null));
  return [...apps].map((app) => toHit(`app:${app}`, `use:${bucketOf(ip, ADDRESS_BUCKETS)}`, { ip }));
}

/** Returns whether an application acts on its own, without a signed-in user. */
function isUse({ table, fields }: LogRow): boolean {
  if (table === "AADServicePrincipalSignInLogs") return /^(0|success)$/i.test(readText(fields, "ResultType") ?? "");
  if (table === "MicrosoftGraphActivityLogs") return readText(fields, "UserId") === null;
  const isMail = readText(fields, "Operation")?.toLowerCase() === "mailitemsaccessed";
  return isMail && /rest|webservices|graph/i.test(readText(fields, "ClientInfoString") ?? "");
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const credentials = hits.filter(({ value }) => value.startsWith("credential:"));
  const uses = hits.filter(({ value }) => value.startsWith("use:"));
  const { baselineDays, warmUpDays } = settings;
  const unseen = new Map(firstSeen(uses, { baselineDays, warmUpDays: 0 }).map((seen) => [seen.hit, seen]));
  const firsts = new Set(firstSeen(credentials, { baselineDays, warmUpDays: 0 }).map(({ hit }) => hit));
  for (const { first, second } of followUps(credentials, [...unseen.keys()], settings.withinHours * HOUR_MS)) {
    const use = unseen.get(second);
    if (use === undefined) continue;
    const isRepeated = !firsts.has(first);
    const what =
      `${dataText(first, "by")} added a credential to ${dataText(first, "name")}` +
      `${isRepeated ? ` (not the first within ${baselineDays} days)` : ""}, and ` +
      `${toDuration(second.at - first.at)} later it was used from ${dataText(second, "ip")}`;
    const pair = { trigger: second, evidence: [first], actor: first.actor };
    yield use.observedDays < warmUpDays
      ? { ...pair, ...UNKNOWN_USE, summary: () => `${what}; fewer than ${warmUpDays} days of its use are on record.` }
      : { ...pair, severity: isRepeated ? "medium" : "high", summary: () => `${what}, ${noveltyOf(use)}.` };
  }
}

/** Without a history of the application its address cannot be called new. */
const UNKNOWN_USE = { title: "New application credential used", severity: "low" } as const;

function noveltyOf({ past, period }: FirstSeen): string {
  const known = new Set(past().map(({ value }) => value)).size;
  return `an address it was not used from ${period} (${toAmount(known, "other address")})`;
}
