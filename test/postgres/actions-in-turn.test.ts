import { afterAll, beforeAll, expect, it } from "vitest";
import type { ActionContext } from "../../src/actions/context.ts";
import { createApiKey } from "../../src/actions/create-api-key.ts";
import { revokeApiKey } from "../../src/actions/revoke-api-key.ts";
import { rotateApiKey } from "../../src/actions/rotate-api-key.ts";
import { exceptEntity } from "../../src/actions/rules/except-entity.ts";
import { setRetention } from "../../src/actions/set-retention.ts";
import { findAuditEntries } from "../../src/store/audit/audit-entries.ts";
import { listApiKeys } from "../../src/store/domains/api-keys.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { startTestService, TEST_PEPPER, type TestService } from "../support/service.ts";

/** Often enough that two transactions overlap. */
const ROUNDS = 10;

let service: TestService;
let ctx: ActionContext;
beforeAll(async () => {
  service = await startTestService();
  const { db } = await service.givenDomain();
  ctx = { db, clock: () => service.clock.now, actor: TEST_ACTOR };
});
afterAll(() => service.stop());

const givenKey = async () => (await createApiKey(ctx, TEST_PEPPER, { name: null, expiresAt: null })).keyId;
const rotate = (keyId: string) => rotateApiKey(ctx, TEST_PEPPER, { keyId, overlapMs: 0, expiresAt: undefined });
const successorsOf = async (keyId: string) => (await listApiKeys(ctx.db)).filter((key) => key.replaces === keyId);
const succeeded = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === "fulfilled").length;

it("a key that several rotate at the same moment, without an overlap, gets one successor", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const keyId = await givenKey();
    expect(succeeded(await Promise.allSettled([rotate(keyId), rotate(keyId), rotate(keyId)]))).toBe(1);
    expect(await successorsOf(keyId)).toHaveLength(1);
  }
});

it("a key that is revoked while it is rotated has no successor that was made after that", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const keyId = await givenKey();
    await Promise.allSettled([revokeApiKey(ctx, keyId), rotate(keyId)]);
    const entries = (await findAuditEntries(ctx.db, { limit: 10 })).filter(({ target }) => target.id === keyId);
    // The newest entry comes first.
    const actions = entries.map(({ action }) => action).filter((action) => action !== "api_key.create");
    expect([["api_key.revoke"], ["api_key.revoke", "api_key.rotate"]]).toContainEqual(actions);
    expect(await successorsOf(keyId)).toHaveLength(actions.length - 1);
  }
});

it("of settings that several change at the same moment, each entry names what the one before it left", async () => {
  const days = [30, 40, 50, 60, 70];
  await Promise.all(days.map((each) => setRetention(ctx, { table: undefined, days: each })));
  const entity = "maya@northwind.example";
  const request = { detector: "impossible_travel", entity, expiresAt: null };
  await Promise.all(days.map((each) => exceptEntity(ctx, { ...request, reason: `for ${each} days` })));
  for (const action of ["rows.retention", "rule.except"]) {
    const entries = (await findAuditEntries(ctx.db, { limit: 20 })).filter((entry) => entry.action === action);
    expect(entries).toHaveLength(days.length);
    for (const [at, entry] of entries.slice(0, -1).entries()) expect(entry.before).toEqual(entries[at + 1]?.after);
  }
});
