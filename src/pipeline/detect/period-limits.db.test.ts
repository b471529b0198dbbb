import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { downloadShift } from "../../analysis/detect/behavior/detectors/download-shift.ts";
import { foldByKey } from "../../analysis/detect/periods.ts";
import {
  DAY_MS,
  HOUR_MS,
  type PeriodFinding,
  type RowHit,
  type StatefulDetector,
} from "../../analysis/detect/stateful-detector.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { type Evaluated, evaluateGroups } from "./evaluate-groups.ts";
import { memoriesOf } from "./hit-memory.ts";
import { packHits } from "./pack-hits.ts";

const START = Date.parse("2026-10-01T00:00:00.000Z");
const NOW = new Date("2026-11-01T00:00:00.000Z");
const SMALL = { baselineDays: 5, warmUpDays: 1, days: 2, withinDays: 3, minFiles: 2, times: 1.5 };

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** A detector that counts how often it was asked. */
function watched(detector: StatefulDetector = downloadShift(SMALL)): StatefulDetector & { asked: number } {
  const counting = {
    ...detector,
    asked: 0,
    evaluate: (memory: Parameters<StatefulDetector["evaluate"]>[0]) => {
      counting.asked += 1;
      return detector.evaluate(memory);
    },
  };
  return counting;
}

const download = (day: number, hour: number, fields: Partial<RowHit> = {}): RowHit => {
  const at = START + day * DAY_MS + hour * HOUR_MS;
  const ref = { table: "OfficeActivity", rowId: `row-${day}-${hour}-${fields.value ?? ""}`, at } as const;
  return { group: "ana", value: "OfficeActivity", at, ref, actor: null, platformEventId: null, count: 1, ...fields };
};

async function evaluate(db: DomainHandle, detector: StatefulDetector, hits: readonly RowHit[]) {
  const packed = await packHits(
    { hits: new Map(memoriesOf([detector]).map((memory) => [memory, hits])), lateHits: new Map() },
    NOW,
  );
  const onProblem = (_: string, error: Error): never => {
    throw error;
  };
  return db.transaction((tx) => evaluateGroups(tx, packed, { recordedAt: NOW, onProblem }));
}

const busyDays = (from: number, to: number): readonly RowHit[] =>
  Array.from({ length: to - from }, (_, n) => [
    download(from + n, 1),
    download(from + n, 2),
    download(from + n, 3),
  ]).flat();

it("does not evaluate a person again on a day whose downloads are as usual", async () => {
  const db = await opened.addDomain();
  const detector = watched();
  await evaluate(db, detector, [...busyDays(0, 6), download(6, 1), download(6, 2)]);
  const before = detector.asked;
  expect(await evaluate(db, detector, [download(6, 3), download(6, 4)])).toEqual([]);
  expect(detector.asked).toBe(before);
});

it("evaluates the person again as soon as an earlier day changes, a later one has downloads, or the settings are others", async () => {
  const db = await opened.addDomain();
  const detector = watched();
  await evaluate(db, detector, [...busyDays(0, 6), download(6, 1), download(6, 2)]);
  const asks = async (hits: readonly RowHit[], by = detector): Promise<boolean> => {
    const before = by.asked;
    await evaluate(db, by, hits);
    return by.asked > before;
  };
  expect(await asks([download(6, 3)])).toBe(false);
  expect(await asks([download(4, 9)])).toBe(true);
  expect(await asks([download(6, 4)])).toBe(false);
  expect(await asks([download(7, 1), download(7, 2)])).toBe(true);
  expect(await asks([download(6, 6)])).toBe(true);
  expect(await asks([download(7, 3)], watched(downloadShift({ ...SMALL, times: 2 })))).toBe(true);
});

it("does not use a limit again that was computed before the settings were others for a while", async () => {
  const db = await opened.addDomain();
  const [detector, other] = [watched(), watched(downloadShift({ ...SMALL, times: 2.5, minFiles: 2.5 }))];
  await evaluate(db, detector, [...busyDays(0, 6), download(6, 1), download(6, 2)]);
  await evaluate(db, other, [download(6, 3)]);
  const before = detector.asked;
  await evaluate(db, detector, [download(6, 4)]);
  expect([detector.asked > before, other.asked > 0]).toEqual([true, true]);
});

it("updates a finding that an earlier day caused after the limit was stored", async () => {
  const db = await opened.addDomain();
  const downloads = (day: number, count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => download(day, from + n));
  const usual = [0, 1, 2, 3].flatMap((day) => downloads(day, 1));
  await evaluate(db, watched(), [...usual, ...downloads(4, 2), ...downloads(5, 5), ...downloads(6, 5)]);
  const summaries = async (hits: readonly RowHit[]) =>
    (await evaluate(db, watched(), hits)).flatMap(({ findings }) => findings.map(({ summary }) => summary));
  // More was usual than it seemed, so that the day before the last two was not busy.
  expect(await summaries([...downloads(1, 6, 1), ...downloads(2, 3, 1)])).toEqual([
    expect.stringContaining("10 downloads on 2 days"),
  ]);
  expect(await summaries(downloads(6, 1, 5))).toEqual([expect.stringContaining("11 downloads on 2 days")]);
});

it("finds the same whatever was left out, in any order and in any batches", async () => {
  const hit = fc
    .tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 6 }), fc.boolean(), fc.boolean())
    .map(([day, hour, isFirst, isSupporting]) =>
      download(day, hour, {
        group: isFirst ? "ana" : "ben",
        ...(isSupporting ? { isSupporting, value: "present" } : {}),
      }),
    );
  const anyBatches = fc.array(fc.array(hit, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 14 });
  let [leftOut, reported] = [0, 0];
  await fc.assert(
    fc.asyncProperty(anyBatches, async (batches) => {
      const db = await opened.addDomain();
      const detector = watched();
      const findings = new Map<string, PeriodFinding>();
      for (const batch of batches) {
        const evaluated = await evaluate(db, detector, batch);
        if (evaluated.length === 0) leftOut += 1;
        for (const one of evaluated) replaceFindings(findings, one);
      }
      const found = [...findings.values()].map(describe).sort();
      expect(found).toEqual(expectedOf(detector, batches.flat()));
      reported += findings.size;
    }),
    { numRuns: 80, seed: 5 },
  );
  expect(leftOut).toBeGreaterThan(0);
  expect(reported).toBeGreaterThan(0);
});

/** Replaces the findings of the evaluated periods. */
function replaceFindings(findings: Map<string, PeriodFinding>, { range, findings: own }: Evaluated): void {
  const isReplaced = ([key, { period }]: [string, PeriodFinding]): boolean =>
    key.startsWith(`${range.group} `) && period >= range.first && period <= range.last;
  for (const [key] of [...findings].filter(isReplaced)) findings.delete(key);
  for (const finding of own) findings.set(`${range.group} ${finding.key}`, finding);
}

const describe = ({ key, summary, rows }: PeriodFinding): string =>
  `${key} ${summary} ${rows.map(({ rowId }) => rowId)}`;

/** The findings that all hits together support. */
function expectedOf(detector: StatefulDetector, hits: readonly RowHit[]): readonly string[] {
  const folded = [...foldByKey(detector, hits).values()].sort((a, b) => a.at - b.at);
  return ["ana", "ben"]
    .flatMap((group) => {
      const own = folded.filter((hit) => hit.group === group);
      return downloadShift(SMALL)
        .evaluate({ group, hits: own, since: own[0]?.at ?? 0 })
        .map(describe);
    })
    .sort();
}
