import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import type { Limit } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";
import { createRedisLimiter } from "./redis-limiter.ts";

// biome-ignore lint/style/noProcessEnv: the harness names its Redis this way, and a test has no config to take it from
const url = process.env["PARAPET_TEST_REDIS_URL"] ?? "";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function givenLimit(limit: Partial<Limit>): Limit {
  return { bucket: `test:${randomUUID()}`, quota: 3, windowMs: 60_000, ...limit };
}

const toKey = (limit: Limit) => `parapet:limit:${limit.bucket}`;

function givenLimiter(port: number, host = "127.0.0.1") {
  const outages: Error[] = [];
  const redis = new Redis({ port, host, retryStrategy: () => 20 });
  const fallback = createMemoryLimiter(() => performance.now());
  const limiter = createRedisLimiter(redis, fallback, (error) => outages.push(error));
  cleanups.push(() => limiter.close());
  return { limiter, redis, fallback, outages };
}

/** Listens and hands each connection to the given function. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket)));
    onConnection(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port; // A listening TCP server has no other kind of address.
}

/** A TCP proxy to Redis whose open connections can be held, and that can be cut. */
async function givenProxy() {
  const target = new URL(url);
  const open = new Set<{ readonly near: Socket; readonly far: Socket }>();
  let isCut = false;
  const port = await listen((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(target.port || 6379), target.hostname);
    const pair = { near, far };
    open.add(pair);
    near.pipe(far).pipe(near);
    far.on("error", () => near.destroy());
    near.on("close", () => {
      far.destroy();
      open.delete(pair);
    });
  });
  return {
    port,
    hold: () => {
      for (const { near, far } of open) near.unpipe(far).pause();
    },
    resume: () => {
      for (const { near, far } of open) near.pipe(far);
    },
    cut: () => {
      isCut = true;
      for (const { near } of open) near.destroy();
    },
    restore: () => {
      isCut = false;
    },
  };
}

/** Returns the result of work that waits for nothing; throws if each of its requests waits for Redis. */
async function atOnce<T>(work: Promise<T>): Promise<T> {
  const late = pause(4_000).then(() => Promise.reject(new Error("it waited")));
  late.catch(() => undefined);
  return Promise.race([work, late]);
}

async function countAdmitted(limiter: { admit: (limits: [Limit]) => Promise<{ admitted: boolean }> }, limit: Limit) {
  let admitted = 0;
  for (let request = 0; request < 20; request += 1) {
    if ((await limiter.admit([limit])).admitted) admitted += 1;
  }
  return admitted;
}

describe("a Redis that is unreachable", () => {
  it("a server that never replies delays only the first request, and limits hold", async () => {
    const { limiter, outages } = givenLimiter(await listen(() => undefined));
    const limit = givenLimit({});
    expect(await limiter.admit([limit])).toMatchObject({ admitted: true, remaining: 2 });
    expect(await atOnce(countAdmitted(limiter, limit))).toBe(2);
    expect(outages.map((error) => error.message)).toEqual(["Redis did not answer within 250 ms"]);
  });

  it("with a closed port limits hold", async () => {
    const port = await listen(() => undefined);
    for (const cleanup of cleanups.splice(0)) await cleanup();
    const { limiter, outages } = givenLimiter(port);
    expect(await countAdmitted(limiter, givenLimit({}))).toBe(3);
    expect(outages).toMatchObject([{ cause: { code: "ECONNREFUSED" } }]);
  });

  it("a closed limiter still limits", async () => {
    const { limiter } = givenLimiter(await listen(() => undefined));
    await limiter.close();
    expect(await countAdmitted(limiter, givenLimit({}))).toBe(3);
  });
});

describe.skipIf(url === "")("a Redis that fails and recovers", () => {
  /** Returns a limiter that Redis has already replied to, and a second connection to inspect that Redis. */
  async function givenWorkingLimiter() {
    const proxy = await givenProxy();
    const given = givenLimiter(proxy.port);
    await given.limiter.admit([givenLimit({})]);
    const witness = new Redis(url);
    cleanups.push(async () => witness.disconnect());
    const isShared = async () => {
      const probe = givenLimit({});
      await given.limiter.admit([probe]);
      return (await witness.exists(toKey(probe))) === 1;
    };
    expect(await isShared()).toBe(true);
    return { ...given, proxy, witness, isShared };
  }

  it("after a lost connection each process enforces the limits alone, and shares them again once reconnected", async () => {
    const { limiter, proxy, isShared, outages } = await givenWorkingLimiter();
    proxy.cut();
    await pause(50);
    expect(await countAdmitted(limiter, givenLimit({}))).toBe(3);
    expect(outages).toHaveLength(1);
    proxy.restore();
    await eventually(async () => expect(await isShared()).toBe(true));
  });

  it("after a time without replies the limits are shared again as soon as Redis replies", async () => {
    const { limiter, proxy, isShared, outages } = await givenWorkingLimiter();
    proxy.hold();
    expect(await countAdmitted(limiter, givenLimit({}))).toBe(3);
    proxy.resume();
    await eventually(async () => expect(await isShared()).toBe(true));
    expect(outages.map((error) => error.message)).toEqual(["Redis did not answer within 250 ms"]);
  });

  it("a connection that is dead without an error is replaced", async () => {
    const { limiter, proxy, isShared } = await givenWorkingLimiter();
    proxy.hold();
    expect(await countAdmitted(limiter, givenLimit({}))).toBe(3);
    await eventually(async () => expect(await isShared()).toBe(true));
  });

  it("a second outage is reported again", async () => {
    const { limiter, proxy, isShared, outages } = await givenWorkingLimiter();
    for (const expected of [1, 2]) {
      proxy.hold();
      await limiter.admit([givenLimit({})]);
      await limiter.admit([givenLimit({})]);
      expect(outages).toHaveLength(expected);
      proxy.resume();
      await eventually(async () => expect(await isShared()).toBe(true));
    }
  });

  it("of requests that Redis counts too late, those the fallback refused or released are undone, the others stay", async () => {
    const { limiter, fallback, proxy, witness, isShared } = await givenWorkingLimiter();
    const [kept, refused, released] = [givenLimit({}), givenLimit({ quota: 1 }), givenLimit({})] as const;
    await fallback.admit([refused]);
    proxy.hold();
    const late = await Promise.all([kept, refused, released].map((limit) => limiter.admit([limit])));
    expect(late.map((admission) => admission.admitted)).toEqual([true, false, true]);
    expect(await late[2]?.release()).toBe(3);
    proxy.resume();
    await eventually(async () => expect(await isShared()).toBe(true));
    const counts = await Promise.all([kept, refused, released].map((limit) => witness.llen(toKey(limit))));
    expect(counts).toEqual([1, 0, 0]);
  });

  it("a release while Redis does not reply returns at once and takes effect later", async () => {
    const { limiter, proxy, witness } = await givenWorkingLimiter();
    const limit = givenLimit({});
    const admission = await limiter.admit([limit]);
    proxy.hold();
    await limiter.admit([givenLimit({})]);
    expect(await atOnce(admission.release())).toBe(2);
    proxy.resume();
    await eventually(async () => expect(await witness.llen(toKey(limit))).toBe(0));
  });

  it("on an error reply of Redis the fallback decides, and limits hold", async () => {
    const { limiter, witness, outages } = await givenWorkingLimiter();
    const limit = givenLimit({});
    await witness.set(toKey(limit), "not a list", "EX", 10);
    expect(await countAdmitted(limiter, limit)).toBe(3);
    expect(outages).toHaveLength(1);
    expect(outages[0]?.message).toContain("WRONGTYPE");
  });

  it("a pause of this process is not taken for an outage of Redis", async () => {
    const target = new URL(url);
    const { limiter, outages } = givenLimiter(Number(target.port || 6379), target.hostname);
    await limiter.admit([givenLimit({})]);
    const asked = limiter.admit([givenLimit({})]);
    const end = performance.now() + 400;
    while (performance.now() < end);
    expect(await asked).toMatchObject({ admitted: true });
    expect(outages).toEqual([]);
  });
});
