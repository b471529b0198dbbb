import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createInstallation, type Installation } from "../support/installation.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({ migrated: true });
  expect((await installation.command(["domain", "create", "northwind"])).code).toBe(0);
  expect((await installation.command(KEY)).code).toBe(0);
  await mkdir(join(installation.dataDir, "rules"));
});
afterEach(() => setModes(0o700, 0o600, 0o755));
afterAll(() => installation.remove());

const KEY = ["key", "create", "--domain", "northwind", "--name", "test"];
const setModes = async (folder: number, secret: number, rules: number): Promise<void> => {
  await chmod(installation.dataDir, folder);
  await chmod(join(installation.dataDir, "secret"), secret);
  await chmod(join(installation.dataDir, "rules"), rules);
};
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test("doctor reports an open data folder, an open secret file and open rules, each in a line of its own", async () => {
  const { dataDir } = installation;
  await setModes(0o755, 0o644, 0o777);
  const { code, stdout } = await installation.command(["doctor"]);
  expect(code).toBe(78);
  expect(stdout.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual([
    `FAIL  access to the data folder: it can be used by other users (mode 755); chmod 700 '${dataDir}'`,
    expect.stringMatching(
      /^FAIL {2}secret file: .* can be used by other users \(mode 644\); if nobody else has read it, /,
    ),
    `FAIL  rules folder: it can be changed by other users (mode 777); chmod go-w '${join(dataDir, "rules")}'`,
  ]);
  expect(await modeOf(dataDir)).toBe(0o755);
});

test("a secret file that others could read is refused with 78", async () => {
  await setModes(0o755, 0o644, 0o777);
  const { code, stderr } = await installation.command(["serve", "--port", "0"]);
  expect(code).toBe(78);
  expect(stderr).toMatch(/^parapet: the secret file '.*' can be used by other users \(mode 644\)/m);
});

test("an open data folder gets mode 700 with a warning, and doctor then finds nothing", async () => {
  await chmod(installation.dataDir, 0o755);
  const { code, stderr } = await installation.command(KEY);
  expect(code).toBe(0);
  expect(stderr.match(/The data folder .* \(mode 755\); it now has mode 700\./g)).toHaveLength(1);
  expect(await modeOf(installation.dataDir)).toBe(0o700);
  expect(await installation.command(["doctor"])).toMatchObject({
    code: 0,
    stdout: expect.not.stringContaining("FAIL"),
  });
});

test("doctor counts one domain as one", async () => {
  const { stdout } = await installation.command(["doctor"]);
  expect(stdout).toMatch(/^ok {4}database: \w+, \d+ migrations applied, 1 domain$/m);
});

test("doctor finds a rule that others can change, however deep it is", async () => {
  const folder = join(installation.dataDir, "rules", "northwind", "deep");
  await mkdir(folder, { recursive: true });
  const rule = join(folder, "rule.yml");
  await writeFile(rule, "");
  await chmod(rule, 0o666);
  const { code, stdout } = await installation.command(["doctor"]);
  expect(code).toBe(1);
  expect(stdout).toContain(
    `FAIL  rules folder: '${rule}' can be changed by other users (mode 666); chmod go-w '${rule}'\n`,
  );
  await rm(join(installation.dataDir, "rules", "northwind"), { recursive: true });
});

test("doctor makes neither a data folder nor a database", async () => {
  const missing = join(installation.dataDir, "..", "missing");
  const env = { PARAPET_DATA_DIR: missing, PARAPET_DATABASE_URL: "" };
  const first = await installation.command(["doctor"], env);
  expect([first.code, first.stdout]).toEqual([
    0,
    expect.stringMatching(/^ok {4}database: embedded, no database yet$/m),
  ]);
  await expect(stat(missing)).rejects.toMatchObject({ code: "ENOENT" });
  await mkdir(missing, { mode: 0o700 });
  expect((await installation.command(["doctor"], env)).stdout).toContain("no database yet");
  expect(await readdir(missing)).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)("a data folder of another user is refused with 78 and the remedy", async () => {
  const foreign = join(installation.dataDir, "..", "foreign");
  await mkdir(foreign, { mode: 0o700 });
  await chown(foreign, 65_534, 65_534);
  const env = { PARAPET_DATA_DIR: foreign, PARAPET_DATABASE_URL: "" };
  const owner = "belongs to user 65534, while this process runs as user 0";
  const remedy = `run Parapet as user 65534, or: chown -R 0 '${foreign}'`;
  const { code, stderr } = await installation.command(["serve", "--port", "0"], env);
  const refusal = `the data folder '${foreign}' ${owner}; use a folder of its own, ${remedy}`;
  expect([code, stderr]).toEqual([78, `parapet: ${refusal}\n`]);
  const { stdout } = await installation.command(["doctor"], env);
  expect(stdout.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual([
    `FAIL  access to the data folder: it ${owner}; ${remedy}`,
    `FAIL  database: ${refusal}`,
  ]);
});

test("an open folder with files of others is refused with 78 and left as it is", async () => {
  const shared = join(installation.dataDir, "..", "shared");
  await mkdir(shared);
  await chmod(shared, 0o777);
  await writeFile(join(shared, "thesis.tex"), "");
  const { code, stderr } = await installation.command(["serve", "--port", "0"], { PARAPET_DATA_DIR: shared });
  expect(code).toBe(78);
  expect(stderr).toMatch(
    /^parapet: the data folder '.*' can be used by other users \(mode 777\) and holds 'thesis\.tex'.*\n$/,
  );
  expect(await modeOf(shared)).toBe(0o777);
});
