import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyDelivery, inReverse } from "../../../test/support/any-delivery.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { givenCase } from "../../../test/support/given.ts";
import { isKilled, killedAt } from "../../../test/support/killed-process.ts";
import { type DeliveredRow, deliver, eventSet, forgetRows } from "../../../test/support/row-sets.ts";
import { watchDatabase } from "../../../test/support/watched-database.ts";
import { DAY_MS, MINUTE_MS } from "../../analysis/detect/stateful-detector.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import { newId } from "../../runtime/ids.ts";
import { findCaseText } from "../../store/cases/cases.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { countPending } from "../../store/rows/pending-rows.ts";
import { setEventFlags } from "../../store/threats/threats.ts";
import { findStaleTexts } from "../../transfer/rebuild.ts";
import { createKnownHits } from "../detect/known-hits.ts";
import { type BatchResult, type OnBatch, processAll, processBatch } from "./process-batch.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const clock = (): Date => NOW;
const START = NOW.getTime() - 40 * DAY_MS;

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.close());

interface SignIn {
  readonly at: number;
  readonly app: string;
  readonly user: string;
  readonly result: string;
  readonly id: string;
}

const aSignIn = (fields: Partial<SignIn> = {}): SignIn => ({
  at: START,
  app: "Mail",
  user: "maya.ito",
  result: "0",
  id: newId(),
  ...fields,
});

const toRow = ({ at, app, user, result, id }: SignIn): DeliveredRow => ({
  table: "SigninLogs",
  columns: {
    TimeGenerated: new Date(at).toISOString(),
    UserPrincipalName: `${user}@northwind.example`,
    AppDisplayName: app,
    ResultType: result,
    Id: id,
    _ItemId: `item-${id}`,
  },
});

/** The events of one detector, oldest id first. */
async function eventsOf(db: DomainHandle, slug: string): Promise<readonly EventRow[]> {
  return db.query<EventRow>(
    `select event_id, source_event_ids, platform_event_id, summary, created_at, flagged, safe, removed_at is not null as removed
     from threats where domain_id = $1 and subcategory[1] = $2 order by created_at, event_id`,
    [slug],
  );
}

interface EventRow {
  readonly event_id: string;
  readonly source_event_ids: readonly string[];
  readonly platform_event_id: string | null;
  readonly summary: string;
  readonly created_at: Date;
  readonly flagged: boolean;
  readonly safe: boolean;
  readonly removed: boolean;
}

async function receive(db: DomainHandle, signIns: readonly SignIn[], at = NOW): Promise<void> {
  await deliver(db, signIns.map(toRow), at);
  while ((await processBatch(db, () => at, testDetectors)).rows > 0);
}

async function drain(db: DomainHandle, limit = 1_000, knownHits = createKnownHits()): Promise<void> {
  while ((await processBatch(db, clock, testDetectors, { limit, knownHits })).rows > 0);
}

const OBJECT_ID = "0d6f7f2e-5b1d-4f0c-9a51-3c1f6f6f0a11";

/**
 * Rows of several tables that name an actor by the same identifiers but in different ways: an object id is a person's in
 * one table and an application's in the other, and one address comes with several names and with none.
 */
function rowsOfOneKey(count: number): readonly DeliveredRow[] {
  const named = [
    { table: "SigninLogs", who: { UserId: OBJECT_ID, UserDisplayName: "Maya" } },
    { table: "AADServicePrincipalSignInLogs", who: { ServicePrincipalId: OBJECT_ID, ServicePrincipalName: "Sync" } },
    { table: "SigninLogs", who: { UserPrincipalName: "lee@northwind.example", UserDisplayName: "Lee" } },
    { table: "SigninLogs", who: { UserPrincipalName: "lee@northwind.example", UserId: OBJECT_ID } },
    { table: "SigninLogs", who: { UserPrincipalName: "lee@northwind.example", UserDisplayName: "A. Lee" } },
  ] as const;
  return Array.from({ length: count }, (_, n) => {
    const { table, who } = named[n % named.length] ?? named[0];
    const id = `shared-${n}`;
    const at = new Date(START + n * 7 * MINUTE_MS).toISOString();
    return { table, columns: { ...who, TimeGenerated: at, ResultType: "50126", Id: id, _ItemId: `item-${id}` } };
  });
}

/** Sign-ins of a few people, some in bursts, some failed, some to applications they had not used before. */
function mixedRows(count: number): readonly DeliveredRow[] {
  return Array.from({ length: count }, (_, n) => {
    const day = Math.floor(n / 8);
    const minute = [0, 3, 6, 9, 200, 300, 301, 700][n % 8] ?? 0;
    return toRow({
      at: START + day * DAY_MS + minute * MINUTE_MS,
      app: n % 7 === 0 ? `App ${n}` : `App ${n % 3}`,
      user: n % 5 === 0 ? "omar.haddad" : "maya.ito",
      result: n % 6 === 0 ? "50126" : "0",
      id: `row-${n}`,
    });
  });
}

describe("the result of rows", () => {
  const rows = [...mixedRows(40), ...rowsOfOneKey(20)];
  const domainId = newId();
  let expected: readonly string[];

  /** A domain with the same id, so that the same rows must give identical events. */
  const emptied = async (): Promise<DomainHandle> => {
    const db = opened.database.forDomain(domainId);
    await forgetRows(db);
    return db;
  };

  beforeAll(async () => {
    const db = await opened.addDomain(domainId);
    await deliver(db, rows, NOW);
    await drain(db);
    expected = await eventSet(db);
  });

  it("includes findings of each kind of detector", () => {
    for (const slug of ["test_rule", "test_burst", "test_newcomer"]) {
      expect(expected.filter((line) => line.includes(`Found by ${slug}`)).length).toBeGreaterThan(2);
    }
  });

  it("is the same when the next rows are read and detected while a batch is stored, and when older rows arrive meanwhile", async () => {
    const readsAhead = opened.database.engine === "postgres";
    for (const limit of [3, 7, 1_000]) {
      const db = await emptied();
      await deliver(db, rows.slice(20), NOW);
      const late: Promise<void>[] = [];
      const counts: number[] = [];
      const onBatch = (result: BatchResult): boolean => {
        if (counts.length === 0) late.push(deliver(db, rows.slice(0, 20), NOW));
        counts.push(result.rows);
        return true;
      };
      await processAll(db, clock, testDetectors, onBatch, { limit, readsAhead });
      await Promise.all(late);
      await processAll(db, clock, testDetectors, onBatch, { limit, readsAhead });
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
      expect(await eventSet(db)).toEqual(expected);
    }
  });

  it("is the same when turns end, and no row is examined twice then", async () => {
    const db = await emptied();
    await deliver(db, rows, NOW);
    let examined = 0;
    const look: typeof testDetectors.look = (...given) => {
      examined += 1;
      return testDetectors.look(...given);
    };
    const readsAhead = opened.database.engine === "postgres";
    let turns = 0;
    for (let isMore = true; isMore; turns++) {
      let batches = 0;
      const onBatch: OnBatch = (result, isNextReady) => {
        batches += 1;
        isMore = result.isMore;
        return isMore && isNextReady;
      };
      const overlaps = (): boolean => batches === 0;
      await processAll(db, clock, { ...testDetectors, look }, onBatch, { limit: 7, overlaps, readsAhead });
    }
    expect(turns).toBeGreaterThan(2);
    expect(examined).toBe(rows.length);
    expect(await eventSet(db)).toEqual(expected);
  });

  it("does not depend on their order, on duplicates, on how they are delivered, or on the size of batches", async () => {
    await fc.assert(
      fc.asyncProperty(anyDelivery(rows), async ({ parts, limit }) => {
        const db = await emptied();
        const knownHits = createKnownHits();
        for (const part of parts) {
          await deliver(db, part, NOW);
          await drain(db, limit, knownHits);
        }
        expect(await eventSet(db)).toEqual(expected);
      }),
      { numRuns: 4, examples: [[inReverse(rows)]] },
    );
  });

  it("is the same when the process is killed at any statement and processing is resumed", async () => {
    let killed = 1;
    for (let wasKilled = true; wasKilled; killed += 2) {
      const db = await emptied();
      await deliver(db, rows, NOW);
      const before = await eventSet(db);
      const knownHits = createKnownHits();
      wasKilled = await processBatch(killedAt(killed).handle(db), clock, testDetectors, { knownHits }).then(
        () => false,
        isKilled,
      );
      if (wasKilled) expect(await eventSet(db)).toEqual(before);
      await drain(db, 1_000, knownHits);
      expect(await eventSet(db)).toEqual(expected);
    }
    expect(killed).toBeGreaterThan(15);
  });
});

it("takes fewer rows when they are large, and reports that more are pending", async () => {
  const db = await opened.addDomain();
  const large = Array.from({ length: 5 }, (_, n) => {
    const row = toRow(aSignIn({ at: START + n }));
    const long = "x".repeat(225_000);
    const columns = { UserAgent: long, Identity: long, ResultDescription: long, Location: long };
    return { ...row, columns: { ...row.columns, ...columns } };
  });
  for (const row of large) await deliver(db, [row], NOW);
  const batches = [];
  for (let isMore = true; isMore; ) {
    const batch = await processBatch(db, clock, testDetectors);
    batches.push(batch.rows);
    isMore = batch.isMore;
  }
  expect(batches).toEqual([2, 2, 1]);
});

it("resolves actors again when the directory changes between reading and storing", async () => {
  const db = await opened.addDomain();
  await deliver(db, [toRow(aSignIn({ result: "50126", user: "maya.ito" }))], NOW);
  const person = { id: newId(), userPrincipalName: "maya.ito@northwind.example", displayName: "Maya Ito" };
  const changing: DomainHandle = {
    ...db,
    transaction: async (work) => {
      await ingestDirectory(db, clock, { kind: "users", lines: [{ line: 1, value: person }] });
      return db.transaction(work);
    },
  };
  await processBatch(changing, clock, testDetectors);
  const [event] = await db.query("select user_name, tuid from threats where domain_id = $1");
  const [user] = await db.query("select name as user_name, tuid from users where domain_id = $1");
  expect(event).toEqual(user);
});

it("processes a row once, however many workers compete for it", async () => {
  const db = await opened.addDomain();
  await deliver(db, mixedRows(30), NOW);
  const results = await Promise.all(
    Array.from({ length: 4 }, async () => {
      let taken = 0;
      while ((await countPending(db, 1)) > 0)
        taken += (await processBatch(db, clock, testDetectors, { limit: 4 })).rows;
      return taken;
    }),
  );
  expect(results.reduce((sum, taken) => sum + taken, 0)).toBe(30);
});

it("uses a fixed number of statements, however many rows a batch has", async () => {
  const counts: number[] = [];
  for (const size of [8, 160]) {
    const watched = watchDatabase(opened.database);
    const db = watched.forDomain((await opened.addDomain()).domainId);
    await deliver(db, mixedRows(size), NOW);
    const before = watched.statements.length;
    await processBatch(db, clock, testDetectors);
    counts.push(watched.statements.length - before);
  }
  expect(counts[1]).toBeLessThan(45);
  expect(Math.abs((counts[1] ?? 0) - (counts[0] ?? 0))).toBeLessThan(4);
});

it("identifies a row by the least of its ids, whenever its copies arrive", async () => {
  const db = await opened.addDomain();
  const row = toRow(aSignIn({ result: "50126" }));
  for (const id of ["m", "z", "b"]) {
    await deliver(db, [{ ...row, columns: { ...row.columns, _ItemId: id } }], NOW);
    await drain(db);
  }
  expect((await eventsOf(db, "test_rule")).map((event) => event.source_event_ids)).toEqual([["b"]]);
});

it("uses a row's own id as platform event id where the row has none, in its case too", async () => {
  const db = await opened.addDomain();
  const row = toRow(aSignIn({ result: "50126" }));
  const copy = (id: string): DeliveredRow => ({ ...row, columns: { ...row.columns, _ItemId: id } });
  await deliver(db, [copy("m")], NOW);
  await drain(db);
  const [event] = await eventsOf(db, "test_rule");
  expect(event?.platform_event_id).toBe("m");
  const { caseId } = await givenCase(db, { eventIds: [event?.event_id ?? ""] });
  await deliver(db, [copy("b")], NOW);
  await drain(db);
  expect((await eventsOf(db, "test_rule"))[0]?.platform_event_id).toBe("b");
  const found = await findCaseText(db, caseId, []);
  expect(found?.wire).toContain('"platform_event_id":"b"');
  expect(await findStaleTexts(db)).toEqual([]);
});

it("matches a late row against rules only", async () => {
  const db = await opened.addDomain();
  await receive(db, [aSignIn({ at: NOW.getTime() })]);
  const old = NOW.getTime() - 3 * DAY_MS;
  await receive(
    db,
    [0, 1, 2].map((minute) => aSignIn({ at: old + minute * MINUTE_MS, result: "50126" })),
  );
  expect(await eventsOf(db, "test_rule")).toHaveLength(3);
  expect(await eventsOf(db, "test_burst")).toHaveLength(0);
});

it("dates a live event by when it is recorded, and an event of a backfill by when it happened", async () => {
  const old = START + 5;
  const live = NOW.getTime() - DAY_MS;
  const db = await opened.addDomain();
  await receive(
    db,
    [old, live].map((at) => aSignIn({ at, result: "50126" })),
  );
  expect((await eventsOf(db, "test_rule")).map((event) => event.created_at)).toEqual([new Date(old), NOW]);
});

describe("an event that later rows change", () => {
  /** An application that is used for the first time on the fifth day. */
  async function givenNewcomer(): Promise<{ readonly db: DomainHandle; readonly event: EventRow }> {
    const db = await opened.addDomain();
    await receive(db, [aSignIn(), aSignIn({ at: START + 5 * DAY_MS, app: "Payroll" })]);
    const [event] = await eventsOf(db, "test_newcomer");
    if (!event) throw new Error("nothing was found");
    return { db, event };
  }

  it("is updated, and keeps its id, its creation time and its verdict", async () => {
    const { db, event } = await givenNewcomer();
    await db.transaction((tx) => setEventFlags(tx, [{ eventId: event.event_id, flagged: false, safe: true }], NOW));
    await receive(db, [aSignIn({ at: START + 5 * DAY_MS + 1, app: "Payroll" })], new Date(NOW.getTime() + DAY_MS));
    const [again] = await eventsOf(db, "test_newcomer");
    expect(again).toEqual({ ...event, summary: "first use of Payroll, 2 times", flagged: false, safe: true });
  });

  it("is updated in the case that holds it", async () => {
    const { db, event } = await givenNewcomer();
    const { caseId } = await givenCase(db, { eventIds: [event.event_id] });
    await receive(db, [aSignIn({ at: START + 5 * DAY_MS + 1, app: "Payroll" })]);
    const found = await findCaseText(db, caseId, []);
    expect(found?.wire).toContain("first use of Payroll, 2 times");
    expect(await findStaleTexts(db)).toEqual([]);
  });

  it("is removed when they no longer support it", async () => {
    const { db, event } = await givenNewcomer();
    await receive(db, [aSignIn({ at: START + 1, app: "Payroll" })]);
    expect(await eventsOf(db, "test_newcomer")).toEqual([{ ...event, removed: true }]);
    await receive(db, [aSignIn({ at: START - 10 * DAY_MS })]);
    expect((await eventsOf(db, "test_newcomer")).filter(({ removed }) => !removed)).toHaveLength(1);
  });

  it("stays when a case holds it, even if they no longer support it", async () => {
    const { db, event } = await givenNewcomer();
    await givenCase(db, { eventIds: [event.event_id] });
    await receive(db, [aSignIn({ at: START + 1, app: "Payroll" })]);
    expect(await eventsOf(db, "test_newcomer")).toEqual([event]);
  });
});
