import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_ACTOR } from "../../../test/support/actor.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { API_TOKEN, type OktaVendor, startOkta } from "../../../test/support/vendors/okta.ts";
import { createDomain } from "../../actions/create-domain.ts";
import { systemClock } from "../../runtime/clock.ts";
import { newId } from "../../runtime/ids.ts";
import { runCli } from "../run.ts";

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

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly said: string;
}

async function connector(...words: readonly string[]): Promise<Ran> {
  let [out, said] = ["", ""];
  const env = {
    ...(opened.databaseUrl && { PARAPET_DATABASE_URL: opened.databaseUrl }),
    PARAPET_DATA_DIR: opened.dataDir ?? folder,
    PARAPET_SECRET: "a secret for tests, thirty-two characters and more",
    PARAPET_CONNECTOR_ADDRESSES: "127.0.0.1",
    OKTA_TOKEN: API_TOKEN,
  };
  const terminal = {
    out: (text: string) => {
      out += `${text}\n`;
    },
    note: (text: string) => {
      said += `${text}\n`;
    },
    progress: () => undefined,
  };
  const code = await runCli({ argv: ["connector", ...words, "--domain", domain], env, terminal });
  expect(out + said).not.toContain(API_TOKEN);
  return { code, out, said };
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
  return JSON.parse((await connector("list", "--json")).out);
}

describe("setting up", () => {
  test("a connector is added, listed without its secret, and changed by naming what changes", async () => {
    const added = await addOkta();
    expect(added.code).toBe(0);
    expect(added.said).toContain(`Try it with: parapet connector test --domain ${domain} okta\n`);
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
    expect((await connector("list")).out).toMatch(/^okta +pending +pulled +last success never\n$/);
  });

  test("a secret comes from a file or a variable, never from the command line, and is never quoted", async () => {
    const file = join(folder, "token");
    await writeFile(file, `${API_TOKEN}\n`);
    expect((await connector("add", "okta", `org_url=${vendor.address}`, `api_token=file:${file}`)).code).toBe(0);
    expect(await connector("test", "okta")).toMatchObject({ code: 0 });
    const literal = await connector("add", "okta", "api_token=hunter2-in-plain");
    expect(literal).toMatchObject({ code: 2 });
    expect(literal.said).toContain("api_token=env:VARIABLE");
    expect(literal.said).not.toContain("hunter2");
    const misplaced = await connector("add", "okta", "hunter2-in-plain");
    expect(misplaced.code).toBe(2);
    expect(misplaced.said).not.toContain("hunter2");
    for (const place of ["env:NO_SUCH", "file:/no/such/file"]) {
      expect((await connector("add", "okta", `api_token=${place}`)).code).toBe(1);
    }
  });

  test("a type or setting that does not exist is wrong usage, reported in one line", async () => {
    const refused = async (...words: readonly string[]) => {
      const { code, said } = await connector("add", ...words);
      expect([code, said.trimEnd().split("\n").length]).toEqual([2, 1]);
      return said;
    };
    expect(await refused("okta", "nonsense=1")).toMatch(/has no setting 'nonsense'; it has org_url/);
    expect(await refused("okta")).toMatch(/'org_url' is missing/);
    expect(await refused("syslog")).toMatch(/not pulled: send its rows to the ingest API/);
    expect(await refused("no_such_type")).toMatch(/there is no connector type/);
    expect(await refused("file_drop", "folder=relative")).toMatch(/not an absolute path/);
    expect(await refused("log_analytics", "tenant_id=x")).toMatch(/tenant_id='x' is not a UUID/);
    expect((await connector("sing", "okta")).code).toBe(2);
    expect((await connector("poll", "okta", "word")).code).toBe(2);
    expect((await connector("poll", "okta")).said).toMatch(/is not set up/);
  });
});

describe("trying and polling", () => {
  test("a test reads a page and stores nothing", async () => {
    await addOkta();
    givenEvent();
    const { code, out, said } = await connector("test", "okta", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true });
    expect(said).toMatch(/Nothing was stored/);
    expect(await listed()).toMatchObject([{ status: "pending", polled_at: null }]);
  });

  test("a test that fails says why and exits with 1", async () => {
    await addOkta();
    vendor.disturb("/api/v1/users", { status: 401, body: { errorCode: "E0000011" } }, { status: 401 });
    const { code, out } = await connector("test", "okta", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ ok: false, problem: expect.stringMatching(/^bad_credentials: /) });
  });

  test("a poll stores what there is and moves the record", async () => {
    await addOkta();
    givenEvent();
    const first = await connector("poll", "okta", "--json");
    expect(first.code).toBe(0);
    expect(JSON.parse(first.out)).toMatchObject({ ok: true, accepted: 1 });
    expect((await connector("poll", "okta")).said).toMatch(/^okta: 0 new, 0 known/);
    expect(await listed()).toMatchObject([{ status: "active", problem: null }]);
    vendor.disturb("/api/v1/users", { status: 403 });
    expect((await connector("poll", "okta")).code).toBe(1);
    expect((await connector("list")).out).toMatch(/not_permitted: .* \(1 in a row\)/);
  });

  test("a folder that does not exist is a warning of add and a failure of test, with the remedy", async () => {
    const missing = join(folder, "missing");
    const remedy = `folder='${missing}' does not exist on this server; create it, or set another folder with`;
    const added = await connector("add", "file_drop", `folder=${missing}`);
    expect(added).toMatchObject({ code: 0, said: expect.stringContaining(`warning: ${remedy}`) });
    const tested = await connector("test", "file_drop");
    expect(tested).toMatchObject({ code: 1, said: expect.stringContaining(remedy) });
  });

  test("a rejected row is reported by the poll, and stays in the list with its time", async () => {
    const dropped = await mkdtemp(join(folder, "drop-"));
    await writeFile(join(dropped, "SigninLogs.ndjson"), "{}\n");
    await connector("add", "file_drop", `folder=${dropped}`);
    expect((await connector("poll", "file_drop")).said).toMatch(/\n {2}SigninLogs\.ndjson line 1 has no column/);
    const polled = await connector("poll", "file_drop", "--json");
    expect(JSON.parse(polled.out)).toMatchObject({ rejected: 0, notes: [], left_out: [] });
    const text = expect.stringMatching(/^1 row or object was rejected: SigninLogs\.ndjson line 1 has no column/);
    expect(await listed()).toMatchObject([{ notes: [{ text, at: expect.stringMatching(/Z$/) }] }]);
    expect((await connector("list")).out).toMatch(/^ {2}20\d\d-\S+ {2}1 row or object was rejected/m);
  });

  test("a disabled connector is not polled; an enabled one is again", async () => {
    await addOkta();
    expect((await connector("disable", "okta")).code).toBe(0);
    expect(await listed()).toMatchObject([{ status: "disabled" }]);
    expect((await connector("poll", "okta")).said).toMatch(/'okta' is disabled/);
    expect((await connector("enable", "okta")).code).toBe(0);
    expect((await connector("poll", "okta")).code).toBe(0);
    expect((await connector("enable", "syslog")).said).toMatch(/has no connector 'syslog'/);
  });

  test("a removed connector is gone with its secret; what it brought stays and is not doubled by adding it again", async () => {
    await addOkta();
    givenEvent();
    await connector("poll", "okta");
    const removed = await connector("remove", "okta", "--json");
    expect(removed).toMatchObject({ code: 0, said: expect.stringContaining("The data it delivered stays") });
    expect(JSON.parse(removed.out)).toEqual({ connector_type: "okta", removed: true });
    expect(await listed()).toEqual([]);
    expect((await connector("add", "okta", `org_url=${vendor.address}`)).said).toMatch(/api_token/);
    await addOkta();
    expect(JSON.parse((await connector("poll", "okta", "--json")).out)).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  test("a connector that is not there is not removed, and the error says where to see those that are", async () => {
    const { code, out, said } = await connector("remove", "okta");
    expect([code, out]).toEqual([1, ""]);
    expect(said).toBe(
      "parapet: this domain has no connector 'okta'; list its connectors with: parapet connector list\n",
    );
    expect((await connector("remove")).code).toBe(2);
  });

  test("a restart reads everything again and doubles nothing", async () => {
    await addOkta();
    givenEvent();
    await connector("poll", "okta");
    await connector("add", "okta", "--restart");
    const { out } = await connector("poll", "okta", "--json");
    expect(JSON.parse(out)).toMatchObject({ ok: true, accepted: 0, duplicates: 1 });
  });

  test("an address inside the network is refused unless it is allowed", async () => {
    await connector("add", "okta", "org_url=https://127.0.0.2", "api_token=env:OKTA_TOKEN");
    const { code, said } = await connector("test", "okta");
    expect(code).toBe(1);
    expect(said).toContain("PARAPET_CONNECTOR_ADDRESSES");
  });
});
