import { expect } from "vitest";
import { createApiKey } from "../../../src/actions/create-api-key.ts";
import { revokeApiKey } from "../../../src/actions/revoke-api-key.ts";
import { SCOPES } from "../../../src/model/vocabulary.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { TEST_ACTOR } from "../../support/actor.ts";
import { keyIdOf, unknownKey, withWrongSecret } from "../../support/key-text.ts";
import { TEST_PEPPER } from "../../support/service.ts";
import { attackTest } from "../support/attack-test.ts";
import { flood } from "../support/flood.ts";
import { requestFor } from "../support/open-sockets.ts";

const PATH = "/api/v1/external/whoami";
const withKey = (key: string): string => requestFor(PATH, `x-api-key: ${key}`);

attackTest(
  "a flood of wrong keys, with valid keys that the server has not seen from the same address",
  {},
  async (target) => {
    const { port, keys } = target;
    const [known = "", ...unseen] = keys;
    const wrong = [() => unknownKey(), () => withWrongSecret(known), () => "hunter2"];
    let sent = 0;
    const flooding = flood({
      port,
      connections: 50,
      requests: 2_000,
      next: () => withKey(wrong[sent++ % wrong.length]?.() ?? ""),
    });
    await fetchUntilRefused(port);
    for (const key of unseen) {
      const reply = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: { "x-api-key": key } });
      expect(reply.status).toBe(200);
    }
    const statuses = await flooding;
    // The window slides while a slow machine sends: 60 more are answered 401 per minute.
    expect(statuses["401"]).toBeLessThanOrEqual(120);
    expect(Number(statuses["401"]) + Number(statuses["429"])).toBe(2_000);
  },
);

/** Waits until the address has used up its wrong keys. */
async function fetchUntilRefused(port: number): Promise<void> {
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: { "x-api-key": unknownKey() } });
    if (reply.status === 429) return;
  }
}

let revoked = "";
attackTest(
  "a flood of requests with a revoked key",
  {
    prepare: async (db) => {
      const ctx = { db, clock: systemClock, actor: TEST_ACTOR } as const;
      const wanted = { name: null, scopes: SCOPES, expiresAt: null, allowedAddresses: [] };
      revoked = (await createApiKey(ctx, TEST_PEPPER, wanted)).key;
      await revokeApiKey(ctx, keyIdOf(revoked));
    },
  },
  async ({ port }) => {
    const statuses = await flood({ port, connections: 50, requests: 2_000, next: () => withKey(revoked) });
    // The window slides while a slow machine sends: 60 more are answered 401 per minute.
    expect(statuses["401"]).toBeLessThanOrEqual(120);
    expect(Number(statuses["401"]) + Number(statuses["429"])).toBe(2_000);
  },
);
