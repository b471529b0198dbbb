import fc from "fast-check";
import { expect, test } from "vitest";
import { anyRows, SMALL_NUMBERS } from "../../../../test/support/behavior-rows.ts";
import { IS_COMPLETE } from "../../../../test/support/complete-run.ts";
import { DetectorRun, foldHits, hitsOfRow } from "../../../../test/support/run-detectors.ts";
import { MAX_EVIDENCE } from "../../../model/finding.ts";
import { SIGNALS } from "../../../model/vocabulary.ts";
import {
  DAY_MS,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../stateful-detector.ts";
import { BEHAVIORS, createBehaviors } from "./behaviors.ts";

const SENSITIVE = createBehaviors(SMALL_NUMBERS);

function findingsAfter(batches: readonly (readonly SeenRow[])[], detectors = SENSITIVE) {
  const run = new DetectorRun(detectors);
  for (const batch of batches) run.take(batch);
  return run.findings();
}

function split<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return items.flatMap((_, index) => (index % size === 0 ? [items.slice(index, index + size)] : []));
}

test("any order and any splitting of the rows give the same findings", () => {
  const fired = new Set<string>();
  fc.assert(
    fc.property(
      anyRows.chain((rows) =>
        fc.record({
          rows: fc.constant(rows),
          shuffled: fc.shuffledSubarray([...rows], { minLength: rows.length }),
          size: fc.integer({ min: 1, max: 30 }),
        }),
      ),
      ({ rows, shuffled, size }) => {
        const expected = findingsAfter([rows]);
        for (const { detector } of expected) fired.add(detector.slug);
        expect(findingsAfter(split(shuffled, size))).toEqual(expected);
      },
    ),
    { numRuns: IS_COMPLETE ? 240 : 60, seed: 8 },
  );
  if (!IS_COMPLETE) return;
  // Every detector must have fired, or the property shows nothing about it.
  expect([...fired].sort()).toEqual(SENSITIVE.map(({ facts }) => facts.slug).sort());
});

/** The days of history that a summary claims: how long something was not seen, or how long the record is. */
function claimedDays(summary: string): readonly number[] {
  const claims = summary.matchAll(/(\d+) days? on record|in the last (\d+) days?|at least (\d+) days/g);
  return [...claims].map(([, record, last, least]) => Number(record ?? last ?? least));
}

test("no summary states a longer history than the rows of the detector's tables have", () => {
  const claiming = new Set<string>();
  fc.assert(
    fc.property(anyRows, fc.integer({ min: 1, max: 60 }), (rows, baselineDays) => {
      const long = Object.entries(SMALL_NUMBERS).map(([name, numbers]) => [
        name,
        "baselineDays" in numbers ? { ...numbers, baselineDays } : numbers,
      ]);
      for (const detector of createBehaviors(Object.fromEntries(long))) {
        for (const { summary, at } of findingsAfter([rows], [detector])) {
          const own = rows.filter(({ row }) => detector.tables.includes(row.table) && row.at <= at);
          const observedMs = at - Math.min(...own.map(({ row }) => row.at));
          for (const days of claimedDays(summary)) {
            claiming.add(detector.facts.slug);
            expect(days * DAY_MS).toBeLessThanOrEqual(observedMs);
          }
        }
      }
    }),
    { numRuns: IS_COMPLETE ? 260 : 60, seed: 8 },
  );
  if (!IS_COMPLETE) return;
  expect([...claiming].sort()).toEqual(
    [
      "app_credential_use",
      "app_directory_survey",
      "app_dormant",
      "app_first_act",
      "app_new_place",
      "app_permission_use",
      "certificate_log_on",
      "control_weakening",
      "dormant_account",
      "first_domain_grant",
      "download_volume",
      "logon_fan_out",
      "mailbox_of_other",
      "new_device_agent",
      "organization_country",
      "phish_click_signin",
      "rare_app",
      "rare_country",
      "remote_sign_in",
      "ssh_new_place",
    ].sort(),
  );
});

test("a finding rests only on hits from one span before its period to the end of it", () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const detector of SENSITIVE) {
        const hits = rows
          .filter(({ row }) => detector.tables.includes(row.table))
          .flatMap((seen) => hitsOfRow(detector, seen));
        for (const group of new Set(hits.map((hit) => hit.group))) {
          const all = foldHits(
            detector,
            hits.filter((hit) => hit.group === group),
          );
          for (const finding of detector.evaluate({ group, hits: all, since: 0 })) {
            const near = all.filter(
              ({ at }) => at >= finding.period - detector.spanMs && at < finding.period + detector.periodMs,
            );
            expect(detector.evaluate({ group, hits: near, since: 0 })).toContainEqual(finding);
          }
        }
      }
    }),
    { numRuns: 20, seed: 7 },
  );
});

/** The folded hits that a detector has of some rows, group by group. */
function memoriesOf(detector: StatefulDetector, rows: readonly SeenRow[]): readonly Memory[] {
  const groups = new Map<string, RowHit[]>();
  const seenByIt = rows.filter(({ row }) => detector.tables.includes(row.table));
  for (const hit of seenByIt.flatMap((seen) => hitsOfRow(detector, seen))) {
    groups.set(hit.group, [...(groups.get(hit.group) ?? []), hit]);
  }
  return [...groups].map(([group, hits]) => ({ group, hits: foldHits(detector, hits), since: 0 }));
}

/** The memory without the triggers that would be enough, or with triggers of too few values if these count. */
function starved({ minTriggers = 0, triggersDiffer }: StatefulDetector, memory: Memory): Memory {
  let triggers = 0;
  const values = new Set<string>();
  const hits = memory.hits.filter(({ isSupporting, count, value }) => {
    if (isSupporting) return true;
    if (triggersDiffer && values.size === minTriggers - 1) return values.has(value);
    values.add(value);
    triggers += count;
    return triggersDiffer || triggers < minTriggers;
  });
  return { ...memory, hits };
}

test("a detector with minTriggers finds nothing with fewer, however many supporting hits there are", () => {
  const asking = SENSITIVE.filter(({ minTriggers }) => minTriggers !== undefined);
  const held = new Set<StatefulDetector>();
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const detector of asking) {
        for (const memory of memoriesOf(detector, rows).map((whole) => starved(detector, whole))) {
          expect(detector.evaluate(memory)).toEqual([]);
          if (memory.hits.length > 0) held.add(detector);
        }
      }
    }),
    { numRuns: 60, seed: 13 },
  );
  expect(held.size).toBe(asking.length);
});

test("a detector with triggersMs finds nothing without enough triggers in that time", () => {
  const asking = SENSITIVE.filter(({ triggersMs }) => triggersMs !== undefined);
  const held = new Set<StatefulDetector>();
  const check = (detector: StatefulDetector, memory: Memory): void => {
    for (const { period } of detector.evaluate(memory)) {
      const from = period - (detector.triggersMs ?? 0);
      const triggers = memory.hits
        .filter(({ at, isSupporting }) => !isSupporting && at >= from && at < period + detector.periodMs)
        .reduce((sum, { count }) => sum + count, 0);
      expect(triggers).toBeGreaterThanOrEqual(detector.minTriggers ?? 0);
      held.add(detector);
    }
  };
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const detector of asking) for (const memory of memoriesOf(detector, rows)) check(detector, memory);
    }),
    { numRuns: IS_COMPLETE ? 240 : 60, seed: 8 },
  );
  expect(asking.length).toBeGreaterThan(0);
  expect(held.size).toBe(asking.length);
});

/** The number of days with at least so many triggers within the time in which those of a finding are counted. */
function countBusyDays(detector: StatefulDetector, { hits }: Memory, period: number, least: number): number {
  const from = period - (detector.triggersMs ?? detector.spanMs);
  const totals = new Map<number, number>();
  for (const { at, isSupporting, count } of hits) {
    const day = periodOf(at, DAY_MS);
    const isCounted = !isSupporting && at >= from && at < period + detector.periodMs;
    totals.set(day, (totals.get(day) ?? 0) + (isCounted ? count : 0));
  }
  return [...totals.values()].filter((total) => total >= least).length;
}

test("a detector with busyDays finds nothing without so many days with enough triggers", () => {
  const asking = SENSITIVE.flatMap((detector) => (detector.busyDays ? [{ detector, needed: detector.busyDays }] : []));
  const held = new Set<StatefulDetector>();
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const { detector, needed } of asking) {
        for (const memory of memoriesOf(detector, rows)) {
          const findings = detector.evaluate(memory);
          const busy = findings.map(({ period }) => countBusyDays(detector, memory, period, needed.triggers));
          expect(busy.filter((days) => days < needed.days)).toEqual([]);
          if (findings.length > 0) held.add(detector);
        }
      }
    }),
    { numRuns: IS_COMPLETE ? 240 : 60, seed: 8 },
  );
  expect(asking.length).toBeGreaterThan(0);
  expect(held.size).toBe(asking.length);
  for (const { detector } of asking) expect(DAY_MS % detector.foldMs).toBe(0);
});

test("a finding of a detector with a limit has as many triggers as the hits before its period require", () => {
  const limited = SENSITIVE.flatMap((detector) =>
    detector.triggerLimit ? [{ detector, limit: detector.triggerLimit }] : [],
  );
  const held = new Set<StatefulDetector>();
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const { detector, limit } of limited) {
        for (const memory of memoriesOf(detector, rows)) {
          for (const { period } of detector.evaluate(memory)) {
            const before = { ...memory, hits: memory.hits.filter(({ at }) => at < period) };
            const own = memory.hits.filter(({ at, isSupporting }) => !isSupporting && periodOf(at, DAY_MS) === period);
            const fewest = limit.fewest(memory, period);
            expect(own.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(fewest);
            expect(limit.fewest(before, period)).toBe(fewest);
            held.add(detector);
          }
        }
      }
    }),
    { numRuns: IS_COMPLETE ? 240 : 60, seed: 8 },
  );
  expect(limited.length).toBeGreaterThan(0);
  expect(held.size).toBe(limited.length);
  for (const { detector } of limited) {
    expect([detector.periodMs, detector.nearMs]).toEqual([DAY_MS, undefined]);
    expect(detector.foldMs).toBeGreaterThan(0);
  }
});

test("a detector that needs two values finds nothing in hits of one", () => {
  const comparing = SENSITIVE.filter(({ needsTwoValues }) => needsTwoValues);
  const held = new Set<StatefulDetector>();
  const check = (detector: StatefulDetector, memory: Memory): void => {
    if (detector.evaluate(memory).length > 0) held.add(detector);
    for (const value of new Set(memory.hits.map((hit) => hit.value))) {
      const hits = memory.hits.filter((hit) => hit.value === value);
      expect(detector.evaluate({ ...memory, hits })).toEqual([]);
    }
  };
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const detector of comparing) for (const memory of memoriesOf(detector, rows)) check(detector, memory);
    }),
    { numRuns: 120, seed: 17 },
  );
  expect(comparing.length).toBeGreaterThan(0);
  expect(held.size).toBe(comparing.length);
  for (const { foldMs } of comparing) expect(foldMs).toBeGreaterThan(0);
});

test("hits further back than nearMs can only suppress findings", () => {
  const nearsighted = SENSITIVE.filter(({ nearMs }) => nearMs !== undefined);
  const held = new Set<StatefulDetector>();
  const check = (detector: StatefulDetector, memory: Memory): void => {
    for (const { key, period } of detector.evaluate(memory)) {
      const hits = memory.hits.filter(({ at }) => at >= period - (detector.nearMs ?? 0));
      expect(detector.evaluate({ ...memory, hits }).map((found) => found.key)).toContain(key);
      held.add(detector);
    }
  };
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const detector of nearsighted) for (const memory of memoriesOf(detector, rows)) check(detector, memory);
    }),
    { numRuns: 120, seed: 17 },
  );
  expect(held.size).toBe(nearsighted.length);
});

test("detectors that share a memory store the same hits", () => {
  for (const { sharedMemory, hitsOf, foldMs } of BEHAVIORS.filter((one) => one.sharedMemory !== undefined)) {
    const sharing = BEHAVIORS.filter((other) => other.sharedMemory === sharedMemory);
    expect(sharing.length).toBeGreaterThan(1);
    for (const other of sharing) expect([other.hitsOf, other.foldMs]).toEqual([hitsOf, foldMs]);
  }
});

test("every finding belongs to the period of its time, has each row once and a summary of one line", () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const finding of findingsAfter([rows])) {
        expect(finding.period).toBe(periodOf(finding.at, 86_400_000));
        expect(new Set(finding.rows.map(({ rowId }) => rowId)).size).toBe(finding.rows.length);
        expect(finding.rows.length).toBeLessThanOrEqual(MAX_EVIDENCE);
        expect(finding.summary).toMatch(/\d/);
        expect(finding.summary).not.toMatch(/[\n\r]|undefined|NaN|null|\s{2}/);
        expect(finding.summary.length).toBeLessThanOrEqual(600);
      }
    }),
    { numRuns: 20, seed: 11 },
  );
});

test("each detector has a unique slug and valid facts", () => {
  expect(new Set(BEHAVIORS.map(({ facts }) => facts.slug)).size).toBe(BEHAVIORS.length);
  for (const { facts, tables, spanMs, periodMs, foldMs } of BEHAVIORS) {
    expect(facts.slug).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(facts.tactics.length).toBeGreaterThan(0);
    for (const technique of facts.techniques) expect(technique).toMatch(/^T\d{4}(\.\d{3})?$/);
    expect(SIGNALS).toContain(facts.signal);
    expect(tables.length).toBeGreaterThan(0);
    expect([spanMs, periodMs, foldMs].every((length) => Number.isInteger(length) && length >= 0)).toBe(true);
  }
});
