import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeForwarding } from "../../src/cli/doctor/check-forwarding.ts";
import { adoptSecret } from "../../src/store/installation/secret-fingerprint.ts";
import { eventually } from "../support/eventually.ts";
import { startSecondService } from "../support/second-service.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../support/service.ts";

const PROXY = "192.0.2.1";

const lines: string[] = [];
const logger = { level: "warn", stream: { write: (line: string) => void lines.push(line) } };
let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService({ server: { logger } });
  await adoptSecret(service.database, TEST_PEPPER, service.clock.now);
  domain = await service.givenDomain();
});
afterAll(() => service.stop());

const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).includes("forwarded"));
const doctor = (trustedProxies: readonly string[] = []) =>
  describeForwarding({ database: service.database, now: service.clock.now, trustedProxies });

describe("forwarded headers", { shuffle: false }, () => {
  it("forwarded headers from an address that is no trusted proxy are logged once, with the address and the setting, and reported by doctor", async () => {
    expect(await doctor()).toBe("no address sent forwarded headers without being a trusted proxy");
    await domain.ask("/whoami", { address: PROXY });
    expect(warnings()).toEqual([]);
    for (const header of ["x-forwarded-for", "x-forwarded-proto", "forwarded"]) {
      await domain.ask("/whoami", { address: PROXY, headers: { [header]: "203.0.113.9" } });
      await service.ask("/unknown", { address: `::ffff:${PROXY}`, headers: { [header]: "203.0.113.9" } });
    }
    expect(warnings()).toMatchObject([
      { level: 40, peer: PROXY, msg: expect.stringContaining("PARAPET_TRUSTED_PROXIES") },
    ]);
    await eventually(async () => {
      expect(await doctor()).toMatchObject({
        warning: expect.stringMatching(/^192\.0\.2\.1 sent .*PARAPET_TRUSTED_PROXIES/),
      });
    });
    expect(await doctor(["192.0.2.0/24"])).toEqual(expect.any(String));
  });

  it("however many addresses send them, ten are logged and kept", async () => {
    for (let n = 1; n <= 30; n += 1) {
      await domain.ask("/whoami", { address: `198.51.100.${n}`, headers: { "x-forwarded-for": "203.0.113.9" } });
    }
    expect(warnings()).toHaveLength(10);
    const [row] = await service.database.system.query<{ n: number }>(
      "select cardinality(forwarding_peers) as n from installation",
    );
    expect(row?.n).toBeLessThanOrEqual(10);
  });

  it("a trusted proxy is not reported, and neither is an address that has sent nothing for a week", async () => {
    lines.length = 0;
    const proxied = await startSecondService(service, { server: { logger, trustedProxies: [PROXY] } });
    await proxied.ask("/users", { key: domain.key, address: PROXY, headers: { "x-forwarded-for": "203.0.113.9" } });
    expect(warnings()).toEqual([]);
    await proxied.stop();
    service.clock.now = new Date(service.clock.now.getTime() + 8 * 86_400_000);
    expect(await doctor()).toEqual(expect.any(String));
  });
});

it("a trusted proxy's header counts as far as it holds addresses, without their ports", async () => {
  const proxied = await startSecondService(service, { server: { logger, trustedProxies: [PROXY, "10.0.0.0/8"] } });
  const [one, none] = await Promise.all([
    domain.anotherKey(),
    domain.anotherKey({ allowedAddresses: ["203.0.113.9"] }),
  ]);
  const statusOf = async (key: string, forwarded: string) =>
    (await proxied.ask("/whoami", { key, address: PROXY, headers: { "x-forwarded-for": forwarded } })).status;
  expect(await statusOf(one, "anything")).toBe(200);
  for (const forwarded of [
    "203.0.113.9",
    "203.0.113.9:40000",
    "unknown, 203.0.113.9:1",
    "198.51.100.1, 203.0.113.9, 10.1.1.1",
  ]) {
    expect([forwarded, await statusOf(none, forwarded)]).toEqual([forwarded, 200]);
  }
  for (const forwarded of ["203.0.113.9, unknown", "203.0.113.9, <script>", "", "203.0.113.9, 198.51.100.1"]) {
    expect([forwarded, await statusOf(none, forwarded)]).toEqual([forwarded, 403]);
  }
  await proxied.stop();
});
