import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { renderUser } from "../../src/model/user.ts";
import { saveNhi } from "../../src/store/people/nhi.ts";
import { saveUsers } from "../../src/store/people/users.ts";
import { aNhi, aUser } from "../support/given.ts";
import { idsOf } from "../support/lists.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { UNLIMITED } from "../support/unlimited.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: UNLIMITED });
});
afterAll(() => service.stop());

const RUNS = inject("engine") === "postgres" ? 20 : 6;

/** A small alphabet of varied letters, so that terms match often and at unusual positions. */
const letters = (options: fc.StringConstraints) =>
  fc.string({
    ...options,
    unit: fc.constantFrom("a", "A", "b", "B", "é", "É", "ς", "Σ", "🚀", "%", "_", "\\", " ", "'"),
  });
const terms = fc.array(letters({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 });

const plain = (text: string) => text.toLowerCase().replaceAll("ς", "σ");
const holds = (fields: readonly (string | null)[], term: string) =>
  fields.some((field) => field !== null && plain(field).includes(plain(term)));

const found = async (domain: TestDomain, path: string, id: string, term: string) =>
  idsOf(await domain.ask(`${path}?page_size=200&search=${encodeURIComponent(term)}`), { member: "items", id });

it("`search` on /users returns exactly the users whose name or UPN contains the term", async () => {
  const people = fc.array(
    fc.record({ name: fc.option(letters({ maxLength: 8 })), upn: letters({ minLength: 1, maxLength: 8 }) }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(people, terms, async (given, asked) => {
      const domain = await service.givenDomain();
      const users = given.map(({ name, upn }) => aUser({ tuid: randomUUID(), name, userPrincipalName: upn }));
      await domain.db.transaction((tx) => saveUsers(tx, users, new Date(0)));
      for (const term of asked) {
        const expected = users.filter((user) => holds([user.name, user.userPrincipalName], term));
        expect(await found(domain, "/users", "tuid", term)).toEqual(expected.map(({ tuid }) => tuid).sort());
      }
    }),
    { numRuns: RUNS },
  );
});

it("`search` on /nhi/personas returns exactly the identities whose name, principal id or app id contains the term", async () => {
  const fleet = fc.array(
    fc.record({
      displayName: letters({ maxLength: 6 }),
      principalId: fc.option(letters({ maxLength: 6 })),
      appId: fc.option(letters({ maxLength: 6 })),
    }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(fleet, terms, async (given, asked) => {
      const domain = await service.givenDomain();
      const identities = given.map((fields) => aNhi(fields));
      await domain.db.transaction((tx) => saveNhi(tx, identities));
      for (const term of asked) {
        const expected = identities.filter((item) => holds([item.displayName, item.principalId, item.appId], term));
        expect(await found(domain, "/nhi/personas", "nuid", term)).toEqual(expected.map(({ nuid }) => nuid).sort());
      }
    }),
    { numRuns: RUNS },
  );
});

/** Adds more matching users than a search reads in one statement; every 61st was changed later. */
async function givenManyUsers({ db, domainId }: TestDomain): Promise<void> {
  const placeholder = randomUUID();
  await db.transaction(async (tx) => {
    await tx.execute(
      `insert into users (domain_id, tuid, name, user_principal_name, email_addresses, is_active, created_at, updated_at,
         changed_at, removed_at, search_text, wire)
       select $1, id, 'aba', 'b', '{}', true, '2026-01-01', '2026-01-01',
         case when n % 61 = 0 then '2026-06-01' else '2026-01-01' end::timestamptz, case when n % 10 = 0 then '2026-07-01'::timestamptz end, 'aba' || chr(31) || 'b', replace($2, $3, id::text)
       from (select n, gen_random_uuid() as id from generate_series(1, 5000) as n) made`,
      [renderUser(domainId, aUser({ tuid: placeholder })), placeholder],
    );
    await tx.execute(
      `insert into search_grams (domain_id, kind, gram, id)
       select domain_id, 'user', gram, tuid from users, unnest(array['aba', 'ba', 'a', 'b']) as gram where domain_id = $1`,
    );
    tx.markChanged("users");
  });
}

it.each([
  ["without a filter", "", "true"],
  ["with a filter that few match", "&updated_after=2026-05-01T00:00:00Z", "changed_at >= '2026-05-01'"],
  ["with a filter that none match", "&updated_after=2027-05-01T00:00:00Z", "false"],
])("a term that most users match returns each of them once, page by page, %s", async (_name, query, condition) => {
  const domain = await service.givenDomain();
  await givenManyUsers(domain);
  const rows = await domain.db.query<{ tuid: string }>(
    `select tuid from users where domain_id = $1 and removed_at is null and ${condition} order by tuid`,
  );
  for (const term of ["ab", "a"]) {
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const position: string = cursor === "" ? "" : `&next_cursor=${cursor}`;
      const reply = await domain.ask(`/users?page_size=200&search=${term}${query}${position}`);
      expect(reply.status).toBe(200);
      ids.push(...idsOf(reply, { member: "items", id: "tuid" }));
      cursor = reply.body["next_cursor"] as unknown as string | null;
    }
    expect(ids).toEqual(rows.map(({ tuid }) => tuid));
  }
});
