import { afterAll, beforeAll, expect, it } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { createDomain } from "../../actions/create-domain.ts";
import { systemClock } from "../../runtime/clock.ts";
import { newId } from "../../runtime/ids.ts";
import { appendAuditEntry, findHead } from "../audit/audit-entries.ts";
import type { DomainDb } from "./database.ts";

let opened: TestDatabase;
let one: string;
let other: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  const ctx = { database: opened.database, clock: systemClock, actor: TEST_ACTOR };
  one = await createDomain(ctx, `d${newId()}`);
  other = await createDomain(ctx, `d${newId()}`);
});
afterAll(() => opened.close());

const record = (tx: DomainDb, name: string) => {
  const target = { kind: "domain", id: tx.domainId } as const;
  return appendAuditEntry(
    tx,
    TEST_ACTOR,
    { action: "domain.update", target, before: null, after: { name } },
    systemClock(),
  );
};
const lengthOf = async (domainId: string) => (await findHead(opened.database.forDomain(domainId)))?.sequence ?? 0;
const versionOf = async (domainId: string) => {
  const rows = await opened.database
    .forDomain(domainId)
    .query<{ version: string }>("select version from resource_versions where domain_id = $1 and resource = 'access'");
  return Number(rows[0]?.version ?? 0);
};
const stateOf = (domainId: string) => Promise.all([lengthOf(domainId), versionOf(domainId)]);

it("a transaction across two domains changes both, each through a handle that sees its own rows only", async () => {
  const before = await Promise.all([stateOf(one), stateOf(other)]);
  await opened.database.acrossDomains([one, other], async (first, second) => {
    for (const tx of [first, second, first, second]) await record(tx, tx.domainId);
    for (const tx of [second, first]) {
      const sql = "select distinct domain_id from audit_entries where $1::uuid is not null";
      expect(await tx.query<{ domain_id: string }>(sql)).toEqual([{ domain_id: tx.domainId }]);
      tx.markChanged("access");
    }
  });
  const after = await Promise.all([stateOf(one), stateOf(other)]);
  expect(after).toEqual(before.map(([length, version]) => [length + 2, version + 1]));
});

it("a handle of one domain cannot write a row of the other", async () => {
  const write = opened.database.acrossDomains([one, other], (first) =>
    first.execute(
      "insert into audit_heads (domain_id, sequence, hash) select $2::uuid, 0, 'x' where $1::uuid is not null",
      [newId()],
    ),
  );
  await expect(write).rejects.toThrow(/row-level security/);
});

it("a transaction across two domains that fails changes neither", async () => {
  const before = await Promise.all([stateOf(one), stateOf(other)]);
  const failing = opened.database.acrossDomains([one, other], async (first, second) => {
    for (const tx of [first, second]) {
      await record(tx, tx.domainId);
      tx.markChanged("access");
    }
    throw new Error("it failed");
  });
  await expect(failing).rejects.toThrow("it failed");
  expect(await Promise.all([stateOf(one), stateOf(other)])).toEqual(before);
});
