import { MAX_EVIDENCE } from "../../../model/finding.ts";
import { safeText } from "../../../model/text/safe-text.ts";
import { bucketOf, toKey } from "../behavior/patterns/digest.ts";
import { cloudOf } from "../behavior/signals/cloud-network.ts";
import { nameOfOrigin, networkOfOrigin, originOf } from "../behavior/signals/sign-in.ts";
import {
  DAY_MS,
  type Memory,
  type PeriodFinding,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../stateful-detector.ts";
import type { CompiledRule } from "./compiled-rule.ts";

/** How far back a habit is looked for. */
export const HABIT_BASELINE_DAYS = 30;
/** The most rows of one day that are distinguished: of an actor and network, and of a value that many may share. */
const ROWS = 256;
const ROWS_OF_VALUE = MAX_EVIDENCE;
const MAX_SUMMARY = 400;

/** Divides the network from the row in the value of a hit. */
const MARK = "#";

/** The group of matches that name nobody. */
const NOBODY = "nobody";
/** Starts the group of a value; no subject of an actor starts so. */
const VALUE = "value:";

/**
 * Builds the detector of a rule that is silent about habits: it reports the matches of an actor from one network once a
 * day, unless the rule matched the same actor from the same network on so many earlier days. A rule that names a field counts
 * the values of the field instead, whoever they belong to.
 */
export function habitDetector(rule: CompiledRule, habitDays: number): StatefulDetector {
  const { facts } = rule;
  return {
    facts,
    tables: rule.tables,
    spanMs: HABIT_BASELINE_DAYS * DAY_MS,
    // Older matches can only suppress a finding as a habit.
    nearMs: DAY_MS,
    periodMs: DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    hitsOf: ({ row, actor, matches }) => {
      if (!matches.has(facts.slug)) return [];
      const data = { summary: safeText(rule.summaryOf(row), MAX_SUMMARY) };
      const of = rule.habitBy?.valueOf(row) ?? "";
      if (of !== "") return [{ group: VALUE + toKey(of), value: MARK + bucketOf(row.contentKey, ROWS_OF_VALUE), data }];
      const value = `${networkOf(row, actor)}${MARK}${bucketOf(row.contentKey, ROWS)}`;
      return [{ group: actor?.subject ?? NOBODY, value, data }];
    },
    evaluate: (memory) => findingsOf(rule, memory, habitDays),
  };
}

/** Programs in a public cloud change their address at every run, so their network is the cloud. */
function networkOf(row: SeenRow["row"], actor: SeenRow["actor"]): string {
  const origin = originOf(row);
  if (origin === null) return "";
  const cloud = actor?.kind === "service" && origin.startsWith("ip:") ? cloudOf(null, nameOfOrigin(origin)) : null;
  return cloud === null ? networkOfOrigin(origin) : `cloud:${cloud}`;
}

function findingsOf({ facts }: CompiledRule, { group, hits }: Memory, habitDays: number): readonly PeriodFinding[] {
  const byNetwork = new Map<string, Map<number, RowHit[]>>();
  for (const hit of hits) {
    const network = hit.value.slice(0, hit.value.lastIndexOf(MARK));
    const days = byNetwork.get(network) ?? new Map<number, RowHit[]>();
    byNetwork.set(network, days);
    const day = periodOf(hit.at, DAY_MS);
    days.set(day, [...(days.get(day) ?? []), hit]);
  }
  return [...byNetwork].flatMap(([network, days]) =>
    [...days].flatMap(([day, [trigger, ...others]]) => {
      const earlier = [...days.keys()].filter((other) => other < day && other >= day - HABIT_BASELINE_DAYS * DAY_MS);
      if (trigger === undefined || earlier.length >= habitDays) return [];
      const rows = [trigger, ...others].slice(0, MAX_EVIDENCE).map(({ ref }) => ref);
      const again = others.length === 0 ? "" : " The same again later on this day.";
      return [
        {
          detector: facts,
          key: JSON.stringify([group, network, day]),
          period: day,
          at: trigger.at,
          severity: facts.severity,
          title: facts.title,
          summary: `${String(trigger.data?.["summary"] ?? facts.title)}${again}`,
          actor: trigger.actor,
          rows,
          platformEventId: trigger.platformEventId,
        },
      ];
    }),
  );
}
