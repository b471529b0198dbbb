import { expect, it } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { createInstallation } from "../support/installation.ts";

const FIRST = { PARAPET_SECRET: "the first secret, of thirty-two characters and more" };
const OTHER = { PARAPET_SECRET: "another secret, of thirty-two characters and more" };

const whoami = (address: string, key: string) =>
  fetch(`${address}${BASE_PATH}/whoami`, { headers: { "x-api-key": key } });

it("secret replace is refused while a server has the embedded database, which goes on with its keys", async () => {
  const own = await createInstallation({ migrated: true });
  await own.run(["domain", "create", "northwind"], FIRST);
  const { stdout } = await own.run(["key", "create", "--domain", "northwind"], FIRST);
  const server = await own.start(["serve"], FIRST);
  const refused = await own.run(["secret", "replace", "--yes"], OTHER);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain(`is in use by process ${server.pid}; stop it first`);
  expect((await whoami(server.address, stdout.trim())).status).toBe(200);
  server.signal("SIGTERM");
  await server.ended;
  expect(await own.run(["secret", "replace", "--yes"], OTHER)).toMatchObject({ code: 0 });
  await own.remove();
});
