import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { type DeliveredRow, deliver } from "../../../test/support/row-sets.ts";
import { createMetrics } from "../../runtime/metrics.ts";
import type { Database, DomainDb, DomainHandle } from "../../store/database/database.ts";
import type { Domain } from "../../store/domains/domains.ts";
import { countPending, readPending } from "../../store/rows/pending-rows.ts";
import { handleRefusal, newRefusedRows } from "./refused-rows.ts";
import { createWorker } from "./worker.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const signIns = (names: readonly string[]): readonly DeliveredRow[] =>
  names.map((name, n) => ({
    table: "SigninLogs",
    columns: {
      TimeGenerated: new Date(NOW.getTime() - 3_600_000 + n * 1_000).toISOString(),
      UserPrincipalName: `${name}@northwind.example`,
      AppDisplayName: `App ${n % 3}`,
      ResultType: n % 4 === 0 ? "50126" : "0",
    },
  }));

const people = (count: number): string[] => Array.from({ length: count }, (_, n) => `person.${n}`);

/** A database that refuses each statement with a text in its values. */
function refusing(database: Database, text: string, code = "22021"): Database {
  const check = (values: unknown): void => {
    if (JSON.stringify(values ?? []).includes(text)) throw Object.assign(new Error("the value is refused"), { code });
  };
  const checked = <D extends DomainDb>(db: D): D => ({
    ...db,
    query: async <R>(statement: string, values?: readonly unknown[]) => {
      check(values);
      return db.query<R>(statement, values);
    },
    execute: async (statement: string, values?: readonly unknown[]) => {
      check(values);
      return db.execute(statement, values);
    },
  });
  return {
    ...database,
    forDomain: (domainId) => {
      const handle = database.forDomain(domainId);
      return { ...checked(handle), transaction: (work) => handle.transaction((tx) => work(checked(tx))) };
    },
  };
}

interface Run {
  readonly warnings: readonly object[];
  readonly metrics: string;
}

/** Lets a worker run until a number of rows is pending. */
async function work(db: DomainHandle, database: Database, left: number): Promise<Run> {
  const warnings: object[] = [];
  const metrics = createMetrics("0.0.0", () => 0);
  const log = { warn: (facts: object, message: string) => void warnings.push({ ...facts, message }) };
  const parts = { database, clock: () => NOW, chance: () => 0, detectorsFor: async () => testDetectors, log, metrics };
  const worker = createWorker(parts);
  worker.start();
  worker.poke(db.domainId);
  while ((await countPending(db, 1_000)) > left) await sleep(20);
  await worker.stop();
  return { warnings, metrics: await metrics.text() };
}

it("a row that the database refuses is set aside, and all others are processed", async () => {
  const db = await opened.addDomain();
  const names = people(300);
  names[123] = "refused";
  await deliver(db, signIns(names), NOW);
  const { warnings, metrics } = await work(db, refusing(opened.database, "refused@"), 0);
  expect(metrics).toMatch(/^parapet_rows_processed_total 299$/m);
  expect(metrics).toMatch(/^parapet_rows_set_aside_total 1$/m);
  expect(warnings).toEqual([
    expect.objectContaining({
      table: "SigninLogs",
      rows: 1,
      err: "the value is refused",
      message: "rows cannot be analyzed and were set aside",
    }),
  ]);
});

it("the row that failed is set aside, not an older one that has arrived since", async () => {
  const db = await opened.addDomain();
  await deliver(db, signIns(["refused"]), NOW);
  const [pending] = (await readPending(db, { rows: 1, bytes: 1_000 })).parts;
  const older = {
    table: "SigninLogs",
    columns: { TimeGenerated: "2026-10-01T00:00:00Z", UserPrincipalName: "a@b.example" },
  };
  await deliver(db, [older as DeliveredRow], NOW);
  const warnings: object[] = [];
  const log = { warn: (facts: object) => void warnings.push(facts) };
  const failed = { rows: [{}], parts: pending ? [pending] : [] };
  const domain = { domainId: db.domainId, name: "domain" } as Domain;
  const failure = { error: new TypeError("no"), domain, db, failed, asked: 100 };
  expect(await handleRefusal({ log, metrics: undefined }, newRefusedRows(), failure)).toBe(true);
  const left = await readPending(db, { rows: 10, bytes: 10_000 });
  expect(left.rows.map(({ fields }) => fields["UserPrincipalName"])).toEqual(["a@b.example"]);
  expect(warnings).toMatchObject([{ rows: 1, day: pending?.day }]);
  expect(await handleRefusal({ log, metrics: undefined }, newRefusedRows(), failure)).toBe(false);
  await db.execute("delete from pending_blocks where domain_id = $1");
});

it("a block that cannot be read is set aside, and the rows of other blocks are processed", async () => {
  const db = await opened.addDomain();
  await deliver(db, signIns(people(20)), NOW);
  await db.execute("update row_blocks set texts = '\\x00' where domain_id = $1");
  await deliver(db, signIns(people(50).slice(20)), NOW);
  const { warnings, metrics } = await work(db, opened.database, 0);
  expect(metrics).toMatch(/^parapet_rows_processed_total 30$/m);
  expect(metrics).toMatch(/^parapet_rows_set_aside_total 20$/m);
  expect(warnings).toEqual([expect.objectContaining({ rows: 20, err: expect.stringContaining("a block is damaged") })]);
});

it("rows stay pending when the database fails for another reason, or when very many are refused", async () => {
  const db = await opened.addDomain();
  await deliver(db, signIns(people(10)), NOW);
  const first = work(db, refusing(opened.database, "person", "57014"), 9);
  await sleep(500);
  expect(await countPending(db, 100)).toBe(10);
  const other = await opened.addDomain();
  await deliver(other, signIns(people(50)), NOW);
  const second = work(other, refusing(opened.database, "person"), 30);
  await second;
  await sleep(500);
  expect(await countPending(other, 100)).toBe(30);
  await db.execute("delete from pending_blocks where domain_id = $1");
  await first;
  await other.execute("delete from pending_blocks where domain_id = $1");
});
