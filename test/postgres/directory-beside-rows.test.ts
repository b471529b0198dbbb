import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { submitVerdict } from "../../src/actions/submit-verdict.ts";
import { ingestDirectory } from "../../src/ingest/directory/ingest-directory.ts";
import { actorOf } from "../../src/model/rows/row-actor.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { tryPipelineLock } from "../../src/store/database/pipeline-lock.ts";
import { findActors, saveProvisionalUsers } from "../../src/store/people/identities.ts";
import { readUsers, saveUsers } from "../../src/store/people/users.ts";
import { findStaleTexts } from "../../src/transfer/rebuild.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { aUser } from "../support/given.ts";
import { HOUR, judgeAll, NOW, readMadeCases, runFindings } from "../support/judged.ts";

// The embedded engine has one connection: no other statement runs there during a transaction.
let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const MAYA = "0b1c6f5e-0000-4000-8000-000000000001";
const at = new Date(NOW);

const ingestUser = (db: DomainHandle, value: object) =>
  ingestDirectory(db, () => at, { kind: "users", lines: [{ line: 1, value }] });

/** Resolves once the work waits for a lock, or has finished without waiting. */
async function untilWaiting(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  const waits = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const isWaiting = () => opened.database.exclusively(async (_run, db) => (await db.query(waits)).length > 0);
  while (!isDone && !(await isWaiting())) await sleep(5);
}

it("a person named by rows while the directory delivers the same person becomes one user", async () => {
  const db = await opened.addDomain();
  const actor = actorOf({ table: "SigninLogs", fields: { UserPrincipalName: "old@x.example", UserId: MAYA } });
  let ingested: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tryPipelineLock(tx);
    const found = await findActors(tx, actor ? [actor] : []);
    ingested = ingestUser(db, { id: MAYA, userPrincipalName: "maya@x.example", displayName: "Maya" });
    await untilWaiting(ingested);
    await saveProvisionalUsers(tx, [...found.values()], at);
  });
  await ingested;
  expect((await readUsers(db, undefined, 10)).map(({ item }) => item)).toMatchObject([
    { externalId: MAYA, userPrincipalName: "maya@x.example", name: "Maya" },
  ]);
});

it("a verdict submitted while the directory renames the user is in the case, and so is the new name", async () => {
  const db = await opened.addDomain();
  const user = aUser({ externalId: MAYA, userPrincipalName: "maya@x.example" });
  await db.transaction((tx) => saveUsers(tx, [user], at));
  await runFindings(db, [{ subject: user.tuid, at: NOW - HOUR, severity: "critical" }]);
  await judgeAll(db);
  const [made] = await readMadeCases(db);
  let ingested: Promise<unknown> = Promise.resolve();
  const ctx = { clock: () => at, actor: { kind: "api_key" as const, id: "k" } };
  const request = {
    caseId: made?.case_id ?? "",
    outcome: "SAFE",
    comment: null,
    eventIds: [],
    ifMatch: undefined,
  } as const;
  await db.transaction(async (tx) => {
    await submitVerdict(ctx, tx, request);
    ingested = ingestUser(db, { id: MAYA, userPrincipalName: "maya@x.example", displayName: "Maya New" });
    await untilWaiting(ingested);
  });
  await ingested;
  expect(await readMadeCases(db)).toMatchObject([
    { state: "closed", user_name: "Maya New", user_email: "maya@x.example" },
  ]);
  expect(JSON.parse((await readMadeCases(db))[0]?.wire ?? "{}")).toMatchObject({
    events: [{ user_name: "Maya New", safe: true }],
  });
  expect(await findStaleTexts(db)).toEqual([]);
});
