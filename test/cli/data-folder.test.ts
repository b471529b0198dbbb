import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createInstallation, type Installation } from "../support/installation.ts";

vi.setConfig({ testTimeout: 120_000 });

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({ migrated: true });
  expect((await installation.run(["domain", "create", "northwind"])).code).toBe(0);
  expect((await installation.run(KEY)).code).toBe(0);
});
afterAll(() => installation.remove());

const KEY = ["key", "create", "--domain", "northwind", "--name", "test"];
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test("doctor reports an open data folder, an open secret file and open rules, each in a line of its own", async () => {
  const { dataDir } = installation;
  await mkdir(join(dataDir, "rules"));
  await chmod(join(dataDir, "rules"), 0o777);
  await chmod(join(dataDir, "secret"), 0o644);
  await chmod(dataDir, 0o755);
  const { code, stdout } = await installation.run(["doctor"]);
  expect(code).toBe(1);
  expect(stdout.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual([
    `FAIL  access to the data folder: it can be used by other users (mode 755); chmod 700 '${dataDir}'`,
    expect.stringMatching(
      /^FAIL {2}secret file: .* can be used by other users \(mode 644\); if nobody else has read it, /,
    ),
    `FAIL  rules folder: it can be changed by other users (mode 777); chmod go-w '${join(dataDir, "rules")}'`,
  ]);
});

test("a secret that others could read is refused with 78, whatever else the command could do", async () => {
  const { code, stderr } = await installation.run(["serve", "--port", "0"]);
  expect(code).toBe(78);
  expect(stderr).toMatch(/^parapet: the secret file '.*' can be used by other users \(mode 644\)/m);
  await chmod(join(installation.dataDir, "secret"), 0o600);
  await chmod(join(installation.dataDir, "rules"), 0o755);
});

test("an open data folder is closed with a line about it, and doctor is content afterwards", async () => {
  await chmod(installation.dataDir, 0o755);
  const { code, stderr } = await installation.run(KEY);
  expect(code).toBe(0);
  expect(stderr.match(/The data folder .* \(mode 755\); it now has mode 700\./g)).toHaveLength(1);
  expect(await modeOf(installation.dataDir)).toBe(0o700);
  expect(await installation.run(["doctor"])).toMatchObject({ code: 0, stdout: expect.not.stringContaining("FAIL") });
});

test("an open folder with files of others is refused with 78 and left as it is", async () => {
  const shared = join(installation.dataDir, "..", "shared");
  await mkdir(shared);
  await chmod(shared, 0o777);
  await writeFile(join(shared, "thesis.tex"), "");
  const { code, stderr } = await installation.run(["serve", "--port", "0"], { PARAPET_DATA_DIR: shared });
  expect(code).toBe(78);
  expect(stderr).toMatch(
    /^parapet: the data folder '.*' can be used by other users \(mode 777\) and holds 'thesis\.tex'.*\n$/,
  );
  expect(await modeOf(shared)).toBe(0o777);
});
