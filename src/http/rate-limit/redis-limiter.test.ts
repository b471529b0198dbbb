import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { Redis } from "ioredis";
import { afterEach, describe, expect, it } from "vitest";
import type { Limit, Limiter } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";
import { createRedisLimiter } from "./redis-limiter.ts";

// biome-ignore lint/style/noProcessEnv: the harness names its Redis this way, and a test has no config to take it from
const url = process.env["PARAPET_TEST_REDIS_URL"] ?? "";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function givenRedis(): Redis {
  const redis = new Redis(url);
  cleanups.push(async () => redis.disconnect());
  return redis;
}

/** A limiter on its own connection that must never need its fallback. */
function givenLimiter(): Limiter {
  const fallback = createMemoryLimiter(() => performance.now());
  const limiter = createRedisLimiter(new Redis(url), fallback, (error) => expect.unreachable(error.message));
  cleanups.push(() => limiter.close());
  return limiter;
}

function givenLimit(limit: Partial<Limit>): Limit {
  return { bucket: `test:${randomUUID()}`, quota: 3, windowMs: 60_000, ...limit };
}

const toKey = (limit: Limit) => `parapet:limit:${limit.bucket}`;

async function readServerClockUs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000_000 + Number(microseconds);
}

/** Collects the stamp of every request that Redis counts in this bucket. */
async function recordStamps(limit: Limit): Promise<number[]> {
  const monitor = await givenRedis().monitor();
  cleanups.push(async () => monitor.disconnect());
  const stamps: number[] = [];
  monitor.on("monitor", (_at: string, [command, key, stamp]: string[]) => {
    if (command?.toUpperCase() === "RPUSH" && key === toKey(limit)) stamps.push(Number(stamp));
  });
  return stamps;
}

/** Sends concurrent requests until the time is up; returns how many were admitted and not released. */
async function hammer(limiter: Limiter, limit: Limit, durationMs: number, releaseEvery: number): Promise<number> {
  const end = performance.now() + durationMs;
  let kept = 0;
  const ask = async () => {
    for (let request = 1; performance.now() < end; request += 1) {
      const admission = await limiter.admit([limit]);
      if (!admission.admitted) continue;
      if (request % releaseEvery === 0) await admission.release();
      else kept += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  return kept;
}

describe.skipIf(url === "")("limits shared through Redis", () => {
  it("three limiters on three connections never admit more than the quota in any span of the window", async () => {
    const limit = givenLimit({ quota: 50, windowMs: 1000 });
    const stamps = await recordStamps(limit);
    const limiters = [givenLimiter(), givenLimiter(), givenLimiter()];
    const kept = await Promise.all(limiters.map((limiter) => hammer(limiter, limit, 3000, Infinity)));
    await pause(200);

    expect(stamps.length).toBe(kept.reduce((sum, count) => sum + count, 0));
    const spans = stamps.slice(limit.quota).map((stamp, index) => stamp - (stamps[index] ?? 0));
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(limit.windowMs * 1000);
    // Under this load every free place is taken at once; one window fewer leaves slack for a busy machine.
    expect(stamps.length).toBeGreaterThan(2 * limit.quota);
    expect(stamps.length).toBeLessThanOrEqual(4 * limit.quota);
  });

  it("with releases in between, the requests that remain counted never exceed the quota", async () => {
    const limit = givenLimit({ quota: 40, windowMs: 60_000 });
    const limiters = [givenLimiter(), givenLimiter(), givenLimiter()];
    const kept = await Promise.all(limiters.map((limiter) => hammer(limiter, limit, 500, 3)));
    expect(kept.reduce((sum, count) => sum + count, 0)).toBe(limit.quota);
    expect(await givenRedis().llen(toKey(limit))).toBe(limit.quota);
  });

  it("a refusal returns when one request would be admitted, and then one is", async () => {
    const limiter = givenLimiter();
    const limit = givenLimit({ quota: 2, windowMs: 400 });
    await limiter.admit([limit]);
    await pause(100);
    expect(await limiter.admit([limit])).toMatchObject({ admitted: true, remaining: 0, retryAfterMs: 0 });
    const refused = await limiter.admit([limit]);
    expect(refused).toMatchObject({ admitted: false, remaining: 0, refusedBy: 0 });
    expect(refused.retryAfterMs).toBeGreaterThan(0);
    expect(refused.retryAfterMs).toBeLessThanOrEqual(300);
    expect(refused.resetMs).toBe(refused.retryAfterMs);
    // Timers of this process may fire a millisecond early.
    await pause(refused.retryAfterMs + 2);
    expect(await limiter.admit([limit])).toMatchObject({ admitted: true, remaining: 0 });
  });

  it("a refused request consumes nothing in any of its limits", async () => {
    const limiter = givenLimiter();
    const own = givenLimit({ quota: 5 });
    const domain = givenLimit({ quota: 1 });
    await limiter.admit([domain]);
    for (let request = 0; request < 10; request += 1) {
      const refused = await limiter.admit([own, domain]);
      expect(refused).toMatchObject({ admitted: false, refusedBy: 1, remaining: 5, resetMs: 0 });
      expect(await refused.release()).toBe(5);
    }
    expect(await limiter.admit([own])).toMatchObject({ admitted: true, remaining: 4 });
    expect(await limiter.admit([domain])).toMatchObject({ admitted: false });
  });

  it("a release undoes its own admission in every limit, and only once", async () => {
    const limiter = givenLimiter();
    const redis = givenRedis();
    const limits = [givenLimit({}), givenLimit({ quota: 9 })] as const;
    await limiter.admit(limits);
    const second = await limiter.admit(limits);
    await limiter.admit(limits);
    const before = await Promise.all(limits.map((limit) => redis.lrange(toKey(limit), 0, -1)));
    expect(await second.release()).toBe(1);
    expect(await second.release()).toBe(1);
    const after = await Promise.all(limits.map((limit) => redis.lrange(toKey(limit), 0, -1)));
    expect(after).toEqual(before.map((stamps) => [stamps[0], stamps[2]]));
  });

  it("a bucket outlives its newest request and then expires", async () => {
    const limit = givenLimit({ windowMs: 5000 });
    await givenLimiter().admit([limit]);
    const ttlMs = await givenRedis().pttl(toKey(limit));
    expect(ttlMs).toBeGreaterThan(5000);
    expect(ttlMs).toBeLessThanOrEqual(7000);
  });

  it("a Redis that has lost the script gets it again", async () => {
    const limiter = givenLimiter();
    const limit = givenLimit({});
    const first = await limiter.admit([limit]);
    await givenRedis().script("FLUSH");
    expect(await limiter.admit([limit])).toMatchObject({ admitted: true, remaining: 1 });
    await givenRedis().script("FLUSH");
    expect(await first.release()).toBe(2);
  });

  it("counts exactly the requests still in the window, whatever the ages", async () => {
    const limiter = givenLimiter();
    const redis = givenRedis();
    const ages = fc.array(fc.boolean(), { maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(ages, async (areLive) => {
        const limit = givenLimit({ quota: 1000, windowMs: 60_000 });
        const now = await readServerClockUs(redis);
        const live = areLive.filter((isLive) => isLive).length;
        const stamps = areLive.map((_, index) => now - (index < areLive.length - live ? 70e6 : 50e6) + index);
        if (stamps.length > 0) await redis.rpush(toKey(limit), ...stamps);
        expect((await limiter.admit([limit])).remaining).toBe(1000 - live - 1);
        expect(await redis.llen(toKey(limit))).toBe(live + 1);
      }),
      { numRuns: 100 },
    );
  });

  it("a server clock set back by an hour closes a full bucket for one window at most", async () => {
    const limiter = givenLimiter();
    const redis = givenRedis();
    const limit = givenLimit({ quota: 2, windowMs: 10_000 });
    const ahead = (await readServerClockUs(redis)) + 3600e6;
    await redis.rpush(toKey(limit), ahead - 4e6, ahead);
    const refused = await limiter.admit([limit]);
    expect(refused.admitted).toBe(false);
    expect(refused.retryAfterMs).toBe(6000);
  });

  it("a server clock set back by less than a second leaves the requests in order", async () => {
    const limiter = givenLimiter();
    const redis = givenRedis();
    const [own, domain] = [givenLimit({ quota: 9 }), givenLimit({ quota: 9 })] as const;
    const ahead = String((await readServerClockUs(redis)) + 800_000);
    await redis.rpush(toKey(domain), ahead);
    const admission = await limiter.admit([own, domain]);
    expect(await redis.lrange(toKey(domain), 0, -1)).toEqual([ahead, ahead]);
    expect(await redis.lrange(toKey(own), 0, -1)).toEqual([ahead]);
    await Promise.all([admission.release(), admission.release()]);
    expect(await redis.llen(toKey(domain))).toBe(1);
  });
});
