import { afterAll, beforeAll, expect, test } from "vitest";
import { createInstallation, type Installation } from "../support/installation.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({ migrated: true });
});
afterAll(() => installation.remove());

test("a second server on the same data folder exits with 1 and names the pid of the first, which keeps serving", async () => {
  const first = await installation.start(["serve"]);
  const second = await installation.run(["serve", "--port", "0"]);
  expect(second.code).toBe(1);
  expect(second.stderr).toBe(`parapet: data folder '${installation.dataDir}' is in use by process ${first.pid}\n`);
  expect(await (await fetch(`${first.address}/readyz`)).text()).toBe("ready\n");

  first.signal("SIGKILL");
  await first.ended;
  const third = await installation.start(["serve"]);
  expect(await (await fetch(`${third.address}/readyz`)).text()).toBe("ready\n");
});
