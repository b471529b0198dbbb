import { toCount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type HitSlots,
  HOUR_MS,
  type Memory,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { hitOfActor } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { observed } from "../patterns/first-seen.ts";
import { isSuccess } from "../signals/sign-in.ts";

type Settings = BehaviorSettings["offHours"];

const HOURS_PER_WEEK = 168;
const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Detects activity at an hour of the week at which the user is rarely active. Severity none: it only supports cases. */
export function offHours(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "off_hours",
      major: 1,
      title: "Activity at an unusual hour",
      severity: "none",
      tactics: ["initial_access"],
      techniques: ["T1078"],
      threatType: "insider_threat",
      signal: "core_iam",
    },
    tables: ["SigninLogs", "OfficeActivity", "CloudAppEvents"],
    spanMs: settings.baselineDays * DAY_MS,
    foldMs: HOUR_MS,
    ignoresCounts: true,
    hitsOf,
    mayFind: (slots) => mayFind(slots, settings),
    slotLimit: {
      settings: JSON.stringify(settings),
      quiet: (slots, day) => quietHours(slots, day, settings),
    },
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow) {
  if (seen.row.table === "SigninLogs" && !isSuccess(seen.row)) return [];
  return hitOfActor(seen, "active");
}

/**
 * Returns whether the active hours alone leave room for a finding. When within an hour somebody was active is not known:
 * the hour at the edge of the baseline is counted as active, but not as near.
 */
function mayFind({ slots, first }: HitSlots, settings: Settings): boolean {
  const hours = new Array<number>(HOURS_PER_WEEK).fill(0);
  const count = (slot: number, by: number) => {
    const hour = hourOfWeek(slot);
    hours[hour] = (hours[hour] ?? 0) + by;
  };
  let [start, inside] = [0, 0];
  for (const [index, slot] of slots.entries()) {
    const edge = slot - settings.baselineDays * DAY_MS;
    start = firstFrom(slots, edge, start);
    const next = firstFrom(slots, edge + 1, inside);
    for (const old of slots.slice(inside, next)) count(old, -1);
    inside = next;
    const observedMs = slot + HOUR_MS - (slots[start] ?? slot);
    const near = nearHour(hours, hourOfWeek(slot));
    count(slot, 1);
    if (slot >= first && isUnusual({ near, active: index - start, observedMs }, settings)) return true;
  }
  return false;
}

const HOURS_PER_DAY = 24;

/**
 * Returns the hours of a day that are usual whatever else happens on it. During the day the baseline moves on: at worst it
 * has lost the hours of its first day, and the person is active in all hours of this one.
 */
function quietHours(slots: readonly number[], day: number, settings: Settings): number {
  const since = day - settings.baselineDays * DAY_MS;
  const before = slots.filter((slot) => slot >= since - HOUR_MS && slot < day);
  const hours = new Array<number>(HOURS_PER_WEEK).fill(0);
  for (const slot of before.filter((earlier) => earlier > since + DAY_MS))
    hours[hourOfWeek(slot)] = (hours[hourOfWeek(slot)] ?? 0) + 1;
  const active = before.length + HOURS_PER_DAY;
  const observedMs = day + DAY_MS - (before[0] ?? day);
  let quiet = 0;
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const near = nearHour(hours, hourOfWeek(day + hour * HOUR_MS));
    if (!isUnusual({ near, active, observedMs }, settings)) quiet |= 1 << hour;
  }
  return quiet;
}

/** Returns the position of the first slot at or after a time, looking from a position before it on. */
function firstFrom(slots: readonly number[], at: number, from: number): number {
  let position = from;
  while ((slots[position] ?? at) < at) position += 1;
  return position;
}

interface Habit {
  readonly near: number;
  readonly active: number;
  readonly observedMs: number;
}

const isUnusual = ({ near, active, observedMs }: Habit, { activeHours, warmUpDays, shareBelow }: Settings): boolean =>
  active >= activeHours && observedMs >= warmUpDays * DAY_MS && near / active < shareBelow;

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const hours = new Array<number>(HOURS_PER_WEEK).fill(0);
  const count = (hit: RowHit, by: number) => {
    const hour = hourOfWeek(hit.at);
    hours[hour] = (hours[hour] ?? 0) + by;
  };
  let start = 0;
  for (const [index, hit] of hits.entries()) {
    for (
      let old = hits[start];
      old !== undefined && old.at < hit.at - settings.baselineDays * DAY_MS;
      old = hits[start]
    ) {
      count(old, -1);
      start += 1;
    }
    const active = index - start;
    const near = nearHour(hours, hourOfWeek(hit.at));
    count(hit, 1);
    const observedMs = hit.at - (hits[start]?.at ?? hit.at);
    if (!isUnusual({ near, active, observedMs }, settings)) continue;
    const { period } = observed(observedMs, settings.baselineDays);
    yield toFiring(hit, { near, active, period }, settings);
  }
}

/** Returns the hour of the week in UTC; a user is only compared with themselves, so no time zone is needed. */
const hourOfWeek = (at: number): number => (Math.floor(at / HOUR_MS) + 96) % HOURS_PER_WEEK;

/** Sums the hour and its two neighbors. */
const nearHour = (hours: readonly number[], hour: number): number =>
  [hour + HOURS_PER_WEEK - 1, hour, hour + 1].reduce((sum, bin) => sum + (hours[bin % HOURS_PER_WEEK] ?? 0), 0);

function toFiring(
  hit: RowHit,
  { near, active, period }: { readonly near: number; readonly active: number; readonly period: string },
  settings: Settings,
): Firing {
  const hour = hourOfWeek(hit.at);
  return {
    trigger: hit,
    summary: () =>
      `Active on ${DAY_NAMES[Math.floor(hour / 24)]} at ${String(hour % 24).padStart(2, "0")}:00 UTC; ` +
      `${toCount(near)} of ${toCount(active)} active hours ${period} were within an hour of that; ` +
      `less than ${settings.shareBelow * 100} % is unusual.`,
  };
}
