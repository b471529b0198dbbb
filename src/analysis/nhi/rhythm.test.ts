import { describe, expect, it } from "vitest";
import type { ActivityDay } from "../../model/identity/activity.ts";
import type { RhythmClass } from "../../model/identity/nhi-words.ts";
import { rhythmOf } from "./rhythm.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** 2026-11-02, a Monday. */
const DAY = 20_759;

/** A small generator of numbers between 0 and 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Make = (random: () => number, days: number) => readonly number[];

const weekday = (day: number): number => (DAY - 0 + day + 3 + 700) % 7;
const gaussian = (random: () => number): number => random() + random() + random() + random() - 2;

/** Times in milliseconds before the evaluation day, negative. */
const RHYTHMS: Readonly<Partial<Record<RhythmClass, Make>>> = {
  fixed_interval: (random, days) => {
    const period = [300_000, 900_000, HOUR_MS, 6 * HOUR_MS][Math.floor(random() * 4)] ?? HOUR_MS;
    const jitter = 0.05 * period;
    return Array.from({ length: Math.floor((days * DAY_MS) / period) }, (_, n) => {
      return -days * DAY_MS + n * period + gaussian(random) * jitter * 0.5 + period / 2;
    });
  },
  scheduled_daily: (random, days) => {
    const hour = random() * 23;
    return Array.from({ length: days }, (_, d) =>
      Array.from(
        { length: 4 + Math.floor(random() * 20) },
        () => -(days - d) * DAY_MS + hour * HOUR_MS + random() * 900_000,
      ),
    ).flat();
  },
  scheduled_weekly: (random, days) => {
    const hour = random() * 22;
    const on = Math.floor(random() * 7);
    return Array.from({ length: days }, (_, d) => d - days)
      .filter((d) => weekday(d) === on)
      .flatMap((d) =>
        Array.from(
          { length: 10 + Math.floor(random() * 20) },
          () => d * DAY_MS + hour * HOUR_MS + random() * 1_200_000,
        ),
      );
  },
  business_hours: (random, days) =>
    Array.from({ length: days }, (_, d) => d - days)
      .filter((d) => weekday(d) < 5)
      .flatMap((d) =>
        Array.from({ length: 15 + Math.floor(random() * 40) }, () => d * DAY_MS + (8 + random() * 10) * HOUR_MS),
      ),
  bursty: (random, days) =>
    Array.from({ length: days }, (_, d) => d - days)
      .filter((d) => weekday(d) < 5 && random() < 0.9)
      .flatMap((d) =>
        Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
          const start = d * DAY_MS + (8 + random() * 9.5) * HOUR_MS;
          return Array.from({ length: 20 + Math.floor(random() * 30) }, () => start + random() * 600_000);
        }).flat(),
      ),
  continuous: (random, days) =>
    Array.from({ length: days * (200 + Math.floor(random() * 300)) }, () => -random() * days * DAY_MS),
  sporadic: (random, days) =>
    Array.from({ length: 2 + Math.floor(random() * 2) }, () => {
      const start = -random() * days * DAY_MS;
      return Array.from({ length: 1 + Math.floor(random() * 5) }, () => Math.min(-1, start + random() * 300_000));
    }).flat(),
  silent: () => [],
};

/** Turns times into the days that the store would hold. */
function daysOf(times: readonly number[], loss: number, random: () => number): readonly ActivityDay[] {
  const byDay = new Map<number, number[]>();
  for (const time of times) {
    if (time >= 0 || random() < loss) continue;
    const at = DAY * DAY_MS + Math.floor(time / 1000) * 1000;
    const day = Math.floor(at / DAY_MS);
    byDay.set(day, [...(byDay.get(day) ?? []), at - day * DAY_MS]);
  }
  return [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([day, calls]) => {
      const sorted = calls.sort((a, b) => a - b);
      return {
        day,
        events: sorted.length,
        failures: 0,
        signIns: 0,
        bytes: 0,
        hours: Array.from(
          { length: 24 },
          (_, hour) => sorted.filter((call) => Math.floor(call / HOUR_MS) === hour).length,
        ),
        tables: [],
        uses: [],
        others: {},
        minutes: [...new Set(sorted.map((call) => Math.floor(call / 60_000)))],
        firstCalls: sorted.slice(0, 32),
      };
    });
}

/** Returns the share of planted rhythms that are recognized. */
function accuracyOf(days: number, loss: number): number {
  const random = randomOf(7);
  let [right, all] = [0, 0];
  for (const [planted, make] of Object.entries(RHYTHMS)) {
    for (let n = 0; n < 40; n++) {
      const found = rhythmOf(daysOf(make(random, days), loss, random), DAY).class;
      all++;
      if (found === planted) right++;
    }
  }
  return right / all;
}

describe("rhythmOf", () => {
  it("recognizes planted rhythms of 8 classes over 30 days", () => {
    expect(accuracyOf(30, 0.02)).toBeGreaterThanOrEqual(0.95);
  });

  it("recognizes them if one call in five is lost", () => {
    expect(accuracyOf(30, 0.2)).toBeGreaterThanOrEqual(0.9);
  });

  it("recognizes most of them in 14 days", () => {
    expect(accuracyOf(14, 0.02)).toBeGreaterThanOrEqual(0.8);
  });

  it("recognizes bursts at any time of the week", () => {
    const random = randomOf(3);
    const bursts = Array.from({ length: 60 }, (_, d) => d - 60)
      .filter(() => random() < 0.5)
      .flatMap((d) => {
        const start = d * DAY_MS + random() * 23 * HOUR_MS;
        return Array.from({ length: 20 }, () => start + random() * 360_000);
      });
    expect(rhythmOf(daysOf(bursts, 0, random), DAY).class).toBe("bursty");
  });

  it("is not continuous with days without calls, however even the hours of the week are", () => {
    const random = randomOf(5);
    const calls = (share: number) =>
      Array.from({ length: 90 }, (_, d) => d - 90)
        .filter(() => random() < share)
        .flatMap((d) => Array.from({ length: 12 }, () => d * DAY_MS + random() * DAY_MS));
    expect(rhythmOf(daysOf(calls(0.6), 0, random), DAY).class).toBe("irregular");
    expect(rhythmOf(daysOf(calls(1), 0, random), DAY).class).toBe("continuous");
  });

  it("reports the period of a fixed interval, and that calls are overdue", () => {
    const every = (count: number, last: number) =>
      daysOf(
        Array.from({ length: count }, (_, n) => last - n * 900_000),
        0,
        () => 1,
      );
    expect(rhythmOf(every(500, -900_000), DAY)).toMatchObject({
      class: "fixed_interval",
      period_seconds: 900,
      jitter: 0,
      overdue: false,
      evidence: "inferred",
    });
    expect(rhythmOf(every(5_000, -2 * DAY_MS), DAY)).toMatchObject({ overdue: true, evidence: "observed" });
  });

  it("claims no period that the resolution of the timestamps cannot show", () => {
    const minutely = daysOf(
      Array.from({ length: 21_000 }, (_, n) => -(n + 1) * 60_000),
      0,
      () => 1,
    );
    expect(rhythmOf(minutely, DAY)).toMatchObject({ class: "continuous", period_seconds: null });
  });
});
