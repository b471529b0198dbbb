import { appendTo } from "../../../../model/append-to.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["servicePrincipalBadCredential"];

/** Reports the failed sign-ins of an application with a wrong, expired or unknown credential, once a day with their number. */
export function badCredential(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "service_principal_bad_credential",
      major: 2,
      title: "Application sign-in failed with a wrong, expired or unknown credential",
      severity: "low",
      tactics: ["credential_access", "initial_access"],
      techniques: ["T1110", "T1078.004"],
      threatType: "account_compromise",
      signal: "core_iam",
    },
    tables: ["AADServicePrincipalSignInLogs"],
    spanMs: 0,
    foldMs: HOUR_MS,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const CODES: ReadonlySet<string> = new Set(["7000215", "7000222", "700027", "700024", "7000112", "700016", "7000218"]);

const codeOf = ({ fields }: LogRow): string => readFirst(fields, ["ResultType", "Status.errorCode"]) ?? "";

function hitsOf(seen: SeenRow): readonly Hit[] {
  const code = codeOf(seen.row);
  if (!CODES.has(code)) return [];
  const ip = ipOf(seen.row) ?? "an unknown address";
  const name = toName(readText(seen.row.fields, "ServicePrincipalName") ?? "", "");
  return hitOfActor(seen, `${code} ${ip}`, { code, ip, name }, ["service", "user"]);
}

function* firingsOf({ hits }: Memory, { failures }: Settings): Iterable<Firing> {
  const days = new Map<number, RowHit[]>();
  for (const hit of hits) appendTo(days, periodOf(hit.at, DAY_MS), hit);
  for (const [first, ...others] of days.values()) {
    if (first === undefined) continue;
    const all = [first, ...others];
    const count = all.reduce((sum, hit) => sum + hit.count, 0);
    if (count < failures) continue;
    yield {
      trigger: first,
      evidence: others,
      count,
      summary: () =>
        `${toAmount(count, "sign-in")} failed with ${listOf(all, "code")} from ${listOf(all, "ip")} on this day.`,
    };
  }
}

const LISTED = 3;

/** Lists the different values of a text, with the number of those that are left out. */
function listOf(hits: readonly RowHit[], name: string): string {
  const values = [...new Set(hits.map((hit) => dataText(hit, name)))];
  const more = values.length > LISTED ? ` and ${values.length - LISTED} more` : "";
  return `${values.slice(0, LISTED).join(", ")}${more}`;
}
