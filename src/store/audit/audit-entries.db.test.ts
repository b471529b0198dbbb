import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import type { AuditEntry, AuditRecord } from "../../model/audit.ts";
import { newId } from "../../runtime/ids.ts";
import type { DomainHandle } from "../database/database.ts";
import { APP_ROLE } from "../database/open.ts";
import { type ChainBreak, createChainVerifier, hashEntry } from "./audit-chain.ts";
import { appendAuditEntry, findAuditEntries, findHead, readAuditEntries } from "./audit-entries.ts";

const AT = new Date("2026-11-15T12:00:00.123Z");
let opened: TestDatabase;
let db: DomainHandle;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(() => {
  db = opened.database.forDomain(newId());
});

const recordOf = (id: string, fields: Partial<AuditRecord> = {}): AuditRecord => ({
  action: "api_key.create",
  target: { kind: "api_key", id },
  before: null,
  after: { name: "siem", scopes: ["cases:read"], 'odd "key"': { b: 1, a: [null, true, 0.5] } },
  ...fields,
});
const append = (id: string, { at = AT, ...fields }: Partial<AuditRecord> & { at?: Date } = {}) =>
  db.transaction((tx) => appendAuditEntry(tx, TEST_ACTOR, recordOf(id, fields), at));
const all = async (): Promise<readonly AuditEntry[]> => {
  const entries: AuditEntry[] = [];
  for await (const entry of readAuditEntries(db)) entries.push(entry);
  return entries;
};
const firstBreak = (entries: readonly AuditEntry[]): ChainBreak | undefined => {
  const verifier = createChainVerifier();
  for (const entry of entries) {
    const broken = verifier.check(entry);
    if (broken) return broken;
  }
  return undefined;
};

describe("the chain", () => {
  test("entries count from 1 without a gap, and each refers to the hash of the one before", async () => {
    for (const id of ["a", "b", "c"]) await append(id);
    const entries = await all();
    expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(entries[0]?.previousHash).toBe("0".repeat(64));
    expect(entries[2]?.previousHash).toBe(entries[1]?.hash);
    expect(entries[2]?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(firstBreak(entries)).toBeUndefined();
    expect(await findHead(db)).toEqual({ sequence: 3, hash: entries[2]?.hash });
  });

  test("transactions of one domain that append at the same time leave no gap and no fork", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => append(`key ${n}`)));
    const entries = await all();
    expect(entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(new Set(entries.map(({ target }) => target.id)).size).toBe(20);
    expect(firstBreak(entries)).toBeUndefined();
  });

  test("a transaction that fails leaves neither an entry nor a gap", async () => {
    await append("a");
    const failing = db.transaction(async (tx) => {
      await appendAuditEntry(tx, TEST_ACTOR, recordOf("lost"), AT);
      throw new Error("the change failed");
    });
    await expect(failing).rejects.toThrow("the change failed");
    await append("b");
    expect((await all()).map(({ sequence, target }) => [sequence, target.id])).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
  });

  test.each<{ what: string; change: (entry: AuditEntry) => AuditEntry }>([
    { what: "domain", change: (entry) => ({ ...entry, domainId: newId() }) },
    { what: "time", change: (entry) => ({ ...entry, recordedAt: new Date(AT.getTime() + 1) }) },
    { what: "actor kind", change: (entry) => ({ ...entry, actor: { ...entry.actor, kind: "api_key" } }) },
    { what: "actor id", change: (entry) => ({ ...entry, actor: { ...entry.actor, id: "other" } }) },
    { what: "origin", change: (entry) => ({ ...entry, actor: { ...entry.actor, origin: "other" } }) },
    { what: "action", change: (entry) => ({ ...entry, action: "api_key.revoke" }) },
    { what: "target kind", change: (entry) => ({ ...entry, target: { ...entry.target, kind: "case" } }) },
    { what: "target id", change: (entry) => ({ ...entry, target: { ...entry.target, id: "other" } }) },
    { what: "value before", change: (entry) => ({ ...entry, before: {} }) },
    { what: "value after", change: (entry) => ({ ...entry, after: { ...entry.after, name: "other" } }) },
    { what: "hash of the entry before", change: (entry) => ({ ...entry, previousHash: "f".repeat(64) }) },
    { what: "hash", change: (entry) => ({ ...entry, hash: "f".repeat(64) }) },
  ])("a changed $what breaks the chain at its entry", async ({ change }) => {
    for (const id of ["a", "b", "c"]) await append(id);
    const entries = await all();
    const forged = entries.map((entry) => (entry.sequence === 2 ? change(entry) : entry));
    expect(firstBreak(forged)).toMatchObject({ sequence: 2 });
  });

  test("a removed, repeated or rehashed entry breaks the chain", async () => {
    for (const id of ["a", "b", "c"]) await append(id);
    const [a, b, c] = (await all()) as [AuditEntry, AuditEntry, AuditEntry];
    expect(firstBreak([a, c])).toEqual({ sequence: 2, reason: "it is missing: entry 3 follows 1" });
    expect(firstBreak([a, b, b])).toMatchObject({ sequence: 2 });
    const changed = { ...b, action: "api_key.revoke" };
    expect(firstBreak([a, { ...changed, hash: hashEntry(changed) }, c])).toMatchObject({ sequence: 3 });
  });

  test("the hash does not depend on the order of keys", async () => {
    await append("a", { after: { b: 1, a: { d: 1, c: 2 } } });
    const [entry] = await all();
    expect(hashEntry({ ...(entry as AuditEntry), after: { a: { c: 2, d: 1 }, b: 1 } })).toBe(entry?.hash);
  });
});

describe("append-only", () => {
  const asOwner = (sql: string) => opened.database.exclusively((_run, owner) => owner.execute(sql));

  test.each(["update audit_entries set actor_id = 'x'", "delete from audit_entries", "truncate audit_entries"])(
    "%s is refused even for the owner of the table",
    async (sql) => {
      await append("a");
      await expect(asOwner(sql)).rejects.toThrow("audit_entries is append-only");
      expect(await all()).toHaveLength(1);
    },
  );

  test("the trigger holds in a session that skips ordinary triggers", async () => {
    await append("a");
    const deleting = opened.database.exclusively(async (run) => {
      await run("begin; set local session_replication_role = replica");
      try {
        await run("delete from audit_entries");
      } finally {
        await run("rollback");
      }
    });
    await expect(deleting).rejects.toThrow("audit_entries is append-only");
  });

  test("the serving role may read and insert entries and nothing else", async () => {
    const [rights] = await opened.database.exclusively((_run, owner) =>
      owner.query<Record<string, boolean>>(
        `select has_table_privilege($1, 'audit_entries', 'select') as reads,
           has_table_privilege($1, 'audit_entries', 'insert') as inserts,
           has_table_privilege($1, 'audit_entries', 'update, delete, truncate, references, trigger') as more`,
        [APP_ROLE],
      ),
    );
    expect(rights).toEqual({ reads: true, inserts: true, more: false });
  });
});

describe("what is stored", () => {
  test("long texts and lists are cut, unsafe characters are removed, and the chain still verifies", async () => {
    const after = { text: "x".repeat(10_000), list: Array.from({ length: 100 }, (_, n) => n), odd: "a\u0000b\ud800c" };
    await append("a", { after });
    const [entry] = await all();
    expect(JSON.stringify(entry?.after).length).toBeLessThan(1_000);
    expect(entry?.after).toMatchObject({ odd: "a b c" });
    expect(firstBreak(await all())).toBeUndefined();
  });

  test("fields that are too large together are left out", async () => {
    const after = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field ${n}`, "x".repeat(250)]));
    await append("a", { after });
    expect((await all())[0]?.after).toEqual({ omitted: expect.stringMatching(/^\d+ characters$/) });
  });
});

describe("reading", () => {
  test("entries are found by actor, action and time, newest first, page by page", async () => {
    for (const n of [1, 2, 3, 4]) {
      const action = n % 2 === 0 ? ("api_key.revoke" as const) : ("api_key.create" as const);
      await append(String(n), { action, at: new Date(AT.getTime() + n * 60_000) });
    }
    const found = async (filter: object) =>
      (await findAuditEntries(db, { limit: 10, ...filter })).map(({ target }) => target.id);
    expect(await found({})).toEqual(["4", "3", "2", "1"]);
    expect(await found({ action: "api_key.revoke" })).toEqual(["4", "2"]);
    expect(await found({ since: new Date(AT.getTime() + 3 * 60_000) })).toEqual(["4", "3"]);
    expect(await found({ actorKind: "operator", actorId: "test" })).toHaveLength(4);
    expect(await found({ actorId: "other" })).toEqual([]);
    expect(await found({ limit: 2 })).toEqual(["4", "3"]);
    expect(await found({ limit: 2, before: 3 })).toEqual(["2", "1"]);
  });

  test("a domain sees no entry of another", async () => {
    await append("a");
    const other = opened.database.forDomain(newId());
    expect(await findAuditEntries(other, { limit: 10 })).toEqual([]);
    expect(await findHead(other)).toBeUndefined();
  });
});
