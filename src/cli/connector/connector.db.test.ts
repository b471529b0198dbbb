import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { type CommandResult, runCommand } from "../../../test/support/run-command.ts";
import { API_TOKEN, type OktaVendor, startOkta } from "../../../test/support/vendors/okta.ts";
import { createDomain } from "../../actions/create-domain.ts";
import { systemClock } from "../../runtime/clock.ts";
import { newId } from "../../runtime/ids.ts";

let opened: TestDatabase;
let vendor: OktaVendor;
let folder: string;
let domain: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  vendor = await startOkta();
  folder = await mkdtemp(join(tmpdir(), "ppt-"));
});
afterAll(async () => {
  await vendor.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  domain = `d${newId()}`;
  await createDomain({ database: opened.database, clock: systemClock, actor: TEST_ACTOR }, domain);
  vendor.events.length = 0;
});

const connector = (...words: readonly string[]): Promise<CommandResult> => connectorWith({}, ...words);

async function connectorWith(env: Record<string, string>, ...words: readonly string[]): Promise<CommandResult> {
  const result = await runCommand(["connector", ...words, "--domain", domain], {
    PARAPET_DATABASE_URL: opened.databaseUrl,
    PARAPET_DATA_DIR: opened.dataDir ?? folder,
    PARAPET_SECRET: "a secret for tests, thirty-two characters and more",
    PARAPET_CONNECTOR_ADDRESSES: "127.0.0.1",
    OKTA_TOKEN: API_TOKEN,
    ...env,
  });
  expect(result.stdout + result.stderr).not.toContain(API_TOKEN);
  return result;
}

const addOkta = (...more: readonly string[]) =>
  connector("add", "okta", `org_url=${vendor.address}`, "api_token=env:OKTA_TOKEN", ...more);

function givenEvent(): void {
  vendor.events.push({
    uuid: newId(),
    published: new Date(Date.now() - 3_600_000).toISOString(),
    eventType: "user.session.start",
    actor: { id: "00u1", type: "User", alternateId: "maya.ito@northwind.example" },
    outcome: { result: "SUCCESS" },
  });
}

async function listed(): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse((await connector("list", "--json")).stdout);
}

describe("connector add keeps a stored secret", () => {
  test("only for the address that it was entered for, and the settings stay as they are otherwise", async () => {
    expect(await addOkta()).toMatchObject({ code: 0 });
    const moved = await connector("add", "okta", "org_url=https://northwind.okta.example");
    expect([moved.code, moved.stderr]).toEqual([
      1,
      expect.stringContaining("enter the secret 'api_token' again: the stored one belongs to another address"),
    ]);
    expect((await connector("list", "--json")).stdout).toContain(vendor.address);
    const again = ["org_url=https://northwind.okta.example", "api_token=env:OKTA_TOKEN"];
    expect(await connector("add", "okta", ...again)).toMatchObject({ code: 0 });
  });

  test("and no secret goes without encryption to an address that is not listed", async () => {
    const add = (url: string, env: Record<string, string> = {}) =>
      connectorWith(env, "add", "okta", `org_url=${url}`, "api_token=env:OKTA_TOKEN");
    for (const [url, listed] of [
      ["http://192.0.2.1", "127.0.0.1"],
      ["http://northwind.okta.example", ""],
    ] as const) {
      const { code, stderr } = await add(url, { PARAPET_CONNECTOR_ADDRESSES: listed });
      expect([code, stderr]).toEqual([1, expect.stringContaining("would be reached without encryption; use https")]);
    }
  });
});

describe("setting up", () => {
  test("a connector is added, listed without its secret, and changed by naming what changes", async () => {
    const added = await addOkta();
    expect(added.code).toBe(0);
    expect(added.stderr).toContain(`Try it with: parapet connector test --domain ${domain} okta\n`);
    expect(await listed()).toMatchObject([
      {
        connector_type: "okta",
        status: "pending",
        enabled: true,
        pulled: true,
        settings: { org_url: vendor.address, backfill_days: "14" },
        secrets: ["api_token"],
      },
    ]);
    expect((await connector("add", "okta", "backfill_days=3")).code).toBe(0);
    const [changed] = await listed();
    expect(changed).toMatchObject({ settings: { backfill_days: "3" }, secrets: ["api_token"] });
    expect((await connector("list")).stdout).toMatch(/^okta +pending +pulled +last success never\n$/);
  });

  test("a secret comes from a file or a variable, never from the command line, and is never quoted", async () => {
    const file = join(folder, "token");
    await writeFile(file, `${API_TOKEN}\n`);
    expect((await connector("add", "okta", `org_url=${vendor.address}`, `api_token=file:${file}`)).code).toBe(0);
    expect(await connector("test", "okta")).toMatchObject({ code: 0 });
    const literal = await connector("add", "okta", "api_token=hunter2-in-plain");
    expect(literal).toMatchObject({ code: 2 });
    expect(literal.stderr).toContain("api_token=env:VARIABLE");
    expect(literal.stderr).not.toContain("hunter2");
    const misplaced = await connector("add", "okta", "hunter2-in-plain");
    expect(misplaced.code).toBe(2);
    expect(misplaced.stderr).not.toContain("hunter2");
    for (const place of ["env:NO_SUCH", "file:/no/such/file"]) {
      expect((await connector("add", "okta", `api_token=${place}`)).code).toBe(1);
    }
  });

  test("a private key comes with its line breaks, or as a variable of one line", async () => {
    const { private_key: pem = "", client_id: clientId = "" } = vendor.appSettings;
    for (const key of [pem, pem.replaceAll("\n", "\r\n"), pem.trim().replaceAll("\n", "\\n")]) {
      const words = ["add", "okta", `org_url=${vendor.address}`, `client_id=${clientId}`, "private_key=env:OKTA_KEY"];
      expect((await connectorWith({ OKTA_KEY: key }, ...words)).code).toBe(0);
      expect(await connector("test", "okta")).toMatchObject({ code: 0 });
    }
  });

  test("a type or setting that does not exist is wrong usage, reported in one line", async () => {
    const refused = async (...words: readonly string[]) => {
      const { code, stderr } = await connector("add", ...words);
      expect([code, stderr.trimEnd().split("\n").length]).toEqual([2, 1]);
      return stderr;
    };
    expect(await refused("okta", "nonsense=1")).toMatch(/has no setting 'nonsense'; it has org_url/);
    expect(await refused("okta")).toMatch(/'org_url' is missing/);
    expect(await refused("syslog")).toMatch(/not pulled: send its rows to the ingest API/);
    expect(await refused("no_such_type")).toMatch(/there is no connector type/);
    expect(await refused("fil_drop")).toMatch(/there is no connector type 'fil_drop'; did you mean 'file_drop'\?/);
    expect(await refused("file_drop", "foldr=/x")).toMatch(/file_drop has no setting 'foldr'; did you mean 'folder'\?/);
    expect(await refused("file_drop", "folder=relative")).toMatch(/not an absolute path/);
    expect(await refused("log_analytics", "tenant_id=x")).toMatch(/tenant_id='x' is not a UUID/);
    expect((await connector("sing", "okta")).code).toBe(2);
    expect((await connector("poll", "okta", "word")).code).toBe(2);
    expect((await connector("poll", "okta")).stderr).toMatch(/is not set up/);
  });
});

describe("trying and polling", () => {
  test("a test reads a page and stores nothing", async () => {
    await addOkta();
    givenEvent();
    const { code, stdout, stderr } = await connector("test", "okta", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(stderr).toMatch(/Nothing was stored/);
    expect(await listed()).toMatchObject([{ status: "pending", polled_at: null }]);
  });

  test("a test that fails reports the reason and exits with 1", async () => {
    await addOkta();
    vendor.disturb("/api/v1/users", { status: 401, body: { errorCode: "E0000011" } }, { status: 401 });
    const { code, stdout } = await connector("test", "okta", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problem: expect.stringMatching(/^bad_credentials: /) });
  });

  test("a poll stores what there is and moves the record", async () => {
    await addOkta();
    givenEvent();
    const first = await connector("poll", "okta", "--json");
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ ok: true, accepted: 1 });
    expect((await connector("poll", "okta")).stderr).toMatch(/^okta: 0 new, 0 known/);
    expect(await listed()).toMatchObject([{ status: "active", problem: null }]);
    vendor.disturb("/api/v1/users", { status: 403 });
    expect((await connector("poll", "okta")).code).toBe(1);
    expect((await connector("list")).stdout).toMatch(/not_permitted: .* \(1 in a row\)/);
  });

  test("a test of a host that cannot be reached fails at once, with the reason", async () => {
    await connector("add", "okta", "org_url=http://127.0.0.1:1", "api_token=env:OKTA_TOKEN");
    const { code, stderr, progress } = await connector("test", "okta");
    expect(code).toBe(1);
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toEqual(["Connecting to 127.0.0.1:1 …", "okta fails: 127.0.0.1:1 cannot be reached (ECONNREFUSED)"]);
    expect(progress).toContain("Waiting for 127.0.0.1:1");
    for (const option of ["--quiet", "--json"]) {
      expect((await connector("test", "okta", option)).stderr.trimEnd().split("\n")).toEqual([lines.at(-1)]);
    }
  });

  test("a test of a source that fails for another reason reports its one retry", async () => {
    await addOkta();
    const failing = { status: 500 };
    vendor.disturb("/api/v1/logs", failing, failing, failing);
    const { code, stderr } = await connector("test", "okta");
    const { host } = new URL(vendor.address);
    const problem = `${host} responded with 500`;
    expect([code, [...new Set(stderr.trimEnd().split("\n"))]]).toEqual([
      1,
      [`Connecting to ${host} …`, `${problem}; retry 1 of 1 …`, `okta fails: ${problem}`],
    ]);
  });

  test("a folder that does not exist is a warning of add and a failure of test, with the remedy", async () => {
    const missing = join(folder, "missing");
    const remedy = `folder='${missing}' does not exist on this server; create it, or set another folder with`;
    const added = await connector("add", "file_drop", `folder=${missing}`);
    expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining(`warning: ${remedy}`) });
    expect(added.stderr).not.toContain("is set up");
    expect(added.stderr).toContain("file_drop is stored, but cannot be polled yet");
    const tested = await connector("test", "file_drop");
    expect(tested).toMatchObject({ code: 1, stderr: expect.stringContaining(remedy) });
  });

  test("a rejected row is reported by the poll, and stays in the list with its time", async () => {
    const dropped = await mkdtemp(join(folder, "drop-"));
    await writeFile(join(dropped, "SigninLogs.ndjson"), "{}\n");
    await connector("add", "file_drop", `folder=${dropped}`);
    expect((await connector("poll", "file_drop")).stderr).toMatch(/\n {2}SigninLogs\.ndjson line 1 has no column/);
    const polled = await connector("poll", "file_drop", "--json");
    expect(JSON.parse(polled.stdout)).toMatchObject({ rejected: 0, notes: [], left_out: [] });
    const text = expect.stringMatching(/^1 row or object was rejected: SigninLogs\.ndjson line 1 has no column/);
    expect(await listed()).toMatchObject([{ notes: [{ text, at: expect.stringMatching(/Z$/) }] }]);
    expect((await connector("list")).stdout).toMatch(/^ {2}20\d\d-\S+ {2}1 row or object was rejected/m);
  });

  test("a disabled connector is not polled; an enabled one is again", async () => {
    await addOkta();
    expect((await connector("disable", "okta")).code).toBe(0);
    expect(await listed()).toMatchObject([{ status: "disabled" }]);
    expect((await connector("poll", "okta")).stderr).toMatch(/'okta' is disabled/);
    expect((await connector("enable", "okta")).code).toBe(0);
    expect((await connector("poll", "okta")).code).toBe(0);
    expect((await connector("enable", "syslog")).stderr).toMatch(/has no connector 'syslog'/);
  });

  test("a removed connector is gone with its secret; its data stays and is not doubled by adding it again", async () => {
    await addOkta();
    givenEvent();
    await connector("poll", "okta");
    const removed = await connector("remove", "okta", "--json");
    expect(removed).toMatchObject({ code: 0, stderr: expect.stringContaining("The data it delivered stays") });
    expect(JSON.parse(removed.stdout)).toEqual({ connector_type: "okta", removed: true });
    expect(await listed()).toEqual([]);
    expect((await connector("add", "okta", `org_url=${vendor.address}`)).stderr).toMatch(/api_token/);
    await addOkta();
    expect(JSON.parse((await connector("poll", "okta", "--json")).stdout)).toMatchObject({
      accepted: 0,
      duplicates: 1,
    });
  });

  test("removing a connector that does not exist fails and names the command that lists them", async () => {
    const { code, stdout, stderr } = await connector("remove", "okta");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `parapet: the domain '${domain}' has no connector 'okta'; ` +
        `list its connectors with: parapet connector list --domain ${domain}\n`,
    );
    expect((await connector("remove")).code).toBe(2);
  });

  test("a restart reads everything again and doubles nothing", async () => {
    await addOkta();
    givenEvent();
    await connector("poll", "okta");
    await connector("add", "okta", "--restart");
    const { stdout } = await connector("poll", "okta", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, accepted: 0, duplicates: 1 });
  });

  test("an address inside the network is refused unless it is allowed", async () => {
    await connector("add", "okta", "org_url=https://127.0.0.2", "api_token=env:OKTA_TOKEN");
    const { code, stderr } = await connector("test", "okta");
    expect(code).toBe(1);
    expect(stderr).toContain("PARAPET_CONNECTOR_ADDRESSES");
  });
});
