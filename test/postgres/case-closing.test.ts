import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { submitVerdict } from "../../src/actions/submit-verdict.ts";
import { newId } from "../../src/runtime/ids.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { findStaleTexts } from "../../src/transfer/rebuild.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { HOUR, judgeAll, NOW, readMadeCases, runFindings } from "../support/judged.ts";

// The embedded engine has one connection: no other statement runs there during a verdict.
let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** What links the findings of a case. */
const FACTS = { address: "203.0.113.9" };

async function givenOpenCase(subject: string): Promise<{ readonly db: DomainHandle; readonly caseId: string }> {
  const db = await opened.addDomain();
  await runFindings(db, [{ subject, at: NOW - 3 * HOUR, severity: "critical", facts: FACTS }]);
  await judgeAll(db);
  return { db, caseId: (await readMadeCases(db))[0]?.case_id ?? "" };
}

const ctx = { clock: () => new Date(NOW), actor: { kind: "api_key" as const, id: "k" } };

/** Resolves once a session of this database waits for a lock. */
async function untilSomeoneWaits(): Promise<void> {
  const waits = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const isWaiting = () => opened.database.exclusively(async (_run, db) => (await db.query(waits)).length > 0);
  while (!(await isWaiting())) await sleep(5);
}

it("a finding that waits for the lock of a case does not join it when a verdict closes it meanwhile", async () => {
  const subject = newId();
  const { db, caseId } = await givenOpenCase(subject);
  let joining: Promise<void> = Promise.resolve();
  await db.transaction(async (tx) => {
    await submitVerdict(ctx, tx, { caseId, outcome: "DUPLICATE", comment: null, eventIds: [], ifMatch: undefined });
    joining = runFindings(db, [
      { subject, at: NOW - HOUR, severity: "critical", detector: "forwarding", facts: FACTS },
    ]);
    await untilSomeoneWaits();
  });
  await joining;
  expect((await readMadeCases(db)).map(({ events }) => events.length)).toEqual([1]);
  expect(await judgeAll(db)).toBe(1);
  expect((await readMadeCases(db)).map(({ state }) => state)).toEqual(["closed", "discover"]);
});

it("a verdict that waits for the lock of a case applies to every event that joined it meanwhile", async () => {
  const subject = newId();
  const { db, caseId } = await givenOpenCase(subject);
  let verdict: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    const request = { caseId, outcome: "SAFE", comment: null, eventIds: [], ifMatch: undefined } as const;
    const held: DomainHandle = { ...tx, transaction: (work) => work(tx) };
    await runFindings(held, [{ subject, at: NOW - HOUR, severity: "critical", detector: "forwarding", facts: FACTS }]);
    verdict = db.transaction((other) => submitVerdict(ctx, other, request));
    await untilSomeoneWaits();
  });
  await verdict;
  const [made] = await readMadeCases(db);
  const { events } = JSON.parse(made?.wire ?? "{}") as { events: { safe: boolean }[] };
  expect(events.map(({ safe }) => safe)).toEqual([true, true]);
  expect(await findStaleTexts(db)).toEqual([]);
});
