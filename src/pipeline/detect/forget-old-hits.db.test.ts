import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { watchDatabase } from "../../../test/support/watched-database.ts";
import { DAY_MS } from "../../analysis/detect/stateful-detector.ts";
import { createBatchPacer } from "../../runtime/batch-pacer.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { FIRST_ACTOR, readHitActors, savingActors } from "../../store/threats/hit-actors.ts";
import { detectorCodeOf } from "../../store/threats/hit-keys.ts";
import { forgetOldHits, newForgetting } from "./forget-old-hits.ts";
import { memoriesOf } from "./hit-memory.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const OLD = new Date(NOW.getTime() - 200 * DAY_MS);
const MEMORIES = memoriesOf(testDetectors.stateful).map(({ name }) => name);

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.close());

async function givenHits(db: DomainHandle, detector: string, count: number, { at = OLD, recordedAt = OLD } = {}) {
  await db.execute(
    `insert into hits (domain_id, detector, group_key, bucket, hit_key, at, row_id, count, memory, is_trigger, recorded_at)
     select $1, $2, md5($6 || n % 50)::uuid, $4, gen_random_uuid(), $4, $1, 1, repeat('m', 100), false, $5
     from generate_series(1, $3) n`,
    [detectorCodeOf(detector), count, at.getTime(), recordedAt, detector],
  );
}

async function hitsOf(db: DomainHandle): Promise<Readonly<Record<string, number>>> {
  const names = new Map([...MEMORIES, "unknown@1"].map((name) => [detectorCodeOf(name), name]));
  const rows = await db.query<{ detector: number; hits: number }>(
    "select detector, count(*)::int as hits from hits where domain_id = $1 group by detector",
  );
  return Object.fromEntries(rows.map(({ detector, hits }) => [names.get(detector), hits]));
}

const parts = (isOver = () => false) => ({
  clock: () => NOW,
  pacer: createBatchPacer({ targetMs: 50, min: 100, max: 5_000 }),
  isOver,
});

it("deletes very many expired hits in short statements", async () => {
  const db = await opened.addDomain();
  for (let n = 0; n < 2; n++) for (const memory of MEMORIES) await givenHits(db, memory, 10_000);
  const [first = ""] = MEMORIES;
  await givenHits(db, first, 3, { at: NOW });
  await givenHits(db, first, 4, { recordedAt: NOW });
  await givenHits(db, "unknown@1", 5);
  const watched = watchDatabase(opened.database);
  const isDone = await forgetOldHits(watched.forDomain(db.domainId), testDetectors, newForgetting(), parts());
  expect(isDone).toBe(true);
  expect(await hitsOf(db)).toEqual({ [first]: 7, "unknown@1": 5 });
  expect(watched.statements.length).toBeGreaterThan(40_000 / 5_000);
});

it("deletes the hits of a detector that was removed, also recent ones", async () => {
  const db = await opened.addDomain();
  const yesterday = new Date(NOW.getTime() - DAY_MS);
  for (const name of ["off_hours@1", "unknown@1"])
    await givenHits(db, name, 3, { at: yesterday, recordedAt: yesterday });
  expect(await forgetOldHits(db, testDetectors, newForgetting(), parts())).toBe(true);
  expect(await hitsOf(db)).toEqual({ "unknown@1": 3 });
});

it("resumes where it was interrupted, also after a failure", async () => {
  const db = await opened.addDomain();
  for (const memory of MEMORIES) await givenHits(db, memory, 1_000);
  const forgetting = newForgetting();
  let calls = 0;
  const failing: DomainHandle = {
    ...db,
    query: async <R>(text: string, values?: readonly unknown[]) => {
      if (++calls === 3) throw new Error("canceled");
      return db.query<R>(text, values);
    },
  };
  let walks = 0;
  for (let isDone = false; !isDone; walks++) {
    isDone = await forgetOldHits(
      failing,
      testDetectors,
      forgetting,
      parts(() => true),
    ).catch((error: Error) => {
      expect(error.message).toBe("canceled");
      return false;
    });
  }
  expect(walks).toBeGreaterThan(5);
  expect(calls).toBe(walks);
  expect(await hitsOf(db)).toEqual({});
});

it("deletes an actor when the last of its hits has expired", async () => {
  const db = await opened.addDomain();
  const today = Math.floor(NOW.getTime() / DAY_MS);
  const actors = [-100, -2, -1, 0, 100].map((days, index) => {
    return { key: `${FIRST_ACTOR.slice(0, -1)}${index + 1}`, packed: `${days}`, keptUntil: today + days };
  });
  await db.transaction((tx) => tx.runAll([savingActors(actors)]));
  expect(await forgetOldHits(db, testDetectors, newForgetting(), parts())).toBe(true);
  const left = await readHitActors(
    db,
    actors.map(({ key }) => key),
  );
  expect([...left.values()].sort()).toEqual(["-1", "0", "100"]);
});
