import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Admission, Limit } from "./limiter.ts";
import { createMemoryLimiter, MAX_BUCKETS } from "./memory-limiter.ts";

interface Answer {
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetMs: number;
  readonly retryAfterMs: number;
  readonly refusedBy: number | undefined;
}

type Limits = readonly [Limit, ...Limit[]];

/** A reference implementation: keeps every counted request and recounts them each time. */
function createNaiveLimiter() {
  const counted: { readonly bucket: string; readonly at: number; readonly request: number }[] = [];
  const inWindow = (limit: Limit, now: number) =>
    counted.filter((one) => one.bucket === limit.bucket && now - one.at < limit.windowMs).map((one) => one.at);
  const waitFor = (limit: Limit, now: number) => {
    let waitMs = 0;
    while (inWindow(limit, now + waitMs).length >= limit.quota) waitMs += 1;
    return waitMs;
  };
  const remaining = (limit: Limit, now: number) => Math.max(0, limit.quota - inWindow(limit, now).length);
  return {
    admit(limits: Limits, now: number, request: number): Answer {
      const waits = limits.map((limit) => waitFor(limit, now));
      const retryAfterMs = Math.max(...waits);
      const admitted = retryAfterMs === 0;
      if (admitted) for (const limit of limits) counted.push({ bucket: limit.bucket, at: now, request });
      const oldest = Math.min(...inWindow(limits[0], now));
      return {
        admitted,
        remaining: remaining(limits[0], now),
        resetMs: Number.isFinite(oldest) ? oldest + limits[0].windowMs - now : 0,
        retryAfterMs,
        refusedBy: admitted ? undefined : waits.indexOf(retryAfterMs),
      };
    },
    release(limits: Limits, now: number, request: number): number {
      const kept = counted.filter((one) => one.request !== request);
      counted.splice(0, counted.length, ...kept);
      return remaining(limits[0], now);
    },
  };
}

function givenLimiter() {
  const clock = { now: 1_000_000 };
  return { clock, limiter: createMemoryLimiter(() => clock.now) };
}

function givenLimit(limit: Partial<Limit>): Limit {
  return { bucket: "k:1:read", quota: 3, windowMs: 1000, ...limit };
}

function toAnswer({ admitted, remaining, resetMs, retryAfterMs, refusedBy }: Admission): Answer {
  return { admitted, remaining, resetMs, retryAfterMs, refusedBy };
}

/** Returns the first span of the window's length with more moments than the quota, if any. */
function findOverfullSpan(moments: readonly number[], limit: Limit): readonly number[] | undefined {
  const sorted = [...moments].sort((a, b) => a - b);
  const start = sorted.findIndex((at, index) => (sorted[index + limit.quota] ?? Infinity) - at < limit.windowMs);
  return start < 0 ? undefined : sorted.slice(start, start + limit.quota + 1);
}

const someLimits = fc
  .array(
    fc.record({
      quota: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 5, max: 40 })),
      windowMs: fc.integer({ min: 1, max: 60 }),
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((limits) => limits.map((limit, index) => ({ ...limit, bucket: `b:${index}` })));

const someSteps = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 60 })),
    first: fc.nat(),
    others: fc.nat(),
    release: fc.option(fc.nat(), { freq: 3 }),
  }),
  { maxLength: 150, size: "max" },
);

/** One to all of the limits, in a rotated order, without repetition. */
function pickLimits(limits: readonly Limit[], first: number, others: number): Limits {
  const start = first % limits.length;
  const rotated = [...limits.slice(start), ...limits.slice(0, start)];
  const [own = givenLimit({}), ...rest] = rotated;
  return [own, ...rest.slice(0, others % limits.length)];
}

describe("the memory limiter", () => {
  it("decides as the reference implementation does, for any arrivals, quotas and releases", async () => {
    await fc.assert(
      fc.asyncProperty(someLimits, someSteps, async (limits, steps) => {
        const { clock, limiter } = givenLimiter();
        const naive = createNaiveLimiter();
        const made: { readonly admission: Admission; readonly limits: Limits; readonly request: number }[] = [];
        for (const [request, step] of steps.entries()) {
          clock.now += step.pauseMs;
          const chosen = pickLimits(limits, step.first, step.others);
          const admission = await limiter.admit(chosen);
          expect(toAnswer(admission)).toEqual(naive.admit(chosen, clock.now, request));
          made.push({ admission, limits: chosen, request });
          const taken = step.release === null ? undefined : made[step.release % made.length];
          if (taken === undefined) continue;
          const left = await taken.admission.release();
          expect(left).toBe(naive.release(taken.limits, clock.now, taken.request));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("never admits more than the quota in any span of the window, even with fractions of milliseconds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { maxLength: 300 }),
        fc.infiniteStream(fc.boolean()),
        async (quota, pauses, releases) => {
          const { clock, limiter } = givenLimiter();
          const limit = givenLimit({ quota, windowMs: 100 });
          const kept: number[] = [];
          for (const pauseMs of pauses) {
            clock.now += pauseMs;
            const admission = await limiter.admit([limit]);
            const isReleased = releases.next().value === true;
            if (isReleased) await admission.release();
            if (admission.admitted && !isReleased) kept.push(clock.now);
          }
          expect(findOverfullSpan(kept, limit)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  it("admits the whole quota at once and again when the window has passed, not a millisecond earlier", async () => {
    const { clock, limiter } = givenLimiter();
    const limit = givenLimit({ quota: 1000, windowMs: 60_000 });
    const admitMany = async (times: number) => {
      const answers = await Promise.all(Array.from({ length: times }, () => limiter.admit([limit])));
      return answers.filter((answer) => answer.admitted).length;
    };
    expect(await admitMany(1500)).toBe(1000);
    clock.now += 59_999;
    expect(await admitMany(10)).toBe(0);
    clock.now += 1;
    expect(await admitMany(1500)).toBe(1000);
  });

  it("a refused request consumes nothing in any of its limits", async () => {
    const { limiter } = givenLimiter();
    const own = givenLimit({ bucket: "k:1:read", quota: 5 });
    const domain = givenLimit({ bucket: "d:1:read", quota: 1 });
    const other = givenLimit({ bucket: "x:1:read", quota: 5 });
    await limiter.admit([domain]);
    for (let request = 0; request < 20; request += 1) {
      expect(await limiter.admit([own, domain, other])).toMatchObject({ admitted: false, refusedBy: 1, remaining: 5 });
    }
    expect(await limiter.admit([own])).toMatchObject({ admitted: true, remaining: 4 });
    expect(await limiter.admit([other])).toMatchObject({ admitted: true, remaining: 4 });
  });

  it("the release of a refusal, and a second release, change nothing", async () => {
    const { limiter } = givenLimiter();
    const limit = givenLimit({ quota: 2 });
    const first = await limiter.admit([limit]);
    await limiter.admit([limit]);
    const refused = await limiter.admit([limit]);
    expect(await refused.release()).toBe(0);
    expect(await first.release()).toBe(1);
    expect(await first.release()).toBe(1);
  });

  it("a quota raised or lowered between requests applies from then on", async () => {
    const { clock, limiter } = givenLimiter();
    for (let request = 0; request < 3; request += 1) {
      clock.now += 10;
      await limiter.admit([givenLimit({ quota: 3 })]);
    }
    expect(await limiter.admit([givenLimit({ quota: 4 })])).toMatchObject({ admitted: true, remaining: 0 });
    // The four requests came at 10, 20, 30 and 30: with a quota of 2 the third must leave.
    expect(await limiter.admit([givenLimit({ quota: 2 })])).toMatchObject({ admitted: false, retryAfterMs: 1000 });
  });

  it("a quota of zero refuses every request", async () => {
    const { limiter } = givenLimiter();
    const answer = await limiter.admit([givenLimit({ quota: 0 })]);
    expect(toAnswer(answer)).toEqual({ admitted: false, remaining: 0, resetMs: 0, retryAfterMs: 1000, refusedBy: 0 });
  });
});

describe("the memory of the memory limiter", () => {
  it("buckets idle for longer than their window are dropped as others are used", async () => {
    const { clock, limiter } = givenLimiter();
    for (let name = 0; name < 500; name += 1) await limiter.admit([givenLimit({ bucket: `k:${name}` })]);
    expect(limiter.bucketCount()).toBe(500);
    clock.now += 1000;
    for (let request = 0; request < 500; request += 1) await limiter.admit([givenLimit({ quota: 500 })]);
    expect(limiter.bucketCount()).toBe(1);
  });

  it("a flood of new names stays under the cap and does not evict a bucket that is full", async () => {
    const { clock, limiter } = givenLimiter();
    const full = givenLimit({ bucket: "full", quota: 5, windowMs: 60_000 });
    for (let request = 0; request < 5; request += 1) await limiter.admit([full]);
    for (let name = 0; name < MAX_BUCKETS * 1.5; name += 1) {
      clock.now += 0.01;
      await limiter.admit([givenLimit({ bucket: `a:${name}`, windowMs: 60_000 })]);
    }
    expect(limiter.bucketCount()).toBeLessThanOrEqual(MAX_BUCKETS + 1);
    expect(await limiter.admit([full])).toMatchObject({ admitted: false });
  });

  it("holds no bucket after closing", async () => {
    const { limiter } = givenLimiter();
    await limiter.admit([givenLimit({})]);
    await limiter.close();
    expect(limiter.bucketCount()).toBe(0);
  });
});

describe("the times that a limiter returns", () => {
  it("are never longer than the window, although sums of fractions are not exact", async () => {
    const now = 689_990.334_509_659_9;
    const limit = givenLimit({ quota: 1, windowMs: 600_000 });
    expect(now + limit.windowMs - now).toBeGreaterThan(limit.windowMs);
    const limiter = createMemoryLimiter(() => now);
    expect(await limiter.admit([limit])).toMatchObject({ admitted: true, resetMs: limit.windowMs });
    expect(await limiter.admit([limit])).toMatchObject({ admitted: false, retryAfterMs: limit.windowMs });
  });
});
