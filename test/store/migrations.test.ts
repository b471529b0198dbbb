import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { sha256 } from "../../src/runtime/hashing.ts";
import type { Database } from "../../src/store/database/database.ts";
import { migrate, migrationState } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { newDatabaseName, OPEN_OPTIONS, runOnServer, urlOfDatabase } from "../support/template.ts";

const FOLDER = new URL("../../src/store/migrations/", import.meta.url);
const FILES = readdirSync(FOLDER).sort();
const checksumOf = (file: string) => sha256(readFileSync(new URL(file, FOLDER), "utf8"));
const AT = new Date("2026-11-15T12:00:00.000Z");
const clock = () => AT;

interface LedgerRow {
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: Date;
}

const asOwner = <R>(database: Database, sql: string, values: readonly unknown[] = []): Promise<readonly R[]> =>
  database.exclusively((_run, db) => db.query<R>(sql, values));
const run = (database: Database, sql: string): Promise<void> => database.exclusively((each) => each(sql));
const ledgerOf = (database: Database) => asOwner<LedgerRow>(database, "select * from migrations order by name");

/** Lists everything the schema consists of, in a form in which two states can be compared. */
const schemaOf = (database: Database) =>
  asOwner<{ line: string }>(
    database,
    `select format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as line
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace
     union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select format('%s %s %s', tablename, policyname, qual) from pg_policies
     union all select format('%s %s', relname, relacl) from pg_class where relnamespace = 'public'::regnamespace
     order by 1`,
  );

describe("the files", () => {
  it("are named by a minute stamp and a phrase that starts with a verb, and there are no other files", () => {
    expect(FILES.length).toBeGreaterThan(0);
    for (const file of FILES)
      expect(file).toMatch(/^20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])([01]\d|2[0-3])[0-5]\d_[a-z]+(_[a-z0-9]+)+\.sql$/);
  });

  it("have unique stamps, so that their order is defined", () => {
    const stamps = FILES.map((file) => file.slice(0, 12));
    expect(new Set(stamps).size).toBe(stamps.length);
  });

  it("go forward only and contain no transaction commands", () => {
    for (const file of FILES) {
      const sql = readFileSync(new URL(file, FOLDER), "utf8");
      expect([file, /^\s*(begin|commit|rollback)\s*;/im.test(sql)]).toEqual([file, false]);
      expect([file, /\b(down|rollback|undo)\b/i.test(file)]).toEqual([file, false]);
    }
  });
});

describe("a database that is up to date", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());
  afterEach(async () => {
    // Some tests modify the ledger; the next one needs the original.
    await run(opened.database, "delete from migrations where name like '2099%'");
    for (const file of FILES) {
      await run(opened.database, `update migrations set checksum = '${checksumOf(file)}' where name = '${file}'`);
    }
  });

  it("has every file in its ledger, with its checksum and the time it was applied", async () => {
    const expected = FILES.map((name) => ({ name, checksum: checksumOf(name), applied_at: expect.any(Date) as Date }));
    expect(await ledgerOf(opened.database)).toEqual(expected);
    expect(await migrationState(opened.database)).toEqual({ applied: FILES, pending: [] });
  });

  it("is not changed by a second run", async () => {
    const before = [await schemaOf(opened.database), await ledgerOf(opened.database)];
    expect(await migrate(opened.database, clock)).toEqual([]);
    expect([await schemaOf(opened.database), await ledgerOf(opened.database)]).toEqual(before);
  });

  it("rejects an applied migration that was changed afterwards, names it, and changes nothing", async () => {
    const [first] = await ledgerOf(opened.database);
    await run(opened.database, `update migrations set checksum = 'other' where name = '${first?.name}'`);
    const before = await schemaOf(opened.database);
    await expect(migrate(opened.database, clock)).rejects.toThrow(`'${first?.name}' was changed after it was applied`);
    await expect(migrationState(opened.database)).rejects.toThrow("was changed after it was applied");
    expect(await schemaOf(opened.database)).toEqual(before);
  });

  it("rejects a ledger with a migration that this version lacks: the database is newer", async () => {
    await run(
      opened.database,
      "insert into migrations (name, checksum, applied_at) values ('209901010000_from_the_future', 'x', now())",
    );
    await expect(migrate(opened.database, clock)).rejects.toThrow(/209901010000_from_the_future.*newer/);
    await expect(migrationState(opened.database)).rejects.toThrow("newer");
  });

  it("can be migrated again after an error: the lock is released", async () => {
    await run(
      opened.database,
      "insert into migrations (name, checksum, applied_at) values ('209901010000_from_the_future', 'x', now())",
    );
    for (let i = 0; i < 3; i++) await expect(migrate(opened.database, clock)).rejects.toThrow("newer");
    await run(opened.database, "delete from migrations where name like '2099%'");
    expect(await migrate(opened.database, clock)).toEqual([]);
  });

  it("has its usual time limits on the connection that migrated", async () => {
    const limits = "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock";
    const before = await asOwner(opened.database, limits);
    await migrate(opened.database, clock);
    const after = await Promise.all(Array.from({ length: 10 }, () => asOwner(opened.database, limits)));
    expect(new Set(after.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(before)]));
  });
});

interface EmptyDatabase {
  /** Opens it again, as another process would. */
  readonly open: () => Promise<Database>;
  readonly remove: () => Promise<void>;
}

async function createEmpty(): Promise<EmptyDatabase> {
  const opened: Database[] = [];
  const openWith = async (databaseUrl: string | undefined, dataDir: string): Promise<Database> => {
    const database = await openDatabase({ ...OPEN_OPTIONS, databaseUrl, dataDir, shared: true });
    opened.push(database);
    return database;
  };
  const closeAll = async () => {
    for (const database of opened.reverse()) await database.close();
  };
  if (inject("engine") === "postgres") {
    const name = newDatabaseName("empty");
    await runOnServer(`create database ${name}`);
    return {
      open: () => openWith(urlOfDatabase(name), tmpdir()),
      remove: async () => {
        await closeAll();
        await runOnServer(`drop database ${name} with (force)`);
      },
    };
  }
  const folder = await mkdtemp(join(tmpdir(), "ppt-"));
  return {
    open: () => openWith(undefined, join(folder, "data")),
    remove: async () => {
      await closeAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe("a database that is empty", () => {
  let empty: EmptyDatabase;
  let database: Database;
  beforeEach(async () => {
    empty = await createEmpty();
    database = await empty.open();
  });
  afterEach(() => empty.remove());

  it("has all migrations pending, and reading the state changes nothing", async () => {
    for (let i = 0; i < 2; i++) expect(await migrationState(database)).toEqual({ applied: [], pending: FILES });
    expect(await asOwner(database, "select to_regclass('migrations') as ledger")).toEqual([{ ledger: null }]);
  });

  it("rolls back a migration that fails, and continues with it once the cause is removed", async () => {
    // The second migration creates this table after several others, and fails.
    await run(database, "create table drift (in_the_way integer)");
    await expect(migrate(database, clock)).rejects.toThrow(/"drift" already exists/);
    expect((await ledgerOf(database)).map(({ name }) => name)).toEqual(FILES.slice(0, 1));
    const tables = "select to_regclass('domains') is not null as first, to_regclass('users') is not null as second";
    expect(await asOwner(database, tables)).toEqual([{ first: true, second: false }]);
    await run(database, "drop table drift");
    expect(await migrate(database, clock)).toEqual(FILES.slice(1));
    expect(await migrationState(database)).toEqual({ applied: FILES, pending: [] });
    expect(await asOwner(database, tables)).toEqual([{ first: true, second: true }]);
  });
});

describe("an empty database that several processes open at once", () => {
  let empty: EmptyDatabase;
  let handles: readonly [Database, Database, Database];
  beforeAll(async () => {
    empty = await createEmpty();
    handles = [await empty.open(), await empty.open(), await empty.open()];
  });
  afterAll(() => empty.remove());

  it("has each migration applied once, by one of them", async () => {
    const applied = await Promise.all(handles.map((database) => migrate(database, clock)));
    expect(applied.flat().sort()).toEqual(FILES);
    const ledger = await ledgerOf(handles[0]);
    expect(ledger.map(({ name, applied_at }) => [name, applied_at])).toEqual(FILES.map((file) => [file, AT]));
  });
});
