import type { ActivityDay } from "../../model/identity/activity.ts";

/** A run of calls without a pause of more than 10 minutes. */
export interface Session {
  /** Minutes since 1970-01-01. */
  readonly start: number;
  readonly end: number;
}

const DAY_MINUTES = 1_440;
const PAUSE_MINUTES = 10;

/** Returns the sessions of these days, in order. */
export function sessionsOf(days: readonly ActivityDay[]): readonly Session[] {
  const sessions: { start: number; end: number }[] = [];
  for (const { day, minutes } of days) {
    for (const minute of minutes) {
      const at = day * DAY_MINUTES + minute;
      const last = sessions.at(-1);
      if (last && at - last.end <= PAUSE_MINUTES) last.end = at;
      else sessions.push({ start: at, end: at });
    }
  }
  return sessions;
}

/** A time of day at which sessions begin. */
export interface StartMode {
  /** The minute of the day, the first of a quarter of an hour. */
  readonly minute: number;
  readonly share: number;
}

const QUARTERS = 96;
const MAX_MODES = 3;

/** Returns up to three times of day, each within 15 minutes, at which most sessions begin. */
export function startModesOf(sessions: readonly Session[]): readonly StartMode[] {
  const counts = new Array<number>(QUARTERS).fill(0);
  for (const { start } of sessions) {
    const quarter = Math.floor((start % DAY_MINUTES) / 15);
    counts[quarter] = (counts[quarter] ?? 0) + 1;
  }
  const modes: StartMode[] = [];
  for (let found = 0; found < MAX_MODES; found++) {
    const around = counts.map((_, at) => neighborhood(counts, at));
    const best = around.reduce((top, count, at) => (count > (around[top] ?? 0) ? at : top), 0);
    const held = around[best] ?? 0;
    if (held === 0) break;
    const peak = [best - 1, best, best + 1]
      .map((at) => (at + QUARTERS) % QUARTERS)
      .reduce((top, at) => ((counts[at] ?? 0) > (counts[top] ?? 0) ? at : top), best);
    modes.push({ minute: peak * 15, share: held / sessions.length });
    for (const at of [best - 1, best, best + 1]) counts[(at + QUARTERS) % QUARTERS] = 0;
  }
  return modes;
}

const neighborhood = (counts: readonly number[], at: number): number =>
  (counts[(at + QUARTERS - 1) % QUARTERS] ?? 0) + (counts[at] ?? 0) + (counts[(at + 1) % QUARTERS] ?? 0);
