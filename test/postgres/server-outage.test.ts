import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { databaseName, expectUnavailable } from "../support/outage.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { runOnServer } from "../support/template.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const name = () => databaseName(service);
const disconnect = () =>
  runOnServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);

it("terminated connections are replaced transparently", async () => {
  const domain = await service.givenDomain();
  await domain.ask("/users");
  await disconnect();
  await eventually(async () => expect((await domain.ask("/users")).status).toBe(200));
});

it("an unreachable database is 503 with Retry-After, and requests succeed once it is back", async () => {
  const domain = await service.givenDomain();
  const fresh = await domain.anotherKey();
  await domain.ask("/users");
  await runOnServer(`alter database ${name()} allow_connections false`);
  try {
    await disconnect();
    expectUnavailable(await domain.ask("/users"));
    // More than the allowed authentication failures per address: an outage does not count as one.
    for (let time = 0; time < 70; time++) expectUnavailable(await service.ask("/users", { key: fresh }));
  } finally {
    await runOnServer(`alter database ${name()} allow_connections true`);
  }
  expect((await service.ask("/users", { key: fresh })).status).toBe(200);
  expect((await domain.ask("/users")).status).toBe(200);
});
