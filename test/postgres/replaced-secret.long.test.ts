import { expect, it } from "vitest";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { createInstallation } from "../support/installation.ts";

const FIRST = { PARAPET_SECRET: "the first secret, of thirty-two characters and more" };
const OTHER = { PARAPET_SECRET: "another secret, of thirty-two characters and more" };

const whoami = (address: string, key: string) =>
  fetch(`${address}${BASE_PATH}/whoami`, { headers: { "x-api-key": key } });

it("secret replace ends every server on the PostgreSQL database with exit code 78 and the remedy, without the drain", async () => {
  const own = await createInstallation({ migrated: true });
  await own.run(["domain", "create", "northwind"], FIRST);
  const { stdout } = await own.run(["key", "create", "--domain", "northwind"], FIRST);
  const env = { ...FIRST, PARAPET_DRAIN_MS: "600000" };
  const servers = await Promise.all([own.start(["serve"], env), own.start(["serve"], env)]);
  for (const { address } of servers) expect((await whoami(address, stdout.trim())).status).toBe(200);
  expect(await own.run(["secret", "replace", "--yes"], OTHER)).toMatchObject({ code: 0 });
  for (const server of servers) {
    const { code, stderr } = await server.ended;
    expect(code).toBe(78);
    expect(stderr).toMatch(
      /^parapet: the secret of this installation was replaced while this server ran.*PARAPET_SECRET/m,
    );
    await expect(whoami(server.address, stdout.trim())).rejects.toThrow();
  }
  const restarted = await own.start(["serve"], OTHER);
  expect((await whoami(restarted.address, stdout.trim())).status).toBe(401);
  await own.remove();
});
