import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  MINUTE_MS,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, toHit } from "../hits.ts";
import { burstsOf } from "../patterns/burst.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["directoryRecon"];

const FOLD_MINUTES = 10;

/** Detects many distinct directory queries about privileged accounts, groups and rights. */
export function directoryRecon(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "directory_recon",
      major: 1,
      title: "Many directory queries about privileged accounts and groups",
      severity: "medium",
      tactics: ["discovery"],
      techniques: ["T1087.002", "T1069.002"],
      threatType: "privilege_escalation",
      signal: "infrastructure",
      supersedes: ["identity_recon_samr_enumeration", "identity_recon_sensitive_groups"],
    },
    tables: ["IdentityQueryEvents"],
    spanMs: settings.withinMinutes * MINUTE_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    minTriggers: settings.queries,
    triggersDiffer: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

const SENSITIVE =
  /admin|operators|controller|krbtgt|serviceprincipalname|admincount|useraccountcontrol|msds-|ms-mcs|trusteddomain|gpo|grouppolic|all(users|groups|computers|domains)|enumerate|objectclass=(user|group|computer)|samaccounttype/i;

function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  const query = queryTextOf(row);
  const device = readText(row.fields, "DeviceName")?.toLowerCase().slice(0, 120);
  const group = actor?.subject ?? (device === undefined ? null : `host:${device}`);
  if (group === null || !SENSITIVE.test(query)) return [];
  const target = readFirst(row.fields, ["QueryTarget", "Query", "QueryType"]);
  return [toHit(group, toKey(query), { target: toName(target) })];
}

function queryTextOf({ fields }: LogRow): string {
  return ["ActionType", "QueryType", "QueryTarget", "Query"]
    .map((path) => readText(fields, path) ?? "")
    .join(" ")
    .slice(0, 4_096);
}

function firingsOf({ hits }: Memory, settings: Settings): readonly Firing[] {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  return burstsOf(hits, { windowMs, periodMs: DAY_MS, least: settings.queries, count: "values" }).map(
    ({ trigger, hits: burst, peak }) => ({
      trigger,
      evidence: burst,
      count: peak,
      summary: () =>
        `${toAmount(peak, "different sensitive query")} to the directory within ${settings.withinMinutes} min, ` +
        `among them for ${[...new Set(burst.map((hit) => dataText(hit, "target")))].slice(0, 3).join(", ")}; ` +
        `${settings.queries} or more is reported as reconnaissance.`,
    }),
  );
}
