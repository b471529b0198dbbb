import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { createInstallation, type Installation, type Running } from "../support/installation.ts";
import {
  caseRecord,
  createTestFolder,
  driftRecord,
  idOf,
  integrationRecord,
  nhiDetailRecord,
  nhiRecord,
  personaDetailRecord,
  personaRecord,
  threatRecord,
  userRecord,
  verdictRecord,
} from "../support/records.ts";

interface IssuedKey {
  readonly key: string;
  readonly key_id: string;
  readonly expires_at: string | null;
}

interface ListedKey {
  readonly key_id: string;
  readonly name: string | null;
  readonly state: string;
  readonly scopes: readonly string[];
  readonly replaces: string | null;
}

interface ImportAnswer {
  readonly ok: boolean;
  readonly files: readonly { readonly file: string; readonly stored: number }[];
}

const KEY = /^ppt_[0-9A-Za-z]+_[0-9A-Za-z]+$/;

let installation: Installation;
let scratch: string;
/** Undefined during the first group of tests; afterwards it runs until the last test. */
let server: Running | undefined;
beforeAll(async () => {
  installation = await createInstallation();
  scratch = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(async () => {
  await installation.remove();
  await rm(scratch, { recursive: true, force: true });
});

const secretOf = (key: string): string => key.split("_")[2] ?? "";

/** Returns the status of a request with the key. */
async function statusOf(server: Running, path: string, key: string): Promise<number> {
  return (await fetch(`${server.address}${BASE_PATH}${path}`, { headers: { "x-api-key": key } })).status;
}

/** Writes a folder with records of every kind. */
async function givenRecords() {
  const folder = await createTestFolder();
  await folder.write("users.ndjson", [userRecord(1), userRecord(2)]);
  await folder.write("threats.ndjson", [threatRecord(1), threatRecord(2, { flagged: false, safe: true })]);
  await folder.write("cases.ndjson", [
    caseRecord(1, { event_ids: [idOf(1), idOf(2)], state: "investigating" }),
    caseRecord(2),
  ]);
  await folder.write("verdicts.ndjson", [verdictRecord(1)]);
  await folder.write("personas.ndjson", [personaRecord(1)]);
  await folder.write("persona-details.ndjson", [personaDetailRecord(1)]);
  await folder.write("nhi.ndjson", [nhiRecord(1)]);
  await folder.write("nhi-details.ndjson", [nhiDetailRecord(1)]);
  await folder.write("integrations.ndjson", [integrationRecord("okta")]);
  await folder.write("drift.ndjson", [driftRecord(1)]);
  return folder;
}

async function readFolder(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")])),
  );
}

describe("commands", { shuffle: false }, () => {
  describe.each([
    { when: "with no server running", served: false, domain: "northwind", copy: "northwind-copy" },
    { when: "while a server runs on the same data", served: true, domain: "contoso", copy: "contoso-copy" },
  ])("$when", ({ served, domain, copy }) => {
    beforeAll(async () => {
      if (served) server = await installation.start(["serve"]);
    });

    it("a domain is created, and the list shows it", async () => {
      const made = await installation.run(["domain", "create", domain]);
      expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
      expect(made.stderr).toContain(`parapet key create --domain ${domain}`);
      const { domain_id: copyId } = await installation.json<{ domain_id: string }>(["domain", "create", copy]);
      const listed = await installation.json<{ domain_id: string; name: string }[]>(["domain", "list"]);
      expect(listed).toContainEqual(expect.objectContaining({ domain_id: made.stdout.trim(), name: domain }));
      expect(listed).toContainEqual(expect.objectContaining({ domain_id: copyId, name: copy }));
    });

    it("a key is alone on standard output, and no list shows its secret again", async () => {
      const made = await installation.run(["key", "create", "--domain", domain, "--name", "siem"]);
      expect(made.code).toBe(0);
      const key = made.stdout.trimEnd();
      expect(key).toMatch(KEY);
      expect(made.stdout).toBe(`${key}\n`);
      expect(made.stderr).toContain("cannot be shown again");
      expect(made.stderr).not.toContain(secretOf(key));
      const listed = await installation.command(["key", "list", "--domain", domain]);
      expect(listed.stdout).toMatch(new RegExp(`^${key.split("_")[1]} +active .* siem `, "m"));
      expect(listed.stdout + listed.stderr).not.toContain(secretOf(key));
      if (server) expect(await statusOf(server, "/whoami", key)).toBe(200);
    });

    it("a rotated key and its successor both work until the overlap is over, and a revoked one ends at once", async () => {
      const old = await installation.json<IssuedKey>(["key", "create", "--domain", domain, "--expires", "never"]);
      expect(old.expires_at).toBeNull();
      if (server) expect(await statusOf(server, "/whoami", old.key)).toBe(200);
      const rotation = ["key", "rotate", "--domain", domain, old.key_id, "--overlap", "1h", "--expires", "30d"];
      const young = await installation.json<IssuedKey>(rotation);
      expect(young.key).toMatch(KEY);
      expect(young.key_id).not.toBe(old.key_id);
      if (server) {
        expect(await statusOf(server, "/whoami", old.key)).toBe(200);
        expect(await statusOf(server, "/whoami", young.key)).toBe(200);
      }
      const revoke = ["key", "revoke", "--domain", domain, young.key_id];
      expect(await installation.json(revoke)).toEqual({ key_id: young.key_id, revoked: true });
      if (server) {
        expect(await statusOf(server, "/whoami", young.key)).toBe(401);
        expect(await statusOf(server, "/whoami", old.key)).toBe(200);
      }
      const listed = await installation.json<ListedKey[]>(["key", "list", "--domain", domain]);
      expect(listed).toContainEqual(expect.objectContaining({ key_id: old.key_id, state: "active" }));
      expect(listed).toContainEqual(
        expect.objectContaining({ key_id: young.key_id, state: "revoked", replaces: old.key_id }),
      );
      expect(JSON.stringify(listed)).not.toContain(secretOf(old.key));
      expect(JSON.stringify(listed)).not.toContain(secretOf(young.key));
    });

    it("imported records are exported unchanged, can be imported into another domain, and need no rebuild", async () => {
      const records = await givenRecords();
      const answer = await installation.json<ImportAnswer>(["import", "--domain", domain, records.path]);
      await records.remove();
      expect(answer.ok).toBe(true);
      expect(answer.files.map(({ file, stored }) => `${file} ${stored}`)).toEqual([
        "users.ndjson 2",
        "threats.ndjson 2",
        "cases.ndjson 2",
        "verdicts.ndjson 1",
        "personas.ndjson 1",
        "persona-details.ndjson 1",
        "nhi.ndjson 1",
        "nhi-details.ndjson 1",
        "integrations.ndjson 1",
        "drift.ndjson 1",
      ]);
      const [first, second] = [join(scratch, domain), join(scratch, copy)];
      const exported = await installation.command(["export", "--domain", domain, first]);
      expect(exported).toMatchObject({ code: 0, stdout: "" });
      expect(exported.stderr).toContain("users.ndjson: 2 records");
      expect(await installation.json(["import", "--domain", copy, first])).toMatchObject({ ok: true });
      expect(await installation.json(["export", "--domain", copy, second])).toMatchObject({ files: expect.anything() });
      const [written, again] = [await readFolder(first), await readFolder(second)];
      expect(Object.keys(written)).toHaveLength(10);
      expect(again).toEqual(written);
      const rebuilt = await installation.json<{ domain: string; rendered: number; changed: number }[]>(["rebuild"]);
      const own = rebuilt.filter((result) => result.domain === domain || result.domain === copy);
      expect(own.map(({ changed }) => changed)).toEqual([0, 0]);
      expect(own[0]?.rendered).toBeGreaterThanOrEqual(9);
      expect(own[1]?.rendered).toBe(own[0]?.rendered);
    });

    it("bad lines are reported by number and field, nothing of their file is stored, and the exit code is 1", async () => {
      const folder = await createTestFolder();
      const { name: _, ...nameless } = userRecord(11);
      await folder.write("users.ndjson", [userRecord(10), nameless, userRecord(12, { is_active: "yes" })]);
      await folder.write("nhi.ndjson", [nhiRecord(2)]);
      const { code, stdout, stderr } = await installation.run(["import", "--domain", copy, folder.path]);
      await folder.remove();
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain("users.ndjson: nothing stored, 2 bad lines");
      expect(stderr).toMatch(/^ {2}line 2: name /m);
      expect(stderr).toMatch(/^ {2}line 3: is_active /m);
      expect(stderr).toMatch(/^nhi\.ndjson: 1 record$/m);
    });

    it("doctor finds nothing wrong", async () => {
      const { code, stdout } = await installation.command(["doctor"]);
      expect(stdout).not.toContain("FAIL");
      expect(stdout).toMatch(/^ok {4}database: (embedded|postgres), \d+ migrations applied, [2-9] domains$/m);
      expect(code).toBe(0);
    });
  });

  describe("refusals", () => {
    let running: Running;
    beforeAll(async () => {
      running = server ?? (await installation.start(["serve"]));
    });

    it.each([
      { line: "domain create northwind", code: 1, reason: "a domain named 'northwind' already exists" },
      { line: "domain create North/Wind", code: 2, reason: "NAME is 'North/Wind', expected the name of a domain" },
      { line: "key list --domain nowhere", code: 1, reason: "there is no domain 'nowhere'" },
      { line: "rebuild --domain nowhere", code: 1, reason: "there is no domain 'nowhere'" },
      {
        line: "key revoke --domain northwind unknown1",
        code: 1,
        reason: "has no unrevoked key 'unknown1'; list its keys with: parapet key list --domain northwind",
      },
      {
        line: "key rotate --domain northwind unknown1",
        code: 1,
        reason: "has no active key 'unknown1'; list its keys with: parapet key list --domain northwind",
      },
      { line: "import --domain northwind /nowhere", code: 1, reason: "'/nowhere' does not exist" },
    ])("'parapet $line' exits with $code and the reason", async ({ line, code, reason }) => {
      const ended = await installation.command(line.split(" "));
      expect([ended.code, ended.stdout]).toEqual([code, ""]);
      expect(ended.stderr).toContain(reason);
    });

    it("a key of another domain can be neither rotated nor revoked", async () => {
      const { key, key_id: keyId } = await installation.json<IssuedKey>(["key", "create", "--domain", "northwind"]);
      expect((await installation.command(["key", "revoke", "--domain", "contoso", keyId])).code).toBe(1);
      expect((await installation.command(["key", "rotate", "--domain", "contoso", keyId])).code).toBe(1);
      expect(await statusOf(running, "/whoami", key)).toBe(200);
    });

    it("a key works only for its scopes and from its addresses", async () => {
      const create = ["key", "create", "--domain", "northwind"];
      const narrow = await installation.json<IssuedKey>([...create, "--scopes", "users:read"]);
      expect(await statusOf(running, "/users", narrow.key)).toBe(200);
      expect(await statusOf(running, "/cases", narrow.key)).toBe(403);
      const away = await installation.json<IssuedKey>([...create, "--allow-from", "192.0.2.0/24,2001:db8::/32"]);
      expect(await statusOf(running, "/users", away.key)).toBe(403);
      const near = await installation.json<IssuedKey>([...create, "--allow-from", "127.0.0.0/8"]);
      expect(await statusOf(running, "/users", near.key)).toBe(200);
    });

    it("a rotation without overlap ends the old key at once", async () => {
      const old = await installation.json<IssuedKey>(["key", "create", "--domain", "northwind"]);
      expect(await statusOf(running, "/whoami", old.key)).toBe(200);
      const rotation = ["key", "rotate", "--domain", "northwind", old.key_id, "--overlap", "0m"];
      const young = await installation.json<IssuedKey>(rotation);
      expect(await statusOf(running, "/whoami", old.key)).toBe(401);
      expect(await statusOf(running, "/whoami", young.key)).toBe(200);
    });
  });
});
