import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inviteOperator } from "../../src/actions/accounts/invite-member.ts";
import { createDomain } from "../../src/actions/create-domain.ts";
import { deleteDomain } from "../../src/actions/delete-domain.ts";
import { revokeApiKey } from "../../src/actions/revoke-api-key.ts";
import { runCli } from "../../src/cli/run.ts";
import type { AuditEntry } from "../../src/model/audit.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { newId } from "../../src/runtime/ids.ts";
import { createChainVerifier } from "../../src/store/audit/audit-chain.ts";
import { readAuditEntries } from "../../src/store/audit/audit-entries.ts";
import { readTables } from "../../src/store/copy/read-tables.ts";
import type { Database } from "../../src/store/database/database.ts";
import { listAppliedMigrations, migrateTo } from "../../src/store/database/migrate.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { addDomain, listDomains } from "../../src/store/domains/domains.ts";
import { beginReplacement, endReplacement } from "../../src/store/installation/secret-fingerprint.ts";
import { endLine, MAX_LINE_BYTES } from "../../src/transfer/backup/backup-format.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { readTotals, withoutChanged } from "../support/copied.ts";
import { keyIdOf } from "../support/key-text.ts";
import { startSecondService } from "../support/second-service.ts";
import { startTestService, TEST_PEPPER, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenMember, TEST_PASSWORD } from "../support/signed-in.ts";
import { OPEN_OPTIONS } from "../support/template.ts";
import { givenWorld } from "../support/world.ts";

let service: TestService;
let folder: string;
let dataDir: string;
let file: string;
beforeAll(async () => {
  service = await startTestService();
  dataDir = String(service.dataDir);
  await writeFile(join(dataDir, "secret"), `${TEST_PEPPER}\n`, { mode: 0o600 });
  const world = await givenWorld(service, "fjord");
  const verdict = { method: "POST", payload: { outcome: "SAFE" }, headers: { "idempotency-key": "once" } } as const;
  const { status } = await world.ask(`/api/v1/external/cases/${world.ids["case_id"]}/verdict`, verdict);
  expect(status).toBe(200);
  await givenWorld(service, 'O\'Neil "\\N" {a,b} \u2028 🦊');
  const { database } = service;
  const ctx = { database, clock: () => service.clock.now, actor: TEST_ACTOR };
  await deleteDomain({ ...ctx, domainId: await createDomain(ctx, "deleted") });
  const mark = await beginReplacement(database, service.clock.now);
  await endReplacement(database.system, mark, TEST_PEPPER, service.clock.now);
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
  file = join(folder, "all.backup");
  return () => rm(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = { PARAPET_DATA_DIR: dataDir }) {
  const printed = { out: "", notes: [] as string[], bars: [] as string[] };
  const code = await runCli({
    argv: args,
    env,
    terminal: {
      out: (text) => {
        printed.out += text;
      },
      data: (text) => {
        printed.out += text;
      },
      note: (text) => printed.notes.push(text),
      progress: (text) => printed.bars.push(text),
    },
  });
  return { code, ...printed };
}

/** Restores the file into a new data folder and gives its database to `work`. */
async function withRestored<T>(work: (database: Database, restored: string) => Promise<T>): Promise<T> {
  const restored = join(folder, "restored");
  expect(await run(["restore", file], { PARAPET_DATA_DIR: restored })).toMatchObject({ code: 0 });
  const database = await openDatabase({ ...OPEN_OPTIONS, dataDir: restored });
  try {
    return await work(database, restored);
  } finally {
    await database.close();
  }
}

/** The lines of a backup, changed by `change`, written as another backup. */
async function rewrite(change: (lines: string[]) => readonly string[]): Promise<string> {
  const lines = gunzipSync(await readFile(file))
    .toString("utf8")
    .split("\n");
  const changed = join(folder, "changed.backup");
  await writeFile(changed, gzipSync(change(lines).join("\n")));
  return changed;
}

describe("parapet backup", () => {
  it("restores every row of every table while the database is in use, and says where the secret is", async () => {
    const { code, notes, out } = await run(["backup", file, "--json"]);
    expect([code, notes]).toEqual([
      0,
      [
        expect.stringMatching(/^[\d,]+ rows of \d+ tables are in .*all\.backup \([\d.]+ MiB\)\.$/),
        `The secret is not in it. Keep the file ${join(dataDir, "secret")} as well, but in a different place than the backup: without it keys and connector secrets cannot be used.`,
      ],
    ]);
    const before = await readTotals(service.database);
    expect(before.filter(({ rows }) => rows === 0)).toEqual([]);
    expect((JSON.parse(out) as { tables: object }).tables).toEqual(
      Object.fromEntries(before.map(({ table, rows, digest }) => [table, { rows, digest }])),
    );
    await withRestored(async (database, restored) => {
      expect(withoutChanged(await readTotals(database))).toEqual(withoutChanged(before));
      expect(await readdir(restored)).not.toContain("secret");
    });
  });

  it("can be read by its owner only, shows progress, and leaves nothing else behind", async () => {
    const { bars } = await run(["backup", file]);
    expect(bars).toContainEqual(expect.stringMatching(/^copying the database files: [\d.]+ MiB$/));
    expect(bars).toContainEqual(expect.stringMatching(/^copying row_blocks: \d+ rows?$/));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["all.backup"]);
    expect((await readdir(dataDir)).filter((name) => name.includes("backup"))).toEqual([]);
  });

  it("contains the secret only if asked to, and restore then writes it", async () => {
    await run(["backup", "--with-secret", file]);
    await withRestored(async (_database, restored) => {
      expect(await readFile(join(restored, "secret"), "utf8")).toBe(`${TEST_PEPPER}\n`);
      expect((await stat(join(restored, "secret"))).mode & 0o777).toBe(0o600);
    });
    await run(["backup", join(folder, "plain.backup")]);
    const text = gunzipSync(await readFile(join(folder, "plain.backup"))).toString("utf8");
    expect(text).not.toContain(TEST_PEPPER);
  });

  it("has each transaction completely or not at all while others write, and everything committed before", async () => {
    let written = 0;
    let isStopping = false;
    const names = (count: number) => Array.from({ length: count }, (_, n) => `writer-${n}`);
    const writing = (async () => {
      for (; !isStopping; written++) {
        const domainId = newId();
        await addDomain(service.database, { domainId, name: `writer-${written}`, createdAt: new Date() });
      }
    })();
    while (written < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    const committed = written;
    const backup = run(["backup", file]);
    const { code } = await backup;
    isStopping = true;
    await writing;
    expect(code).toBe(0);
    expect(written).toBeGreaterThan(committed);
    await withRestored(async (database) => {
      const domains = (await listDomains(database.system)).filter(({ name }) => name.startsWith("writer-"));
      expect(domains.length).toBeGreaterThanOrEqual(committed);
      expect(domains.map(({ name }) => name).sort()).toEqual([...names(domains.length)].sort());
    });
  });

  it("works after an earlier one was killed half-way", async () => {
    await service.database.exclusively(async (sql) => {
      await sql("select pg_create_physical_replication_slot('parapet_backup', true, true)");
      await sql("select pg_backup_start('parapet backup', true)");
    });
    await mkdir(join(dataDir, "parapet.backup", "data"), { recursive: true });
    await writeFile(join(dataDir, "parapet.backup", "data", "leftover"), "");
    expect(await run(["backup", file])).toMatchObject({ code: 0 });
    expect(await readdir(dataDir)).not.toContain("parapet.backup");
    const slots = await service.database.exclusively((_sql, db) => db.query("select 1 from pg_replication_slots"));
    expect(slots).toEqual([]);
  });

  it("refuses to run twice at the same time", async () => {
    const [first, second] = await Promise.all([run(["backup", file]), run(["backup", join(folder, "other.backup")])]);
    expect([first.code, second.code].sort()).toEqual([0, 1]);
    expect([...first.notes, ...second.notes].join("\n")).toContain("another backup of this data folder is running");
  });

  it("refuses a name that exists or cannot be written before it copies anything, a folder without a database, and PostgreSQL", async () => {
    await writeFile(file, "mine");
    expect(await run(["backup", file])).toMatchObject({ code: 1, notes: [expect.stringContaining("already exists")] });
    expect(await readFile(file, "utf8")).toBe("mine");
    await symlink(join(folder, "nothing"), join(folder, "link"));
    const refusals = [
      [join(folder, "link"), 1, "link' already exists; name another file"],
      [folder, 1, "already exists"],
      [join(folder, "none", "b"), 1, "none' does not exist; create it first"],
      [join(folder, "b/"), 1, "is the name of a folder"],
      ["", 2, "FILE is empty"],
    ] as const;
    for (const [path, code, reason] of refusals) {
      const { bars, ...refused } = await run(["backup", path]);
      expect(refused).toMatchObject({ code, notes: [expect.stringContaining(reason)] });
      expect(bars.filter((text) => text !== "")).toEqual([]);
    }
    const empty = { PARAPET_DATA_DIR: join(folder, "empty") };
    expect(await run(["backup", join(folder, "b")], empty)).toMatchObject({
      code: 1,
      notes: [expect.stringContaining("has no database to back up")],
    });
    const postgres = { ...empty, PARAPET_DATABASE_URL: "postgres://127.0.0.1:1/none" };
    expect(await run(["backup", join(folder, "b")], postgres)).toMatchObject({
      code: 1,
      notes: [expect.stringContaining("use pg_dump")],
    });
  });
});

describe("parapet restore", () => {
  const restore = (path: string) => run(["restore", path], { PARAPET_DATA_DIR: join(folder, "restored") });
  let kept: string;
  beforeAll(async () => {
    kept = await mkdtemp(join(tmpdir(), "ppt-"));
    await run(["backup", join(kept, "all.backup")]);
    return () => rm(kept, { recursive: true, force: true });
  });
  beforeEach(() => {
    file = join(kept, "all.backup");
  });

  it.each([
    ["one changed character", (lines: string[]) => lines.map((line) => line.replace("fjord", "fiord")), "checksum"],
    [
      "a missing row",
      (lines: string[]) => lines.filter((line) => !line.startsWith("[") || !line.includes("fjord")),
      "checksum",
    ],
    ["a missing end", (lines: string[]) => lines.slice(0, -2), "incomplete"],
    ["half of a line", (lines: string[]) => [...lines.slice(0, -3), '["a'], "incomplete"],
    ["another format", () => ['{"hello":1}', ""], "is not a Parapet backup"],
    ["an empty content", () => [""], "is not a Parapet backup"],
    [
      "a row before any table",
      (lines: string[]) => [lines[0] ?? "", '["a"]', ...lines.slice(1)],
      "a row before any table",
    ],
    [
      "a later format",
      (lines: string[]) => [lines[0]?.replace('"parapet_backup":1', '"parapet_backup":2') ?? "", ...lines.slice(1)],
      "newer",
    ],
  ])("refuses a file with %s and creates no database", async (_name, change, reason) => {
    const changed = await rewrite(change);
    const { code, notes } = await restore(changed);
    expect([code, notes]).toEqual([1, [expect.stringContaining(reason)]]);
    expect(await readdir(join(folder, "restored")).catch(() => [])).not.toContain("database");
  });

  it("appends an entry with the time and checksum of the backup to the audit log of each domain, whose chain stays whole", async () => {
    const lines = gunzipSync(await readFile(file))
      .toString("utf8")
      .trimEnd()
      .split("\n");
    const { created_at: createdAt } = JSON.parse(lines[0] ?? "") as { created_at: string };
    const { sha256 } = JSON.parse(lines.at(-1) ?? "") as { sha256: string };
    await withRestored(async (database) => {
      const domains = await listDomains(database.system);
      expect(domains.length).toBeGreaterThan(1);
      for (const { domainId } of domains) {
        const entries: AuditEntry[] = [];
        for await (const entry of readAuditEntries(database.forDomain(domainId))) entries.push(entry);
        expect(entries.at(-1)).toMatchObject({
          action: "domain.restore",
          actor: { kind: "operator", id: userInfo().username },
          target: { kind: "domain", id: domainId },
          after: { backup_created_at: createdAt, backup_sha256: sha256 },
        });
        expect(entries.filter(({ action }) => action === "domain.restore")).toHaveLength(1);
        const verifier = createChainVerifier();
        expect(entries.map((entry) => verifier.check(entry)).filter(Boolean)).toEqual([]);
      }
    });
  });

  it("ends every session and open invitation, says that keys and roles are those of the backup, and records it", async () => {
    const member = await service.givenDomain();
    const browser = await givenMember(service, member, "owner");
    const { code: invitation } = await inviteOperator(accountContext(service), {
      email: `p${newId()}@northwind.example`,
    });
    const invitations = "select 1 from account_codes where domain_id = $1 and kind = 'invitation'";
    const invited = await service.database.forDomain(INSTALLATION_ID).query(invitations);
    file = join(folder, "all.backup");
    expect(await run(["backup", file])).toMatchObject({ code: 0 });
    const revoked = { db: member.db, clock: () => service.clock.now, actor: TEST_ACTOR };
    await revokeApiKey(revoked, keyIdOf(member.key));
    expect((await browser.ask("/session")).status).toBe(200);
    const { code, notes } = await restore(file);
    expect(code).toBe(0);
    expect(notes.join("\n")).toMatch(/sessions? and \d+ open invitations? ended: everybody signs in again/);
    expect(notes).toContain("Give invited people a new code: parapet admin reset EMAIL");
    expect(notes.join("\n")).toMatch(/those of the backup: what was revoked.* is valid again[\s\S]*parapet key revoke/);
    const database = await openDatabase({ ...OPEN_OPTIONS, dataDir: join(folder, "restored") });
    const restarted = await startSecondService({ ...service, database });
    const there = new Browser({ ...service, ask: restarted.ask });
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    expect((await there.ask("/session")).status).toBe(401);
    expect((await there.ask("/session/refresh", { method: "POST" })).status).toBe(401);
    const accept = { method: "POST", payload: { code: invitation ?? "", password: TEST_PASSWORD } } as const;
    expect((await there.ask("/invitation", accept)).body).toMatchObject({ error: "invalid_code" });
    expect((await restarted.ask("/whoami", { key: member.key })).status).toBe(200);
    const own = database.forDomain(INSTALLATION_ID);
    const open = "select 1 from account_sessions where domain_id = $1 and ended_at is null";
    expect(await own.query(open)).toEqual([]);
    const entries: AuditEntry[] = [];
    for await (const entry of readAuditEntries(own)) entries.push(entry);
    const { after } = entries.findLast(({ action }) => action === "domain.restore") ?? {};
    expect(after).toMatchObject({ sessions_ended: expect.any(Number), invitations_removed: invited.length });
    await restarted.stop();
    await database.close();
  });

  /** Writes a backup of these lines whose checksum is right, as whoever makes a hostile file can. */
  const sealed = async (content: string): Promise<string> => {
    const path = join(folder, "sealed.backup");
    await writeFile(path, gzipSync(`${content}${endLine(createHash("sha256").update(content).digest("hex"))}`));
    return path;
  };

  it.each([
    [
      "a line that is too long",
      (header: string) => `${header}\n{"table":"${"x".repeat(MAX_LINE_BYTES)}"}\n`,
      "a line of more",
    ],
    ["empty lines", (header: string) => `${header}\n${"\n".repeat(1_000_000)}`, "a line cannot be read"],
    [
      "rows without values",
      (header: string) => `${header}\n{"table":"domains","columns":["a"]}\n${"[]\n".repeat(1_000_000)}`,
      "table 'domains'",
    ],
    [
      "columns that are no list",
      (header: string) => `${header}\n{"table":"domains","columns":"a"}\n`,
      "table 'domains' has no list of columns",
    ],
    [
      "a header that is too long",
      () => `{"parapet_backup":1,"x":"${"x".repeat(2_000_000)}"}\n{}\n`,
      "is not a Parapet backup",
    ],
  ])("refuses a sealed file with %s, and leaves nothing behind", async (_name, content, reason) => {
    const [header = ""] = gunzipSync(await readFile(file))
      .toString("utf8")
      .split("\n");
    const { code, notes } = await restore(await sealed(content(header)));
    expect([code, notes]).toEqual([1, [expect.stringContaining(reason)]]);
    expect(await readdir(join(folder, "restored")).catch(() => [])).toEqual([]);
  });

  it("verifies a few bytes that decompress to hundreds of millions of lines as fast as they are decompressed", async () => {
    const [header = ""] = gunzipSync(await readFile(file))
      .toString("utf8")
      .split("\n");
    const path = join(folder, "bomb.backup");
    const rows = gzipSync("[]\n".repeat(10_000_000));
    await writeFile(
      path,
      Buffer.concat([gzipSync(`${header}\n{"table":"a","columns":[]}\n`), ...Array(20).fill(rows)]),
    );
    expect(await restore(path)).toMatchObject({ code: 1, notes: [expect.stringContaining("it is incomplete")] });
  });

  it("refuses a file that is cut off, damaged, not gzip or missing", async () => {
    const bytes = await readFile(file);
    await writeFile(join(folder, "cut"), bytes.subarray(0, bytes.length / 2));
    const isDamaged = { code: 1, notes: [expect.stringContaining("cut' is damaged or incomplete; use another copy")] };
    expect(await restore(join(folder, "cut"))).toMatchObject(isDamaged);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
    await writeFile(join(folder, "cut"), bytes);
    expect(await restore(join(folder, "cut"))).toMatchObject(isDamaged);
    await writeFile(join(folder, "text"), "hello");
    expect(await restore(join(folder, "text"))).toMatchObject({
      code: 1,
      notes: [expect.stringContaining("text' is not a Parapet backup")],
    });
    expect(await restore(join(folder, "missing"))).toMatchObject({
      code: 1,
      notes: [expect.stringContaining("missing' does not exist")],
    });
  });

  it("refuses a data folder that has a database, and leaves it as it is", async () => {
    const { code, notes } = await run(["restore", file]);
    expect([code, notes]).toEqual([1, [expect.stringMatching(/is in use|another process uses/)]]);
    await withRestored(async () => undefined);
    expect(await restore(file)).toMatchObject({ code: 1, notes: [expect.stringContaining("already has a database")] });
  });

  it("works after an earlier one was killed half-way", async () => {
    const leftover = join(folder, "restored", "parapet.restore", "data", "database");
    await mkdir(leftover, { recursive: true, mode: 0o700 });
    await writeFile(join(leftover, "PG_VERSION"), "17");
    await chmod(join(folder, "restored"), 0o700);
    await withRestored(async (_database, restored) => {
      expect(await readdir(restored)).not.toContain("parapet.restore");
    });
  });

  it("refuses a backup of a newer schema", async () => {
    const changed = await rewrite((lines) => {
      const header = JSON.parse(lines[0] ?? "") as { migrations: object[] };
      header.migrations.push({ name: "209901010000_fly.sql", checksum: "x" });
      const content = [JSON.stringify(header), ...lines.slice(1, -2)].map((line) => `${line}\n`).join("");
      return `${content}${JSON.stringify({ sha256: createHash("sha256").update(content).digest("hex") })}\n`.split(
        "\n",
      );
    });
    const { code, notes } = await restore(changed);
    expect([code, notes]).toEqual([1, [expect.stringContaining("'209901010000_fly.sql'")]]);
    expect(await readdir(join(folder, "restored"))).not.toContain("database");
  });

  it("restores a backup of an older schema and then applies the later migrations", async () => {
    const old = join(folder, "old");
    const all = await listAppliedMigrations(service.database);
    const database = await openDatabase({ ...OPEN_OPTIONS, dataDir: old });
    await migrateTo(database, () => new Date(), all.slice(0, 1));
    await database.exclusively((sql) =>
      sql(`insert into domains (domain_id, name, created_at) values ('${newId()}', 'old', now())`),
    );
    await database.close();
    file = join(folder, "old.backup");
    expect(await run(["backup", file], { PARAPET_DATA_DIR: old })).toMatchObject({ code: 0 });
    await withRestored(async (restored) => {
      expect(await listAppliedMigrations(restored)).toEqual(all);
      expect((await listDomains(restored.system)).map(({ name }) => name)).toEqual(["old"]);
    });
  });
});

it("a copy of the tables is one snapshot that can be read more than once", async () => {
  const count = () =>
    readTables(service.database, async (sources) => {
      let tables = 0;
      for await (const { batches } of sources) for await (const _ of batches) tables++;
      return tables;
    });
  expect(await count()).toBe(await count());
});
