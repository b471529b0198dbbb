import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RateLimits } from "../../src/contract/rate-limits.ts";
import { eventually } from "../support/eventually.ts";
import { unknownKey } from "../support/key-text.ts";
import { type SecondService, startSecondService } from "../support/second-service.ts";
import { startTestService, type TestReply, type TestService } from "../support/service.ts";

const redisUrl = process.env["PARAPET_TEST_REDIS_URL"] ?? "";
const LIMITS: RateLimits = { read: 6, write: 2, windowMs: 600_000, domainFactor: 5 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: LIMITS });
});
afterAll(() => service.stop());

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const remainingOf = ({ headers }: TestReply) => Number(headers["x-ratelimit-remaining"]);

async function givenProcess(url: string, limits = LIMITS): Promise<SecondService> {
  const process = await startSecondService(service, { redisUrl: url, limits });
  cleanups.push(() => process.stop());
  return process;
}

/** Listens on a free port and passes each connection to the given function. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => onConnection(socket.on("error", () => socket.destroy()))).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  cleanups.push(async () => server.close());
  return (server.address() as AddressInfo).port;
}

/** A proxy to Redis whose connections can be cut and restored. */
async function givenRoad() {
  const target = new URL(redisUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const port = await listen((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    open.add(near);
    near.pipe(far).pipe(near);
    far.on("error", () => near.destroy());
    near.on("close", () => {
      far.destroy();
      open.delete(near);
    });
  });
  cleanups.push(async () => {
    for (const near of open) near.destroy();
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    cut: () => {
      isCut = true;
      for (const near of open) near.destroy();
    },
    mend: () => {
      isCut = false;
    },
  };
}

describe("limits without Redis", () => {
  it("without Redis each process counts in its own memory", async () => {
    const { key } = await service.givenDomain();
    const second = await startSecondService(service, { limits: LIMITS });
    cleanups.push(() => second.stop());
    expect(remainingOf(await service.ask("/whoami", { key }))).toBe(5);
    expect(remainingOf(await second.ask("/whoami", { key }))).toBe(5);
  });

  it("if Redis is unreachable from the start there is no 5xx, and the limits apply in memory", async () => {
    const port = await listen((socket) => socket.destroy());
    await expectToHoldAlone(await givenProcess(`redis://127.0.0.1:${port}`));
  });

  it("if Redis never responds there is no 5xx either", async () => {
    const silent = new Set<Socket>();
    const port = await listen((socket) => silent.add(socket));
    cleanups.push(async () => {
      for (const socket of silent) socket.destroy();
    });
    await expectToHoldAlone(await givenProcess(`redis://127.0.0.1:${port}`));
  });
});

async function expectToHoldAlone(process: SecondService): Promise<void> {
  const { key } = await service.givenDomain();
  const statuses: number[] = [];
  for (let time = 0; time < 8; time++) statuses.push((await process.ask("/whoami", { key })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
}

/** Waits until two processes share their counts, using keys that are not used otherwise. */
async function expectShared(one: SecondService, other: SecondService): Promise<void> {
  const probe = async () => {
    const { key } = await service.givenDomain();
    await one.ask("/whoami", { key });
    expect(remainingOf(await other.ask("/whoami", { key }))).toBe(4);
  };
  await eventually(probe);
}

describe.skipIf(redisUrl === "")("limits in Redis", () => {
  it("the limit is the same for any number of processes", async () => {
    const [one, other] = [await givenProcess(redisUrl), await givenProcess(redisUrl)];
    await expectShared(one, other);
    const { key } = await service.givenDomain();
    const asked = Array.from({ length: 20 }, (_, time) => (time % 2 ? one : other).ask("/whoami", { key }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMITS.read);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - LIMITS.read);
    const refused = await one.ask("/whoami", { key });
    expect(refused.body).toMatchObject({ error: "rate_limited", policy: "read" });
    expect(refused.headers["retry-after"]).toBe(String(refused.body["retry_after"]));
  });

  it("the domain limit and the free 304 apply across processes", async () => {
    const limits = { ...LIMITS, domainFactor: 1 };
    const [one, other] = [await givenProcess(redisUrl, limits), await givenProcess(redisUrl, limits)];
    await expectShared(one, other);
    const domain = await service.givenDomain();
    const first = await one.ask("/users", { key: domain.key });
    for (let time = 0; time < 6; time++) {
      const headers = { "if-none-match": String(first.headers["etag"]) };
      const again = await (time % 2 ? one : other).ask("/users", { key: domain.key, headers });
      expect([again.status, remainingOf(again)]).toEqual([304, 5]);
    }
    for (let time = 0; time < 5; time++) expect((await other.ask("/users", { key: domain.key })).status).toBe(200);
    const sibling = await one.ask("/users", { key: await domain.anotherKey() });
    expect([sibling.status, sibling.body["policy"]]).toEqual([429, "domain-read"]);
  });

  it("bad credentials are counted across processes", async () => {
    const [one, other] = [await givenProcess(redisUrl), await givenProcess(redisUrl)];
    await expectShared(one, other);
    const address = `2001:db8::${Math.floor(Math.random() * 65_536).toString(16)}:${process.pid.toString(16)}`;
    for (let time = 0; time < 60; time++) {
      expect((await (time % 2 ? one : other).ask("/users", { key: unknownKey(), address })).status).toBe(401);
    }
    expect((await one.ask("/users", { key: unknownKey(), address })).status).toBe(429);
    expect((await other.ask("/users", { key: unknownKey(), address })).status).toBe(429);
  });

  it("if Redis becomes unreachable there is no 5xx, and the limits are shared again when it is back", async () => {
    const road = await givenRoad();
    const [one, other] = [await givenProcess(road.url), await givenProcess(redisUrl)];
    await expectShared(one, other);
    road.cut();
    await expectToHoldAlone(one);
    await expectToHoldAlone(one);
    road.mend();
    await expectShared(one, other);
  });

  it("requests in progress while Redis becomes unreachable are answered", async () => {
    const road = await givenRoad();
    const [one, other] = [await givenProcess(road.url), await givenProcess(redisUrl)];
    await expectShared(one, other);
    const keys = await Promise.all(Array.from({ length: 10 }, async () => (await service.givenDomain()).key));
    const asked = keys.flatMap((key) => [one.ask("/whoami", { key }), one.ask("/users", { key })]);
    road.cut();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
