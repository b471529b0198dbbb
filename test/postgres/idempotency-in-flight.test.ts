import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { claimIdempotencyKey } from "../../src/store/cases/idempotency-keys.ts";
import { givenCase } from "../support/given.ts";
import { startTestService, type TestReply, type TestService } from "../support/service.ts";
import { judge } from "../support/verdicts.ts";

// The embedded engine has one connection: no other session can lock a case there during a request.
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const withKey = (idempotencyKey: string) => ({ "idempotency-key": idempotencyKey });
const isReplay = (reply: TestReply): boolean => reply.headers["idempotency-replayed"] === "true";
const refusal = ({ status, body }: TestReply): readonly unknown[] => [status, body["error"]];

it("while the first request waits, a second one with the same key is 409, and afterwards a replay", async () => {
  const domain = await service.givenDomain();
  const { caseId } = await givenCase(domain.db);
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select from cases where case_id = $1 for update", [caseId]);
    const waiting = judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    await untilSomeoneWaits(holder);
    const second = await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    expect([...refusal(second), second.headers["retry-after"]]).toEqual([409, "idempotency_in_progress", "1"]);
    await holder.query("rollback");
    const first = await waiting;
    const third = await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    expect([first.status, third.text, isReplay(third)]).toEqual([200, first.text, true]);
  } finally {
    await holder.end();
  }
});

it("a request in progress in another process is 409 here", async () => {
  const domain = await service.givenDomain();
  const { caseId } = await givenCase(domain.db);
  const keyId = String(domain.key.split("_")[1]);
  await domain.db.transaction(async (tx) => {
    expect(await claimIdempotencyKey(tx, keyId, "k")).toBe(true);
    const reply = await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"));
    expect([...refusal(reply), reply.headers["retry-after"]]).toEqual([409, "idempotency_in_progress", "1"]);
    expect((await judge(domain, caseId, { outcome: "SAFE" }, withKey("k2"))).status).toBe(200);
  });
  expect((await judge(domain, caseId, { outcome: "SAFE" }, withKey("k"))).status).toBe(200);
});

/** Resolves once another connection to this database waits for a lock. */
async function untilSomeoneWaits(client: pg.Client): Promise<void> {
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await client.query(waits)).rowCount === 0) await sleep(5);
}
