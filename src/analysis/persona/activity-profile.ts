import type { ActivityDay } from "../../model/identity/activity.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { countDays, LOOKBACK_DAYS, WINDOW_DAYS, WORDS } from "./day-window.ts";
import { isPersonaDimension, type PersonaDimension, type ValueIndex } from "./value-index.ts";

/** How an identity used one value. */
export interface ValueUse {
  /** The number of the value in the index. */
  readonly value: number;
  readonly key: string;
  readonly label: string;
  /** Days of the window with a use. */
  readonly days: number;
  /** Uses in the window. */
  readonly count: number;
  /** The last day with a use in the look-back. */
  readonly lastDay: number;
  /** Position of its days in `dayWords` of the profile. */
  readonly offset: number;
}

/** The activity of one identity before the evaluation day, packed into numbers. */
export interface ActivityProfile {
  /** Days of the window with an event. */
  readonly activeDays: number;
  /** Days of the window with a successful interactive sign-in. */
  readonly signInDays: number;
  readonly signIns: number;
  /** The last day with an event and with a sign-in, in the look-back. */
  readonly lastActiveDay: number | null;
  readonly lastSignInDay: number | null;
  /** The first day with an event in the look-back. */
  readonly firstDay: number | null;
  readonly values: Int32Array;
  readonly counts: Int32Array;
  readonly lastDays: Int32Array;
  /** Three words for each value: the days of the window with a use. */
  readonly dayWords: Int32Array;
}

/** The first and the last day with rows of each log table. */
export type SourceDays = Map<LogTable, { readonly first: number; readonly last: number }>;

interface Tally {
  count: number;
  lastDay: number;
  readonly words: Int32Array;
}

/** Packs the days of one identity; days outside of the look-back are left out. `today` is the evaluation day. */
export function packActivity(days: readonly ActivityDay[], today: number, index: ValueIndex): ActivityProfile {
  const known = days.filter(({ day }) => day < today && day >= today - LOOKBACK_DAYS);
  const active = known.filter(({ events }) => events > 0);
  const inWindow = active.filter(({ day }) => day >= today - WINDOW_DAYS);
  const signedIn = active.filter(({ signIns }) => signIns > 0);
  const tallies = tally(known, today, index);
  const profile: ActivityProfile = {
    activeDays: inWindow.length,
    signInDays: signedIn.filter(({ day }) => day >= today - WINDOW_DAYS).length,
    signIns: inWindow.reduce((sum, { signIns }) => sum + signIns, 0),
    lastActiveDay: lastOf(active),
    lastSignInDay: lastOf(signedIn),
    firstDay: active.length === 0 ? null : Math.min(...active.map(({ day }) => day)),
    values: new Int32Array(tallies.size),
    counts: new Int32Array(tallies.size),
    lastDays: new Int32Array(tallies.size),
    dayWords: new Int32Array(tallies.size * WORDS),
  };
  let position = 0;
  for (const [value, { count, lastDay, words }] of tallies) {
    profile.values[position] = value;
    profile.counts[position] = count;
    profile.lastDays[position] = lastDay;
    profile.dayWords.set(words, position * WORDS);
    position += 1;
  }
  return profile;
}

const lastOf = (days: readonly ActivityDay[]): number | null =>
  days.length === 0 ? null : Math.max(...days.map(({ day }) => day));

function tally(days: readonly ActivityDay[], today: number, index: ValueIndex): ReadonlyMap<number, Tally> {
  const tallies = new Map<number, Tally>();
  for (const { day, uses } of days) {
    const bit = day - (today - WINDOW_DAYS);
    for (const { dimension, key, label, count } of uses) {
      if (!isPersonaDimension(dimension)) continue;
      const value = index.add(dimension, key, label, day);
      const own = tallies.get(value) ?? { count: 0, lastDay: day, words: new Int32Array(WORDS) };
      tallies.set(value, own);
      own.lastDay = Math.max(own.lastDay, day);
      if (bit < 0) continue;
      own.count += count;
      own.words[bit >>> 5] = (own.words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }
  return tallies;
}

/** Lists the uses of one dimension in the order of their keys. */
export function usesOf(profile: ActivityProfile, dimension: PersonaDimension, index: ValueIndex): readonly ValueUse[] {
  const uses: ValueUse[] = [];
  profile.values.forEach((value, position) => {
    const { dimension: own, key, label } = index.at(value);
    if (own !== dimension) return;
    const offset = position * WORDS;
    uses.push({
      value,
      key,
      label,
      days: countDays(profile.dayWords, offset),
      count: profile.counts[position] ?? 0,
      lastDay: profile.lastDays[position] ?? 0,
      offset,
    });
  });
  return uses.sort((a, b) => (a.key < b.key ? -1 : 1));
}
