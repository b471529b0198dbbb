import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_TABLE } from "../../src/cli/command-table.ts";
import { createInstallation, type Installation } from "../support/installation.ts";
import { createTestFolder, userRecord } from "../support/records.ts";

interface Entry {
  readonly sequence: number;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly origin: string;
  readonly action: string;
  readonly target: { readonly kind: string; readonly id: string };
  readonly hash: string;
}

interface Listed {
  readonly entries: readonly Entry[];
  readonly next_before: number | null;
}

let installation: Installation;
let scratch: string;
beforeAll(async () => {
  installation = await createInstallation({ migrated: true });
  scratch = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(async () => {
  await installation.remove();
  await rm(scratch, { recursive: true, force: true });
});

const words = (line: string): readonly string[] => line.split(" ");
const list = (more = ""): Promise<Listed> => installation.json(words(`audit list --domain northwind${more}`));
const listShared = (): Promise<Listed> => installation.json(words("audit list --installation --limit 1000"));
const done = async (line: string) => {
  const finished = await installation.command(words(line));
  expect([line, finished.code, finished.stderr]).toEqual([line, 0, expect.anything()]);
  return finished.stdout.trim();
};

describe("audit logs of all commands", { shuffle: false }, () => {
  describe("every command", () => {
    /** Commands that change no state of a domain, or none that is kept. */
    const READ_ONLY = [
      "admin list",
      "audit export",
      "audit list",
      "audit verify",
      "backup",
      "cases explain",
      "connector list",
      "connector test",
      "doctor",
      "domain list",
      "domain show",
      "evaluate",
      "export",
      "key list",
      "openapi",
      "retention show",
      "rows show",
      "rules check",
      "rules list",
      "rules show",
      "rules test",
      "synth",
    ];
    /**
     * Commands that act on a whole installation or serve; what they do to a domain is an action with its own entry, as
     * those of `restore` and `move`, which their own tests cover.
     */
    const WHOLE = ["demo", "distribute", "migrate", "move", "restore", "serve"];
    /** Commands that change what belongs to no domain, with the action that is recorded in the log of the installation. */
    const ON_INSTALLATION: readonly (readonly [command: string, line: string, action: string])[] = [
      ["admin create", "admin create --email maya@northwind.example --operator", "account.create"],
      ["admin create", "admin create --email jon@northwind.example --domain northwind", "account.invite"],
      ["admin create", "admin create --email ana@northwind.example --operator", "account.create"],
      ["admin demote", "admin demote ana@northwind.example", "account.operator"],
      ["admin reset", "admin reset jon@northwind.example", "account.reset"],
      ["admin disable", "admin disable jon@northwind.example", "account.disable"],
      ["admin enable", "admin enable jon@northwind.example", "account.enable"],
      ["secret replace", "secret replace --yes", "secret.replace"],
    ];

    it("that changes a domain leaves the entry that is listed for it", async () => {
      await installation.json(words("domain create northwind"));
      const folder = await createTestFolder();
      await folder.write("users.ndjson", [userRecord(1)]);
      const rows = join(scratch, "rows.ndjson");
      await writeFile(rows, '{"SyslogMessage":"x"}\n');
      const { key_id: first } = await installation.json<{ key_id: string }>(words("key create --domain northwind"));
      const drop = await mkdtemp(join(scratch, "drop-"));
      const steps: readonly (readonly [command: string, line: string, action: string])[] = [
        ["key create", "key create --domain northwind --name siem", "api_key.create"],
        ["key rotate", `key rotate --domain northwind ${first}`, "api_key.rotate"],
        ["key revoke", `key revoke --domain northwind ${first}`, "api_key.revoke"],
        ["connector add", `connector add --domain northwind file_drop folder=${drop}`, "connector.configure"],
        ["connector poll", "connector poll --domain northwind file_drop", "connector.poll"],
        ["connector disable", "connector disable --domain northwind file_drop", "connector.disable"],
        ["connector enable", "connector enable --domain northwind file_drop", "connector.enable"],
        ["connector remove", "connector remove --domain northwind file_drop", "connector.remove"],
        ["ingest", `ingest --domain northwind --table Syslog ${rows}`, "rows.ingest"],
        ["import", `import --domain northwind ${folder.path}`, "records.import"],
        ["analyze", "analyze --domain northwind", "domain.analyze"],
        ["rebuild", "rebuild --domain northwind", "domain.rebuild"],
        ["retention set", "retention set --domain northwind 30", "rows.retention"],
        ["domain set", "domain set northwind --external-api off", "domain.update"],
      ];
      const covered = ["domain create", "domain delete", ...[...steps, ...ON_INSTALLATION].map(([command]) => command)];
      const known = COMMAND_TABLE.flatMap((entry) =>
        "subcommands" in entry ? entry.subcommands.map(({ name }) => `${entry.name} ${name}`) : [entry.name],
      );
      expect(known.filter((name) => ![...READ_ONLY, ...WHOLE, ...covered].includes(name))).toEqual([]);
      for (const [, line] of steps) await done(line);
      const entries = [...(await list(" --limit 100")).entries].reverse();
      expect(entries.map(({ action }) => action)).toEqual([
        "domain.create",
        "api_key.create",
        ...steps.map(([, , action]) => action),
      ]);
      const actor = { kind: "operator", id: userInfo().username };
      for (const entry of entries) expect(entry).toMatchObject({ actor, origin: `cli@${hostname()}` });
      await folder.remove();
    });

    it.each(ON_INSTALLATION)(
      "that changes what belongs to no domain leaves an entry: %s",
      async (command, line, action) => {
        const before = (await listShared()).entries[0]?.sequence ?? 0;
        // The secret is not replaced by itself.
        if (command === "secret replace") await rm(join(installation.dataDir, "secret"));
        await done(line);
        const added = (await listShared()).entries.filter(({ sequence }) => sequence > before);
        expect(added.map((entry) => entry.action)).toContain(action);
        const actor = { kind: "operator", id: userInfo().username };
        for (const entry of added) expect(entry).toMatchObject({ actor, origin: `cli@${hostname()}` });
      },
    );
  });

  describe("the log of the installation", () => {
    it("is listed by filters, with the email addresses of accounts for people", async () => {
      const { entries } = await listShared();
      expect(entries.at(-1)).toMatchObject({ sequence: 1, target: { kind: "account" } });
      const text = await done("audit list --installation --action account.disable");
      expect(text).toMatch(
        / {2}account\.disable {2}account \S{36} \(jon@northwind\.example\) {2}\{"disabled_at":null\} -> /,
      );
    });

    it("is exported and verified, from the database and from the file", async () => {
      const file = join(scratch, "installation.ndjson");
      await done(`audit export --installation ${file}`);
      const online = await installation.json<{ entries: number; head: string }>(words("audit verify --installation"));
      expect(online).toMatchObject({ ok: true, entries: (await listShared()).entries.length });
      expect(await installation.json(words(`audit verify ${file}`))).toEqual({ ...online, ok: true, broken: null });
      await done(`audit verify --installation --expect-hash ${online.head}`);
    });

    it("is verified by doctor, with the log of every domain", async () => {
      const { stdout } = await installation.command(["doctor"]);
      expect(stdout).toMatch(/^ok {4}audit logs: 2 logs with \d+ entries, intact$/m);
    });

    it.each(["list", "export", "verify"])(
      "audit %s refuses a command line that names two logs, or none",
      async (name) => {
        const refusal = async (more: string) => {
          const { code, stderr } = await installation.command(words(`audit ${name}${more}`));
          expect([more, code]).toEqual([more, 2]);
          return stderr;
        };
        const naming = /--domain NAME.*--installation/;
        expect(await refusal(" --domain northwind --installation")).toMatch(naming);
        expect(await refusal("")).toMatch(naming);
      },
    );

    it("audit verify refuses a file beside a log of the database", async () => {
      for (const log of ["--domain northwind", "--installation"]) {
        const { code, stderr } = await installation.command(words(`audit verify ${log} audit.ndjson`));
        expect([code, stderr]).toEqual([2, expect.stringMatching(/--domain NAME.*--installation.*FILE/)]);
      }
    });
  });

  describe("audit list", () => {
    beforeAll(async () => {
      await installation.start(["serve"]);
    });

    it("filters by action, actor and time, and continues where a list was cut off", async () => {
      const all = (await list(" --limit 1000")).entries;
      expect(all.at(-1)).toMatchObject({ sequence: 1, action: "domain.create" });
      expect((await list(" --action api_key.revoke")).entries.map(({ action }) => action)).toEqual(["api_key.revoke"]);
      expect((await list(" --actor nobody")).entries).toEqual([]);
      expect((await list(" --since 1h --limit 1000")).entries).toHaveLength(all.length);
      expect((await list(" --since 2999-01-01T00:00:00Z")).entries).toEqual([]);
      const first = await list(" --limit 5");
      const second = await list(` --limit 1000 --before ${first.next_before}`);
      expect([...first.entries, ...second.entries]).toEqual(all);
      expect(second.next_before).toBeNull();
    });

    it("prints one line per entry for people", async () => {
      const text = await done("audit list --domain northwind --action domain.create");
      expect(text).toMatch(
        /^1 {2}\S+Z {2}operator .* from cli@.* {2}domain\.create {2}domain .* null -> \{"name":"northwind"\}$/,
      );
    });

    it.each([
      ["--action nothing", "is not one of"],
      ["--since soon", "is not a time such as 30m, 24h or 90d, nor an RFC 3339 date-time such as 2026-"],
      ["--limit 0", "is not a number from 1 to 1000"],
    ])("refuses %s with the remedy", async (option, reason) => {
      const { code, stderr } = await installation.command(words(`audit list --domain northwind ${option}`));
      expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
    });
  });

  describe("audit verify and export", () => {
    it("an intact chain is confirmed with its head, from the database and from an exported file", async () => {
      const file = join(scratch, "audit.ndjson");
      await done(`audit export --domain northwind ${file}`);
      const online = await installation.json<{ entries: number; head: string }>(
        words("audit verify --domain northwind"),
      );
      expect(await installation.json(words(`audit verify ${file}`))).toEqual({ ...online, ok: true, broken: null });
      expect(await done("audit export --domain northwind")).toBe((await readFile(file, "utf8")).trim());
      await done(`audit verify --domain northwind --expect-hash ${online.head}`);
      const { code, stdout } = await installation.command(
        words(`audit verify --domain northwind --expect-hash ${"0".repeat(64)}`),
      );
      expect([code, stdout]).toEqual([1, expect.stringContaining("no entry has the expected hash")]);
    });

    it("an export does not overwrite a file", async () => {
      const { code, stderr } = await installation.command(
        words(`audit export --domain northwind ${join(scratch, "audit.ndjson")}`),
      );
      expect([code, stderr]).toEqual([1, expect.stringContaining("already exists; name another file")]);
    });

    it("a changed, a removed and an unreadable line are found with their number and exit code 1", async () => {
      const lines = (await readFile(join(scratch, "audit.ndjson"), "utf8")).trim().split("\n");
      const file = join(scratch, "forged.ndjson");
      const verify = async (forged: readonly string[]) => {
        await rm(file, { force: true });
        await appendFile(file, `${forged.join("\n")}\n`);
        const { code, stdout } = await installation.command(words(`audit verify ${file}`));
        return [code, stdout.trim()];
      };
      expect(await verify(lines)).toEqual([0, expect.stringContaining("intact")]);
      const changed = lines.map((line, at) => (at === 2 ? line.replace("siem", "other") : line));
      expect(await verify(changed)).toEqual([1, expect.stringContaining("broken at entry 3: its hash does not match")]);
      expect(await verify(lines.filter((_, at) => at !== 3))).toEqual([
        1,
        "The chain is broken at entry 4: it is missing: entry 5 follows 3.",
      ]);
      const cut = lines.map((line, at) => (at === 1 ? line.slice(0, -5) : line));
      expect(await verify(cut)).toEqual([1, expect.stringContaining("broken at entry 2: it is unreadable")]);
    });
  });
});
