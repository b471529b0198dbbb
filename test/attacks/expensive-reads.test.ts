import { expect } from "vitest";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { attackTest } from "./support/attack-test.ts";
import { floodWithReads } from "./support/read-flood.ts";

const USERS = 40_000;
const CONNECTIONS = 60;
const DURATION_MS = 5_000;

/** Stores many users whose names all contain the same letter. */
async function givenManyUsers(db: DomainHandle): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      `insert into users (domain_id, tuid, name, user_principal_name, email_addresses, is_active, created_at, updated_at,
         changed_at, search_text, wire)
       select $1, gen_random_uuid(), 'a', 'b', '{}', true, now(), now(), now(), 'a' || chr(31) || 'b', '{}'
       from generate_series(1, ${USERS})`,
    );
    await tx.execute(
      `insert into search_grams (domain_id, kind, gram, id)
       select domain_id, 'user', name, tuid from users where domain_id = $1 and name = 'a'`,
    );
    tx.markChanged("users");
  });
}

attackTest(
  `${CONNECTIONS} connections that search for a letter of every name, with a filter that excludes all`,
  { prepare: givenManyUsers, timeoutMs: 240_000 },
  async ({ port, keys }) => {
    const path = (n: number) => `/users?search=a&updated_after=2099-01-01T00:00:00Z&page_size=${1 + (n % 200)}`;
    expect(
      await floodWithReads({ port, keys, connections: CONNECTIONS, durationMs: DURATION_MS, path }),
    ).toBeGreaterThan(0);
  },
);

attackTest("200 connections of cheap, uncached reads", {}, async ({ port, keys }) => {
  const path = (n: number) => `/users?search=nobody${n}`;
  expect(await floodWithReads({ port, keys, connections: 200, durationMs: DURATION_MS, path })).toBeGreaterThan(0);
});
