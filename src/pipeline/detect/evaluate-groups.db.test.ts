import { afterAll, beforeAll, expect, it } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { createDomain } from "../../actions/create-domain.ts";
import {
  DAY_MS,
  HOUR_MS,
  type PeriodFinding,
  periodOf,
  type RowHit,
  type StatefulDetector,
} from "../../analysis/detect/stateful-detector.ts";
import type { Actor } from "../../model/rows/actor.ts";
import { systemClock } from "../../runtime/clock.ts";
import { newId } from "../../runtime/ids.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { type Evaluated, evaluateGroups } from "./evaluate-groups.ts";
import { memoriesOf } from "./hit-memory.ts";
import { packHits } from "./pack-hits.ts";

const START = Date.parse("2026-10-01T00:00:00.000Z");
const AT = new Date("2026-10-02T00:00:00.000Z");

const MAX_HITS = 100;

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.close());

async function givenDomain(): Promise<DomainHandle> {
  return opened.database.forDomain(
    await createDomain({ database: opened.database, clock: systemClock, actor: TEST_ACTOR }, `d${newId()}`),
  );
}

/** Reports the number of hits of every hour. */
function counting(fields: Partial<StatefulDetector> = {}): StatefulDetector {
  const facts: StatefulDetector["facts"] = {
    slug: "test_counting",
    major: 1,
    title: "Counted",
    severity: "low",
    tactics: [],
    techniques: [],
    threatType: "sabotage",
    signal: "cloud",
  };
  return {
    facts,
    tables: ["SigninLogs"],
    spanMs: 0,
    periodMs: HOUR_MS,
    foldMs: 0,
    hitsOf: () => [],
    evaluate: ({ group, hits }) => {
      const periods = new Map<number, RowHit[]>();
      for (const hit of hits) {
        const period = periodOf(hit.at, HOUR_MS);
        periods.set(period, [...(periods.get(period) ?? []), hit]);
      }
      return [...periods].map(
        ([period, own]): PeriodFinding => ({
          detector: facts,
          key: `${group}|${period}`,
          at: own[0]?.at ?? 0,
          severity: "low",
          title: facts.title,
          summary: `${own.length} hits, ${own.reduce((sum, { count }) => sum + count, 0)} rows`,
          actor: own[0]?.actor ?? null,
          rows: own.slice(0, 3).map(({ ref }) => ref),
          platformEventId: null,
          period,
        }),
      );
    },
    ...fields,
  };
}

function aHit(at: number, fields: Partial<RowHit> = {}): RowHit {
  const ref = { table: "SigninLogs", rowId: `row-${at}`, at: START + at } as const;
  return { group: "g", value: "v", at: START + at, ref, actor: null, platformEventId: null, count: 1, ...fields };
}

async function evaluate(
  db: DomainHandle,
  detectors: StatefulDetector | readonly StatefulDetector[],
  hits: readonly RowHit[],
): Promise<readonly Evaluated[]> {
  const fail = (_: string, error: Error): never => {
    throw error;
  };
  const options = { recordedAt: AT, onProblem: fail, maxHits: MAX_HITS };
  const byMemory = new Map(memoriesOf([detectors].flat()).map((memory) => [memory, hits]));
  const packed = await packHits({ hits: byMemory, lateHits: new Map() }, AT);
  return db.transaction((tx) => evaluateGroups(tx, packed, options));
}

const summaries = (evaluated: readonly Evaluated[]): readonly string[] =>
  evaluated.flatMap(({ findings }) => findings.map(({ period, summary }) => `${period - START}: ${summary}`)).sort();

it("remembers the hits of earlier batches", async () => {
  const db = await givenDomain();
  await evaluate(db, counting(), [aHit(1), aHit(2)]);
  expect(summaries(await evaluate(db, counting(), [aHit(3)]))).toEqual(["0: 3 hits, 3 rows"]);
});

it("keeps groups, detectors and major versions of a detector separate", async () => {
  const db = await givenDomain();
  const detector = counting();
  await evaluate(db, detector, [aHit(1)]);
  const other = { ...detector, facts: { ...detector.facts, slug: "test_other" } };
  const newer = { ...detector, facts: { ...detector.facts, major: 2 } };
  expect(summaries(await evaluate(db, other, [aHit(2)]))).toEqual(["0: 1 hits, 1 rows"]);
  expect(summaries(await evaluate(db, newer, [aHit(3)]))).toEqual(["0: 1 hits, 1 rows"]);
  expect(summaries(await evaluate(db, detector, [aHit(4, { group: "h" })]))).toEqual(["0: 1 hits, 1 rows"]);
});

/** An actor, as a new object each time. */
const anActor = (name: string): Actor => {
  const [key, upn] = [`upn:${name}@x.example`, `${name}@x.example`];
  return { kind: "user", key, keys: [key], subject: key, upn, name, tuid: null, email: upn };
};

it("stores equal actors once, however many hits and detectors have them", async () => {
  const db = await givenDomain();
  const detector = counting();
  const other = { ...detector, facts: { ...detector.facts, slug: "test_other" } };
  const hits = [1, 2, 3].map((at) => aHit(at, { actor: anActor(at === 3 ? "jon" : "maya") }));
  await evaluate(db, [detector, other], hits);
  const evaluated = await evaluate(db, [detector, other], [aHit(4, { actor: anActor("maya") })]);
  const actors = await db.query<{ hits: number }>(
    `select (select count(*)::int from hits h where h.domain_id = $1 and h.actor = a.actor) as hits
     from hit_actors a where domain_id = $1 order by 1`,
  );
  expect(actors.map((actor) => actor.hits)).toEqual([2, 6]);
  expect(evaluated.flatMap(({ findings }) => findings.map(({ actor }) => actor))).toEqual([
    anActor("maya"),
    anActor("maya"),
  ]);
});

it("stores the same bytes in whatever order hits arrive", async () => {
  const detector = counting({ foldMs: HOUR_MS });
  const hits = [5, 5, 3, 9, 3].map((at, index) => {
    const ref = { table: "SigninLogs", rowId: `0b8f2a9e-3f1d-4a55-9d5c-00000000000${index}`, at: START + at } as const;
    return aHit(at, { ref, actor: anActor(`a${index}`), platformEventId: `e${index}`, data: { name: `n${index}` } });
  });
  const stored = async (ordered: readonly RowHit[]) => {
    const db = await givenDomain();
    for (const hit of ordered) await evaluate(db, detector, [hit]);
    return db.query(
      "select detector, group_key, bucket, hit_key, at, row_id, event_id, actor, count, memory from hits where domain_id = $1",
    );
  };
  const expected = await stored(hits);
  expect(expected).toHaveLength(1);
  expect(expected).toMatchObject([
    { at: String(START + 3), count: 5, memory: "si\u001f\u0001n2\u001f\u001d\u001f\u001d\u001fe2" },
  ]);
  expect(await stored(hits.toReversed())).toEqual(expected);
  expect(await stored([...hits.slice(2), ...hits.slice(0, 2)])).toEqual(expected);
});

it("folds hits of a value into the earliest, whichever comes first, and counts them all", async () => {
  const db = await givenDomain();
  const detector = counting({ foldMs: 1_000 });
  await evaluate(db, detector, [aHit(500), aHit(700), aHit(1_200)]);
  const [result] = await evaluate(db, detector, [aHit(400), aHit(600)]);
  expect(result?.findings.map(({ summary, rows }) => [summary, rows.map(({ at }) => at - START)])).toEqual([
    ["2 hits, 5 rows", [400, 1_200]],
  ]);
});

it("does not evaluate a group again when only a count changed that no detector reads", async () => {
  const db = await givenDomain();
  const detector = counting({ foldMs: 1_000, ignoresCounts: true });
  await evaluate(db, detector, [aHit(500)]);
  expect(await evaluate(db, detector, [aHit(600)])).toEqual([]);
  expect(summaries(await evaluate(db, detector, [aHit(400)]))).toEqual(["0: 1 hits, 2 rows"]);
});

it("finds the same in a crowded group whether its hits arrive in one batch or hour by hour", async () => {
  const detector = counting({ spanMs: HOUR_MS });
  const hours = [0, 1, 2].map((hour) =>
    Array.from({ length: hour === 1 ? 130 : 40 }, (_, n) => aHit(hour * HOUR_MS + n * 10, { value: String(n) })),
  );
  const atOnce = summaries(await evaluate(await givenDomain(), detector, hours.flat()));
  const db = await givenDomain();
  const last = new Map<string, string>();
  for (const hits of hours.reverse()) {
    for (const summary of summaries(await evaluate(db, detector, hits))) last.set(summary.split(":")[0] ?? "", summary);
  }
  expect([...last.values()].sort()).toEqual(atOnce);
});

it("stores hits with any text a row may hold", async () => {
  const db = await givenDomain();
  const hostile = `\u0000\ud800"'{}\\${"x".repeat(5_000)}`;
  const actor = { kind: "user", key: hostile, keys: [hostile], subject: hostile, tuid: null } as const;
  const who = { ...actor, upn: hostile, name: hostile, email: null };
  await evaluate(db, counting(), [aHit(1, { group: hostile, value: hostile, actor: who, data: { hostile } })]);
  const [again] = await evaluate(db, counting(), [aHit(2, { group: hostile, value: hostile })]);
  expect(again?.findings.map(({ summary }) => summary)).toEqual(["2 hits, 2 rows"]);
});

it("does not evaluate a group before it has enough triggers, and then reads its supporting hits too", async () => {
  const db = await givenDomain();
  const detector = counting({ minTriggers: 3 });
  const supporting = [1, 2, 3, 4].map((at) => aHit(at, { isSupporting: true }));
  expect(await evaluate(db, detector, supporting)).toEqual([]);
  expect(await evaluate(db, detector, [aHit(5), aHit(6)])).toEqual([]);
  expect(await evaluate(db, detector, [aHit(7, { isSupporting: true })])).toEqual([]);
  expect(summaries(await evaluate(db, detector, [aHit(8)]))).toEqual(["0: 8 hits, 8 rows"]);
  expect(summaries(await evaluate(db, detector, [aHit(9, { isSupporting: true })]))).toEqual(["0: 9 hits, 9 rows"]);
});

it("counts the rows behind triggers, and only those in reach", async () => {
  const db = await givenDomain();
  const detector = counting({ foldMs: 1_000, minTriggers: 3 });
  expect(await evaluate(db, detector, [aHit(1), aHit(2), aHit(3 * HOUR_MS)])).toEqual([]);
  expect(summaries(await evaluate(db, detector, [aHit(3)]))).toEqual(["0: 1 hits, 3 rows"]);
});

it("does not evaluate a group whose triggers repeat too few values if its detector counts values", async () => {
  const db = await givenDomain();
  const detector = counting({ foldMs: 1_000, minTriggers: 2, triggersDiffer: true });
  expect(await evaluate(db, detector, [aHit(1), aHit(2_000), aHit(3_000)])).toEqual([]);
  expect(await evaluate(db, detector, [aHit(4_000, { value: "b", isSupporting: true })])).toEqual([]);
  expect(summaries(await evaluate(db, detector, [aHit(5_000, { value: "c" })]))).toEqual(["0: 5 hits, 5 rows"]);
});

it("counts only the triggers in the time in which they can lie, and then reads all hits in reach", async () => {
  const db = await givenDomain();
  const looks: number[] = [];
  const plain = counting({ foldMs: 1_000, spanMs: 2 * HOUR_MS, minTriggers: 2, triggersMs: 0 });
  const detector: StatefulDetector = {
    ...plain,
    evaluate: (memory) => {
      looks.push(memory.hits.length);
      return plain.evaluate(memory);
    },
  };
  expect(await evaluate(db, detector, [aHit(1)])).toEqual([]);
  expect(await evaluate(db, detector, [aHit(HOUR_MS + 1)])).toEqual([]);
  expect(summaries(await evaluate(db, detector, [aHit(HOUR_MS + 2_000)]))).toEqual([`${HOUR_MS}: 2 hits, 2 rows`]);
  expect(looks).toEqual([3]);
});

it("does not evaluate a group before enough of its days have enough triggers", async () => {
  const db = await givenDomain();
  const busyDays = { days: 2, triggers: 2 };
  const detector = counting({ foldMs: HOUR_MS, spanMs: 3 * DAY_MS, minTriggers: 2, busyDays });
  const on = (day: number, hits: number, more: Partial<RowHit> = {}) =>
    Array.from({ length: hits }, (_, n) => aHit(day * DAY_MS + n, more));
  expect(await evaluate(db, detector, [...on(0, 5), ...on(1, 1)])).toEqual([]);
  expect(await evaluate(db, detector, on(1, 3, { isSupporting: true, value: "b" }))).toEqual([]);
  expect(await evaluate(db, detector, on(5, 2))).toEqual([]);
  const [found] = await evaluate(db, detector, [aHit(DAY_MS + HOUR_MS)]);
  expect(found?.findings).toHaveLength(1);
});

it("does not evaluate a group with hits of one value if its detector compares values", async () => {
  const db = await givenDomain();
  const detector = counting({ foldMs: 1_000, spanMs: HOUR_MS, needsTwoValues: true });
  expect(await evaluate(db, detector, [aHit(1), aHit(2_000)])).toEqual([]);
  expect(await evaluate(db, detector, [aHit(3_000, { group: "other", value: "b" })])).toEqual([]);
  expect(summaries(await evaluate(db, detector, [aHit(4_000, { value: "b" })]))).toEqual(["0: 3 hits, 3 rows"]);
});

it("gives the hits of a shared memory to each of its detectors", async () => {
  const db = await givenDomain();
  const detector = counting({ sharedMemory: "together@1" });
  const other = { ...detector, facts: { ...detector.facts, slug: "test_other" }, spanMs: HOUR_MS };
  await evaluate(db, [detector, other], [aHit(1)]);
  const evaluated = await evaluate(db, [detector, other], [aHit(2)]);
  expect(evaluated.map(({ range }) => range.detector).sort()).toEqual(["test_counting", "test_other"]);
  expect(summaries(evaluated)).toEqual(["0: 2 hits, 2 rows", "0: 2 hits, 2 rows"]);
});

it("reads further back only where an older hit may suppress a finding", async () => {
  const db = await givenDomain();
  const looks: number[] = [];
  const plain = counting({ spanMs: 10 * HOUR_MS, nearMs: HOUR_MS });
  const detector: StatefulDetector = {
    ...plain,
    evaluate: (memory) => {
      looks.push(memory.hits.length);
      const isHabit = memory.hits.some(({ value }) => value === "habit");
      const isOdd = memory.hits.some(({ value }) => value === "odd");
      return isOdd && !isHabit ? plain.evaluate(memory) : [];
    },
  };
  const later = 8 * HOUR_MS;
  await evaluate(db, detector, [aHit(1, { value: "habit" })]);
  looks.length = 0;
  expect(summaries(await evaluate(db, detector, [aHit(later, { value: "usual" })]))).toEqual([]);
  expect(looks).toEqual([1]);
  expect(summaries(await evaluate(db, detector, [aHit(later + 1, { value: "odd" })]))).toEqual([]);
  expect(looks).toEqual([1, 2, 3]);
});
