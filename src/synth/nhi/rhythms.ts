import { HOUR_MS, isWeekend, MINUTE_MS } from "../moment.ts";
import { logNormal, poisson, type Random } from "../random.ts";

export const RHYTHMS = [
  "fixed_interval",
  "scheduled_daily",
  "scheduled_weekly",
  "business_hours",
  "continuous",
  "bursty",
  "sporadic",
  "irregular",
] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** The constants of one program's rhythm, drawn once. */
export interface Tempo {
  readonly rhythm: Rhythm;
  /** Minutes between calls of a fixed interval. */
  readonly everyMinutes: number;
  /** Milliseconds after the start of the day. */
  readonly offsetMs: number;
  readonly weekday: number;
  /** Calls on an average day, where the rhythm leaves it open. */
  readonly calls: number;
}

export const drawTempo = (rhythm: Rhythm, random: Random): Tempo => ({
  rhythm,
  everyMinutes: random.pick([60, 120, 180, 240]),
  offsetMs: Math.floor(random.next() * 22 * HOUR_MS),
  weekday: random.int(0, 6),
  calls: random.int(10, 26),
});

/** Returns the times of a day's calls in milliseconds after its start, ascending. */
export function callsOn(tempo: Tempo, date: Date, random: Random): readonly number[] {
  const calls = MAKERS[tempo.rhythm](tempo, date, random);
  return calls.filter((ms) => ms >= 0 && ms < 24 * HOUR_MS).sort((a, b) => a - b);
}

type Maker = (tempo: Tempo, date: Date, random: Random) => readonly number[];

const uniform = (random: Random, count: number, from: number, to: number): readonly number[] =>
  Array.from({ length: count }, () => Math.floor((from + (to - from) * random.next()) * HOUR_MS));

const jitter = (random: Random, ms: number): number => Math.floor(ms * (random.next() - 0.5));

const MAKERS: Readonly<Record<Rhythm, Maker>> = {
  fixed_interval: ({ everyMinutes, offsetMs }, _, random) => {
    const step = everyMinutes * MINUTE_MS;
    return Array.from(
      { length: Math.floor((24 * 60) / everyMinutes) },
      (__, index) => (offsetMs % step) + index * step + jitter(random, 40_000),
    );
  },
  scheduled_daily: ({ offsetMs }, _, random) =>
    Array.from({ length: random.int(2, 4) }, (__, index) => offsetMs + index * 50_000 + jitter(random, 4 * MINUTE_MS)),
  scheduled_weekly: ({ offsetMs, weekday }, date, random) =>
    date.getUTCDay() === weekday
      ? Array.from(
          { length: random.int(3, 7) },
          (__, index) => offsetMs + index * 70_000 + jitter(random, 10 * MINUTE_MS),
        )
      : [],
  business_hours: ({ calls }, date, random) =>
    isWeekend(date) ? [] : uniform(random, poisson(random, calls * logNormal(random, 0.3)), 7.5, 17.5),
  continuous: ({ calls }, _, random) => uniform(random, poisson(random, calls * 2), 0, 24),
  bursty: ({ calls }, _, random) => {
    if (!random.chance(0.45)) return [];
    return Array.from({ length: random.int(1, 2) }, () => {
      const start = random.next() * 23.5 * HOUR_MS;
      return Array.from({ length: poisson(random, calls) + 6 }, () =>
        Math.floor(start + random.next() * 6 * MINUTE_MS),
      );
    }).flat();
  },
  sporadic: (_, __, random) => (random.chance(0.12) ? uniform(random, 1, 0, 24) : []),
  irregular: ({ calls }, _, random) =>
    random.chance(0.6) ? uniform(random, poisson(random, (calls / 3) * logNormal(random, 1)), 0, 24) : [],
};
