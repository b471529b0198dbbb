import type { DriftPeriod } from "../../model/vocabulary.ts";

/** How a current window of days is compared with the days before it. */
export interface DriftWindow {
  readonly period: DriftPeriod;
  /** Days of the current window. */
  readonly days: number;
  /** Days of the reference window, which ends where the current one starts. */
  readonly referenceDays: number;
  /** The shortest history with which the window is evaluated. */
  readonly minHistoryDays: number;
  readonly minActiveDays: number;
  /** How many earlier windows, a week apart, a subject is compared with. */
  readonly historySteps: number;
}

export const DRIFT_WINDOWS: readonly DriftWindow[] = [
  { period: "7d", days: 7, referenceDays: 28, minHistoryDays: 35, minActiveDays: 3, historySteps: 25 },
  { period: "30d", days: 30, referenceDays: 90, minHistoryDays: 90, minActiveDays: 10, historySteps: 25 },
  { period: "90d", days: 90, referenceDays: 90, minHistoryDays: 150, minActiveDays: 10, historySteps: 25 },
  { period: "180d", days: 180, referenceDays: 180, minHistoryDays: 240, minActiveDays: 10, historySteps: 0 },
];

/** The most days of activity that an evaluation reads before its day. */
export const DRIFT_REACH_DAYS = 400;

/** Consecutive days, the last one not included. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

export interface ComparedSpans {
  readonly current: DaySpan;
  readonly reference: DaySpan;
}

/** Returns the windows that end at a day; the reference starts no earlier than the first day of the history. */
export function spansAt(window: DriftWindow, day: number, firstDay: number): ComparedSpans {
  const from = day - window.days;
  return {
    current: { from, to: day },
    reference: { from: Math.max(firstDay, from - window.referenceDays), to: from },
  };
}

/** Returns the days at which earlier windows end, the newest first; none of them overlaps the current window. */
export function historyDays(window: DriftWindow, day: number, firstDay: number): readonly number[] {
  const days: number[] = [];
  for (let step = 0; step < window.historySteps; step++) {
    const end = day - window.days - 7 * step;
    if (end - firstDay < window.minHistoryDays) break;
    days.push(end);
  }
  return days;
}
