import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_TABLE } from "../../src/cli/command-table.ts";
import { EXIT_CODES } from "../../src/cli/exit-codes.ts";
import { SETTINGS } from "../../src/config/settings.ts";
import { BASE_PATH, publicEndpoints } from "../../src/contract/endpoints.ts";
import { type Finished, launchProgram } from "../support/installation.ts";
import { runCommand } from "../support/run-command.ts";

/** Every command by the words that name it, and every group of commands. */
const COMMANDS = COMMAND_TABLE.flatMap((entry) =>
  "subcommands" in entry ? entry.subcommands.map(({ name }) => `${entry.name} ${name}`) : [entry.name],
);
const GROUPS = COMMAND_TABLE.filter((entry) => "subcommands" in entry);
const UNREACHABLE = "postgres://parapet:hunter2-of-the-database@127.0.0.1:1/parapet";

let folder: string;
let dataDir: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ppt-"));
  dataDir = join(folder, "data");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command line in this process; none of these reaches a database. */
async function run(line: string, env: Record<string, string> = {}): Promise<Finished> {
  const argv = line.split(" ").filter(Boolean);
  const { code, stdout, stderr } = await runCommand(argv, { PARAPET_DATA_DIR: dataDir, ...env });
  return { code, stdout, stderr: stderr.trimEnd() };
}

describe("help", () => {
  it.each(["--help", "-h", "help", ""])("'parapet %s' lists every command and the exit codes", async (line) => {
    const { code, stdout, stderr } = await run(line);
    expect([code, stderr]).toEqual([0, ""]);
    for (const { name } of COMMAND_TABLE) expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, "m"));
    for (const { code: number, meaning } of Object.values(EXIT_CODES)) {
      expect(stdout).toMatch(new RegExp(`^  ${number} +${meaning}$`, "m"));
    }
  });

  it.each(COMMANDS)("'parapet %s --help' shows examples before anything else about the command", async (command) => {
    const { code, stdout } = await run(`${command} --help`);
    expect(code).toBe(0);
    expect(stdout.split("\n\n")[1]).toMatch(new RegExp(`^Examples:\n +.*parapet ${command}`));
    expect(stdout.indexOf("Usage:")).toBeGreaterThan(stdout.indexOf("Examples:"));
    expect(stdout).toContain("--data-dir");
    const usage = /Usage:\n((?: .+\n)+)/.exec(stdout)?.[1] ?? "";
    for (const line of usage.trimEnd().split("\n")) expect(line.split(`parapet ${command}`)).toHaveLength(2);
  });

  it.each(COMMANDS)("'parapet %s --help' shows --port and --host only if the command listens", async (command) => {
    const listens = ["serve", "demo"].includes(command);
    const { stdout } = await run(`${command} --help`);
    expect([/^ +--port /m.test(stdout), /^ +--host /m.test(stdout)]).toEqual([listens, listens]);
  });

  it.each(GROUPS)("'parapet $name --help' lists its subcommands", async ({ name, subcommands }) => {
    const { code, stdout } = await run(`${name} --help`);
    expect(code).toBe(0);
    for (const entry of subcommands) expect(stdout).toMatch(new RegExp(`^  ${name} ${entry.name} +\\w`, "m"));
  });

  it.each(["key", "key create", "serve"])("'parapet help %s' is the same as with --help", async (command) => {
    expect(await run(`help ${command}`)).toEqual(await run(`${command} --help`));
  });

  it.each(["serve --help", "help settings"])("'parapet %s' is given whatever the settings are", async (line) => {
    expect((await run(line, { PARAPET_PORT: "many", PARAPET_X: "y" })).code).toBe(0);
  });

  it("'parapet help settings' lists every setting in plain text, and the overview names it", async () => {
    const { code, stdout } = await run("help settings");
    expect(code).toBe(0);
    for (const name of Object.keys(SETTINGS)) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S.*\\(default: `, "m"));
    expect(stdout).not.toMatch(/[`\]]/);
    expect(stdout).toContain("PARAPET_API_KEY");
    expect((await run("--help")).stdout).toContain("'parapet help settings'");
  });
});

describe("wrong usage", () => {
  it.each([
    ["keys", "key"],
    ["imports", "import"],
    ["dom", "domain"],
    ["migrations", "migrate"],
  ])("the unknown command '%s' suggests '%s'", async (typed, meant) => {
    const { code, stderr } = await run(typed);
    expect(code).toBe(2);
    expect(stderr).toBe(`parapet: there is no command '${typed}'; did you mean '${meant}'? (see parapet --help)`);
  });

  it("an unknown subcommand suggests one of its group, and names the help of the group", async () => {
    expect(await run("key rotat --domain a")).toEqual({
      code: 2,
      stdout: "",
      stderr: "parapet: there is no command 'key rotat'; did you mean 'rotate'? (see parapet key --help)",
    });
  });

  it.each([
    ["serve --prot 80", "--prot", "--port"],
    ["key create --domian a", "--domian", "--domain"],
    ["domain list --jsn", "--jsn", "--json"],
    ["domain list --data-dri x", "--data-dri", "--data-dir"],
    ["domain delete a --yess", "--yess", "--yes"],
  ])("'parapet %s' suggests the option that was meant", async (line, typed, meant) => {
    const { code, stderr } = await run(line);
    expect(code).toBe(2);
    expect(stderr).toContain(`there is no option '${typed}'; did you mean '${meant}'? (see parapet `);
  });

  it.each([
    [
      "ingest --domain a --table Syslog --connector crowdstrke -",
      "there is no connector type 'crowdstrke'; did you mean",
    ],
    ["ingest --domain a --table Syslog --connector okta -", "--connector: 'okta' is polled"],
    ["connector add --domain a fil_drop", "there is no connector type 'fil_drop'; did you mean 'file_drop'?"],
    ["connector test --domain a fil_drop", "there is no connector type 'fil_drop'; did you mean 'file_drop'?"],
    ["connector remove --domain a fil_drop", "there is no connector type 'fil_drop'; did you mean 'file_drop'?"],
    ["connector disable --domain a fil_drop", "there is no connector type 'fil_drop'; did you mean 'file_drop'?"],
  ])("'parapet %s' exits with 2 and names the connector type that was meant", async (line, reason) => {
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });

  it.each([
    ["domain create A%20b", "NAME is 'A b', expected the name of a domain: 1 to 63 lower-case letters"],
    ["domain create .a", "NAME is '.a'"],
    ["domain show A%20b", "NAME is 'A b'"],
    ["domain set A%20b --external-api off", "NAME is 'A b'"],
    ["domain delete A%20b --yes", "NAME is 'A b'"],
    ["key list --domain A%20b", "--domain is 'A b', expected the name of a domain"],
    ["rebuild --domain A%20b", "--domain is 'A b'"],
    ["rules list --domain A%20b", "--domain is 'A b'"],
    ["serve --host=", "--host is empty"],
    ["domain list --data-dir=", "--data-dir is empty"],
    ["rebuild --domain=", "--domain is empty"],
    ["move --to mysql://db/x", "--to is not a URL that starts with postgres://"],
    ["evaluate ./rows --database-url db", "--database-url is not a URL that starts with postgres://"],
    ["evaluate ./rows --split 0", "--split takes a whole number"],
    ["evaluate ./rows --min-recall 2", "--min-recall takes a number from 0 to 1"],
    ["openapi other", "unexpected 'other'"],
    ["rows show --domain a --table Sylog x", "did you mean 'Syslog'?"],
    ["retention set --domain a --table Sylog 30", "did you mean 'Syslog'?"],
    ["retention set --domain a 0", "DAYS: '0' is not a whole number from 1 to 3650"],
  ])("the value in 'parapet %s' cannot be right: it exits with 2 before it opens anything", async (line, reason) => {
    const argv = line.split(" ").map(decodeURIComponent);
    const { code, stderr } = await runCommand(argv, { PARAPET_DATA_DIR: dataDir });
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it("an unknown command that is like none suggests none", async () => {
    expect((await run("frobnicate")).stderr).toBe("parapet: there is no command 'frobnicate' (see parapet --help)");
  });

  it.each([
    ["serve --color", "--color"],
    ["serve now", "unexpected 'now'"],
    ["demo now", "unexpected 'now'"],
    ["migrate now", "unexpected 'now'"],
    ["rebuild northwind", "unexpected 'northwind'"],
    ["openapi now", "unexpected 'now'"],
    ["doctor now", "unexpected 'now'"],
    ["domain", "'domain' needs a subcommand: create, list"],
    ["domain create", "expected NAME"],
    ["domain create a b", "unexpected 'b'"],
    ["domain frobnicate a", "there is no command 'domain frobnicate'"],
    ["key", "'key' needs a subcommand: create,"],
    ["key create", "--domain is required"],
    ["key list", "--domain is required"],
    ["key rotate a1B2c3D4", "--domain is required"],
    ["key revoke a1B2c3D4", "--domain is required"],
    ["key create --domain a b c", "unexpected 'b'"],
    ["key revoke --domain a", "expected KEY_ID"],
    ["import ./records", "--domain is required"],
    ["import --domain a", "expected FOLDER"],
    ["export --domain a ./b ./c", "unexpected './c'"],
    ["export ./records", "--domain is required"],
  ])("'parapet %s' exits with 2 and the reason", async (line, reason) => {
    const { code, stdout, stderr } = await run(line);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain("\n");
  });

  it.each([
    ["--scopes cases:write", "--scopes: 'cases:write' is not one of cases:read,"],
    ["--scopes cases:read,", "--scopes: '' is not one of"],
    ["--expires soon", "--expires: 'soon' is not a time such as 30m, 24h or 90d"],
    ["--expires 90", "--expires: '90' is not a time"],
    ["--expires -1d", "--expires"],
    ["--expires 0d", "--expires: the lifetime of a key must be longer than 0"],
    ["--expires 9999d", "--expires: '9999d' is not a time"],
    ["--allow-from example.com", "--allow-from: 'example.com' is not an address or CIDR block"],
    ["--allow-from 10.0.0.0/33", "--allow-from: '10.0.0.0/33' is not"],
    ["--allow-from 10.0.0.0/8,::/129", "--allow-from: '::/129' is not"],
    ["--allow-from fe80::1%eth0", "--allow-from: 'fe80::1%eth0' is not"],
    ["--allow-from=", "--allow-from is empty"],
    ["--overlap 1h", "there is no option '--overlap'"],
  ])("'key create --domain a %s' exits 2 and names the option", async (options, reason) => {
    const { code, stderr } = await run(`key create --domain a ${options}`);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });

  it.each([
    ["--overlap 8d", "--overlap: at most 7d"],
    ["--overlap long", "--overlap: 'long' is not a time"],
    ["--scopes cases:read", "there is no option '--scopes'"],
    ["--allow-from 10.0.0.1", "there is no option '--allow-from'"],
  ])("'key rotate --domain a KEY_ID %s' exits 2 and names the option", async (options, reason) => {
    const { code, stderr } = await run(`key rotate --domain a a1B2c3D4 ${options}`);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });
});

describe("wrong settings", () => {
  it.each([
    ["PARAPET_PORT", "many"],
    ["PARAPET_PORT", "65536"],
    ["PARAPET_METRICS_PORT", "-1"],
    ["PARAPET_DATABASE_URL", "mysql://parapet:hunter2-in-a-url@db/parapet"],
    ["PARAPET_DATABASE_URL", "hunter2-in-a-url"],
    ["PARAPET_REDIS_URL", "http://:hunter2-in-a-url@cache"],
    ["PARAPET_SECRET", "hunter2-too-short"],
    ["PARAPET_LOG_LEVEL", "loud"],
    ["PARAPET_DRAIN_MS", "2s"],
    ["PARAPET_TRUSTED_PROXIES", "10.0.0.0/8, proxy.example"],
  ])("%s='%s' exits 78 with one line that names the variable and shows no secret", async (name, value) => {
    const { code, stdout, stderr } = await run("serve", { [name]: value });
    expect([code, stdout]).toEqual([78, ""]);
    expect(stderr).toMatch(new RegExp(`^parapet: ${name} [^\n]+$`));
    expect(stderr).not.toContain("hunter2");
  });

  it("a wrong --port is wrong usage, as every other option", async () => {
    const { code, stderr } = await run("serve --port many", { PARAPET_PORT: "8080" });
    expect(code).toBe(2);
    expect(stderr).toBe("parapet: --port is 'many', expected a port from 0 to 65535 (see parapet serve --help)");
  });

  it.each(["domain list", "key create --domain a", "serve", "demo"])(
    "a data folder that cannot be created makes '%s' exit with 78 and one line",
    async (line) => {
      const { code, stderr } = await run(line, { PARAPET_DATA_DIR: "/dev/null/data" });
      expect(code).toBe(78);
      expect(stderr).toMatch(/^parapet: the data folder '[^']+' cannot be created or opened \(ENOTDIR\); [^\n]+$/);
    },
  );

  it("serve refuses the data folder of the demo with 78", async () => {
    const demo = join(folder, "with-demo", "demo");
    mkdirSync(demo, { recursive: true, mode: 0o700 });
    writeFileSync(join(demo, "parapet.demo"), "");
    const { code, stderr } = await run("serve", { PARAPET_DATA_DIR: demo });
    expect([code, stderr]).toEqual([78, expect.stringContaining(`'${demo}' is the demo's`)]);
  });

  it.each([
    ["PARAPET_DATABSE_URL", "did you mean PARAPET_DATABASE_URL?"],
    ["PARAPET_DATADIR", "did you mean PARAPET_DATA_DIR?"],
    ["PARAPET_LOGLEVEL", "did you mean PARAPET_LOG_LEVEL?"],
    ["PARAPET_X", "see the settings with: parapet help settings"],
  ])("the unknown variable %s exits 78 in every command with '%s'", async (name, remedy) => {
    for (const line of ["serve", "doctor", "openapi", "key list --domain a"]) {
      const { code, stdout, stderr } = await run(line, { [name]: "hunter2" });
      expect([code, stdout, stderr]).toEqual([78, "", `parapet: there is no setting ${name}; ${remedy}`]);
    }
  });

  it.each([
    "PARAPET_API_KEY",
    "PARAPET_TEST_DATABASE_URL",
    "PARAPET_SERVICE_HOST",
    "PARAPET_PORT_8080_TCP_ADDR",
    "PARAPETS",
  ])("the variable %s of another program is ignored", async (name) => {
    expect(await run("openapi", { [name]: "x" })).toMatchObject({ code: 0, stderr: "" });
  });
});

it("serve warns about a PARAPET_OWNER_DATABASE_URL that it does not need, without showing it", async () => {
  const env = { PARAPET_DATABASE_URL: UNREACHABLE, PARAPET_OWNER_DATABASE_URL: UNREACHABLE };
  const { stderr } = await run("serve", env);
  expect(stderr.split("\n")[0]).toMatch(/^PARAPET_OWNER_DATABASE_URL is set, and serve does not need it: remove it/);
  expect(stderr).not.toContain("hunter2");
});

describe("a database or Redis that cannot be reached", () => {
  const env = {
    PARAPET_DATABASE_URL: UNREACHABLE,
    PARAPET_REDIS_URL: "redis://:hunter2-of-redis@127.0.0.1:1",
    PARAPET_SECRET: "hunter2-with-thirty-two-characters",
  };

  it.each(["serve", "domain list", "key list --domain a"])("fails 'parapet %s' with 1 and one line", async (line) => {
    const { code, stdout, stderr } = await run(line, env);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^parapet: [^\n]*ECONNREFUSED[^\n]*$/);
    expect(stderr).not.toContain("hunter2");
  });

  it("is what doctor finds, for people and for machines, without a secret", async () => {
    const result = await run("doctor", env);
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/^ok {4}data folder: .* free\)$/m);
    expect(result.stdout).toMatch(/^FAIL {2}database: .*ECONNREFUSED/m);
    expect(result.stdout).toMatch(/^FAIL {2}redis: .*ECONNREFUSED/m);
    const { code, stdout } = await run("doctor --json", env);
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean }[] };
    expect(findings.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(["database", "redis"]);
    expect(result.stdout + result.stderr + stdout).not.toContain("hunter2");
  });

  it("a data folder that cannot be one is what doctor finds", async () => {
    const { code, stdout } = await run("doctor", { ...env, PARAPET_DATA_DIR: "/dev/null/data" });
    expect(code).toBe(78);
    expect(stdout).toMatch(/^FAIL {2}data folder: '\/dev\/null' is not a folder$/m);
  });
});

describe("the program itself", () => {
  const launch = (...args: string[]) => launchProgram(args, { PARAPET_DATA_DIR: dataDir });

  it("ends with the exit code of the mistake", async () => {
    const ended = await Promise.all([
      launch("frobnicate").ended,
      launchProgram(["openapi"], { PARAPET_PORT: "x" }).ended,
    ]);
    expect(ended.map(({ code }) => code)).toEqual([2, 78]);
    expect(ended.map(({ stderr }) => stderr.trimEnd().split("\n").length)).toEqual([1, 1]);
  });

  it("--version prints the package's version", async () => {
    const { version } = (await import("../../package.json", { with: { type: "json" } })).default;
    expect(await launch("--version").ended).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("openapi prints the whole document", async () => {
    const { code, stdout, stderr } = await launch("openapi").ended;
    expect([code, stderr]).toEqual([0, ""]);
    const document = JSON.parse(stdout) as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(document.openapi).toMatch(/^3\.1\./);
    const operations = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap((operation) => (operation as { operationId?: string }).operationId ?? []),
    );
    expect(operations.sort()).toEqual(Object.keys(publicEndpoints).sort());
    expect(stdout).toContain(BASE_PATH);
  });

  it("a reader that leaves early is no failure", async () => {
    const { child, ended } = launch("openapi");
    child.stdout?.once("data", () => child.stdout?.destroy());
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });
});
