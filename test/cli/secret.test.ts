import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { createInstallation, type Installation } from "../support/installation.ts";

const FIRST = { PARAPET_SECRET: "the first secret, of thirty-two characters and more" };
const OTHER = { PARAPET_SECRET: "another secret, of thirty-two characters and more" };

let installation: Installation;
beforeAll(async () => {
  installation = await givenInstallation();
});
afterAll(() => installation.remove());

/** An installation with a domain and a key, under the first secret. */
async function givenInstallation(): Promise<Installation> {
  const installation = await createInstallation({ migrated: true });
  expect(await installation.command(["domain", "create", "northwind"], FIRST)).toMatchObject({ code: 0 });
  expect(await installation.command(["key", "create", "--domain", "northwind"], FIRST)).toMatchObject({ code: 0 });
  return installation;
}

it.each([
  ["serve", "--port", "0"],
  ["key", "create", "--domain", "northwind"],
  ["key", "rotate", "--domain", "northwind", "a1B2c3D4"],
  ["connector", "list", "--domain", "northwind"],
  ["connector", "add", "--domain", "northwind", "file_drop", "folder=/tmp"],
])("%s %s with another secret ends with exit code 78 and names the setting and the remedy", async (...args) => {
  const { code, stdout, stderr } = await installation.command(args, OTHER);
  expect([code, stdout]).toEqual([78, ""]);
  expect(stderr).toMatch(/a different secret from the one in PARAPET_SECRET; set PARAPET_SECRET/);
  expect(stderr).toContain("parapet secret replace");
  expect(stderr).not.toContain("thirty-two");
});

it("doctor reports another secret and ends with exit code 78", async () => {
  const other = await installation.command(["doctor"], OTHER);
  expect([other.code, other.stdout]).toEqual([78, expect.stringMatching(/^FAIL {2}secret: the database was set up/m)]);
  const own = await installation.command(["doctor"], FIRST);
  expect(own.stdout).toMatch(/^ok {4}secret: the one that the database was set up with/m);
});

it("a data folder without a secret gets none if the database has another", async () => {
  const { code, stderr } = await installation.command(["key", "create", "--domain", "northwind"]);
  expect([code, stderr]).toEqual([78, expect.stringContaining(`there is no secret in '${installation.dataDir}', but`)]);
  expect(stderr).toContain(`to '${join(installation.dataDir, "secret")}'`);
  expect(await readdir(installation.dataDir).catch(() => [])).not.toContain("secret");
});

it("commands that do not use the secret work without it", async () => {
  expect(await installation.command(["domain", "list"], OTHER)).toMatchObject({ code: 0 });
  expect(await installation.command(["audit", "verify", "--domain", "northwind"], OTHER)).toMatchObject({ code: 0 });
});

it("a key can be listed and revoked with another secret", async () => {
  const made = await installation.command(["key", "create", "--domain", "northwind", "--json"], FIRST);
  const { key_id: keyId } = JSON.parse(made.stdout) as { key_id: string };
  const listed = await installation.command(["key", "list", "--domain", "northwind"], OTHER);
  expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining(keyId)]);
  expect(await installation.command(["key", "revoke", "--domain", "northwind", keyId], OTHER)).toMatchObject({
    code: 0,
  });
});

it("a replaced secret revokes every key, is recorded, and new keys work", async () => {
  const installation = await givenInstallation();
  onTestFinished(() => installation.remove());
  const folder = await mkdtemp(join(tmpdir(), "ppt-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await installation.command(["secret", "replace"], OTHER)).toMatchObject({ code: 2 });
  expect(await installation.command(["secret", "replace", "--yes"], FIRST)).toMatchObject({ code: 1 });
  const invite = ["admin", "create", "--email", "maya@northwind.example", "--operator"];
  expect(await installation.command(invite, FIRST)).toMatchObject({ code: 0 });
  const connector = ["connector", "add", "--domain", "northwind", "file_drop", `folder=${folder}`];
  expect(await installation.command(connector, FIRST)).toMatchObject({ code: 0 });
  const replaced = await installation.command(["secret", "replace", "--yes"], OTHER);
  expect(replaced.code).toBe(0);
  expect(replaced.stderr).toContain("northwind: 1 API key revoked; enter the secrets again of file_drop\n");
  // No session, authenticator app or recovery code had been there.
  expect(replaced.stderr).toContain("accounts: 1 open invitation removed\n");
  expect(replaced.stderr).toContain("Give invited people a new code: parapet admin reset EMAIL\n");
  expect(await installation.command(["key", "create", "--domain", "northwind"], FIRST)).toMatchObject({ code: 78 });
  const { stdout } = await installation.command(["key", "create", "--domain", "northwind"], OTHER);
  const server = await installation.start(["serve"], OTHER);
  const reply = await fetch(`${server.address}${BASE_PATH}/whoami`, { headers: { "x-api-key": stdout.trim() } });
  expect(reply.status).toBe(200);
  const listed = await installation.command(["audit", "list", "--domain", "northwind", "--action", "secret.replace"]);
  expect(listed.stdout).toContain('"revoked_keys":1');
});
