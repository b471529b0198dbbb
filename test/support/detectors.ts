import {
  DAY_MS,
  HOUR_MS,
  type Memory,
  MINUTE_MS,
  type PeriodFinding,
  periodOf,
  type RowHit,
  type StatefulDetector,
} from "../../src/analysis/detect/stateful-detector.ts";
import type { DetectorFacts, Finding } from "../../src/model/finding.ts";
import type { LogRow } from "../../src/model/rows/log-row.ts";
import type { DetectorSet } from "../../src/pipeline/detect/detector-set.ts";

const facts = (slug: string): DetectorFacts => ({
  slug,
  major: 1,
  title: `Found by ${slug}`,
  severity: "medium",
  tactics: ["initial_access"],
  techniques: ["T1078"],
  threatType: "account_compromise",
  signal: "core_iam",
});

const textOf = (row: LogRow, field: string): string => String(row.fields[field] ?? "");

function findingOf(detector: DetectorFacts, key: string, hits: readonly RowHit[], summary: string): Finding {
  const trigger = hits.at(-1);
  if (!trigger) throw new Error("a finding needs a hit");
  return {
    detector,
    key,
    at: trigger.at,
    severity: hits.length > 3 ? "high" : "medium",
    title: detector.title,
    summary,
    actor: trigger.actor,
    rows: [trigger.ref, ...hits.slice(0, -1).map(({ ref }) => ref)],
    platformEventId: trigger.platformEventId,
  };
}

/** Finds three or more sign-ins of one subject within ten minutes: the first run of each hour. */
const burst: StatefulDetector = {
  facts: facts("test_burst"),
  tables: ["SigninLogs", "OfficeActivity"],
  spanMs: 10 * MINUTE_MS,
  periodMs: HOUR_MS,
  foldMs: 0,
  hitsOf: ({ row, actor }) => (actor ? [{ group: actor.subject, value: textOf(row, "AppDisplayName") }] : []),
  evaluate: (memory) => {
    const first = new Map<number, PeriodFinding>();
    for (const [index, hit] of memory.hits.entries()) {
      const run = memory.hits.slice(0, index + 1).filter(({ at }) => at >= hit.at - 10 * MINUTE_MS);
      const period = periodOf(hit.at, HOUR_MS);
      if (run.length < 3 || first.has(period)) continue;
      const key = `${memory.group}|${period}`;
      first.set(period, { ...findingOf(burst.facts, key, run, `${run.length} in ten minutes`), period });
    }
    return [...first.values()];
  },
};

/** Finds an application that the subject had not used in the last 30 days, after one day of history. */
const newcomer: StatefulDetector = {
  facts: facts("test_newcomer"),
  tables: ["SigninLogs"],
  spanMs: 30 * DAY_MS,
  periodMs: DAY_MS,
  foldMs: DAY_MS,
  hitsOf: ({ row, actor }) => (actor ? [{ group: actor.subject, value: textOf(row, "AppDisplayName") }] : []),
  evaluate: (memory) => newValues(memory),
};

function newValues({ group, hits }: Memory): readonly PeriodFinding[] {
  return hits.flatMap((hit, index) => {
    const before = hits.slice(0, index).filter(({ at }) => at >= hit.at - 29 * DAY_MS);
    const isKnown = before.some(({ value }) => value === hit.value);
    const isWarm = before.some(({ at }) => at <= hit.at - DAY_MS);
    if (isKnown || !isWarm) return [];
    const period = periodOf(hit.at, DAY_MS);
    const key = `${group}|${hit.value}|${period}`;
    return [{ ...findingOf(newcomer.facts, key, [hit], `first use of ${hit.value}, ${hit.count} times`), period }];
  });
}

const rule = facts("test_rule");

/** Three detectors: a rule on single rows, a burst of rows, and a first-seen value. */
export const testDetectors: DetectorSet = {
  look: (row, actor) => {
    const isWrong = textOf(row, "ResultType") === "50126";
    const seen = { row, actor, matches: new Set(isWrong ? [rule.slug] : []) };
    const ref = { table: row.table, rowId: row.rowId, at: row.at };
    const hit = { group: "", value: "", at: row.at, ref, actor, platformEventId: null, count: 1 };
    return { seen, findings: isWrong ? [findingOf(rule, row.contentKey, [hit], "a wrong password")] : [] };
  },
  stateful: [burst, newcomer],
  supersession: new Map(),
};
