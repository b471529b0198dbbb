import { expect } from "vitest";
import type { DomainHandle } from "../../src/store/database.ts";
import { raiseVersions } from "../../src/store/versions.ts";
import { attackTest } from "./support/attack-test.ts";
import { floodWithReads } from "./support/read-flood.ts";

const USERS = 30_000;
const CONNECTIONS = 60;
const DURATION_MS = 5_000;

/** Every user holds all parts of a long term, but none holds the term: no index can exclude them. */
const NAME = "abcdefghijklmnop bcdefghijklmnopq";
const ABSENT = "abcdefghijklmnopq";

/** Stores many users at once, as the product would store them one by one. */
async function givenManyUsers(db: DomainHandle): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      `insert into users (domain_id, tuid, name, user_principal_name, email_addresses, is_active, created_at, updated_at,
         search_text, wire)
       select $1, gen_random_uuid(), $2, 'user' || n, '{}', true, now(), now(), $2 || chr(31) || 'user' || n, '{}'
       from generate_series(1, ${USERS}) as n`,
      [NAME],
    );
    await tx.execute(
      `insert into search_grams (domain_id, kind, gram, id)
       select distinct i.domain_id, 'user', substr(f.field, n.at, 16), i.tuid
       from users i
       cross join lateral unnest(string_to_array(i.search_text, chr(31))) as f (field)
       cross join lateral generate_series(1, char_length(f.field)) as n (at)
       where i.domain_id = $1 and i.name = $2`,
      [NAME],
    );
    await raiseVersions(tx, ["users"]);
  });
}

attackTest(
  `${CONNECTIONS} connections that search for what no index can exclude`,
  { prepare: givenManyUsers, timeoutMs: 240_000 },
  async ({ port, keys }) => {
    const path = (n: number) => `/users?search=${ABSENT}&page_size=${1 + (n % 200)}`;
    expect(
      await floodWithReads({ port, keys, connections: CONNECTIONS, durationMs: DURATION_MS, path }),
    ).toBeGreaterThan(0);
  },
);

attackTest("200 connections of cheap reads that no cache holds", {}, async ({ port, keys }) => {
  const path = (n: number) => `/users?search=nobody${n}`;
  expect(await floodWithReads({ port, keys, connections: 200, durationMs: DURATION_MS, path })).toBeGreaterThan(0);
});
