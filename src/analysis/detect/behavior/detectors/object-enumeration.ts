import { readWindowsText } from "../../../../model/rows/event-data.ts";
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
import { bucketOf } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["objectEnumeration"];

const FOLD_MINUTES = 10;
const BUCKETS = 1_024;

/** Detects an account that reads many different objects of the directory, or the members of many groups and accounts. */
export function objectEnumeration(settings: Settings): StatefulDetector {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  return defineBehavior({
    facts: {
      slug: "object_enumeration",
      major: 1,
      title: "Many directory objects, accounts or groups read",
      severity: "medium",
      tactics: ["discovery"],
      techniques: ["T1087.002", "T1069.002", "T1069.001"],
      threatType: "privilege_escalation",
      signal: "infrastructure",
      supersedes: ["win_directory_objects_listed"],
    },
    tables: ["SecurityEvent"],
    spanMs: windowMs,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    minTriggers: settings.objects,
    triggersDiffer: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings, windowMs),
  });
}

/** What an event states about the object that was read: an access to an object, a group or account, a query. */
const OBJECTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["1644", ["Filter", "SearchFilter", "Param3"]],
  ["4661", ["ObjectName"]],
  ["4662", ["ObjectName"]],
  ["4798", ["TargetUserName", "TargetSid"]],
  ["4799", ["TargetUserName", "TargetSid"]],
]);

/** Accounts of machines and of the synchronization read the whole directory as their work. */
const MACHINE = /\$$|^(msol_|aad_|azureadssoacc)|^(system|local service|network service|anonymous logon)$/i;

function hitsOf({ row, actor }: SeenRow): readonly Hit[] {
  const names = OBJECTS.get(readText(row.fields, "EventID") ?? "");
  if (names === undefined) return [];
  const subject = fieldOf(row, ["SubjectUserName", "SubjectAccount", "User"]);
  const object = fieldOf(row, names);
  if (object === null || MACHINE.test(subject?.split("\\").at(-1) ?? "")) return [];
  const host = readFirst(row.fields, ["Computer", "WorkstationName"])?.toLowerCase().slice(0, 120);
  const group = actor?.subject ?? (host === undefined ? null : `host:${host}`);
  return group === null ? [] : [toHit(group, bucketOf(object.toLowerCase(), BUCKETS), { object: toName(object) })];
}

function fieldOf({ fields }: LogRow, names: readonly string[]): string | null {
  return names.map((name) => readWindowsText(fields, name)).find((text) => text !== null) ?? null;
}

const firingsOf = ({ hits }: Memory, settings: Settings, windowMs: number): readonly Firing[] =>
  burstsOf(hits, { windowMs, periodMs: DAY_MS, least: settings.objects, count: "values" }).map(
    ({ trigger, hits: burst, peak }) => ({
      trigger,
      evidence: burst,
      count: peak,
      severity: peak >= settings.manyObjects ? "high" : "medium",
      summary: () =>
        `Read ${toAmount(peak, "different object")} of the directory within ${settings.withinMinutes} min, among them ` +
        `${[...new Set(burst.map((hit) => dataText(hit, "object")))].slice(0, 3).join(", ")}; ` +
        `${settings.objects} or more is reported as enumeration.`,
    }),
  );
