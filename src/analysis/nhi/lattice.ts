import type { ActivityDay } from "../../model/identity/activity.ts";

/** A period of which the gaps between calls are multiples. */
export interface Lattice {
  readonly periodMs: number;
  /** The median deviation of a gap from a multiple, as a share of the period. */
  readonly jitter: number;
  /** The share of gaps close to a multiple. */
  readonly share: number;
}

const DAY_MS = 86_400_000;
/** A day with as many calls as are kept may have had more. */
const KEPT_CALLS = 32;
const RECENT_DAYS = 30;
const MIN_GAPS = 15;
const MAX_MULTIPLE = 6;
const TOLERANCE = 0.2;
const MIN_SHARE = 0.8;
/** Enough gaps must be the period itself, or every small period would fit. */
const MIN_SINGLE = 0.3;
/** A longer period is a schedule. */
const MAX_PERIOD_MS = 12 * 3_600_000;
/** A period must be this many times the resolution of the timestamps. */
const MIN_TICKS = 5;

/** Finds the fixed interval of calls, also if some calls are missing. */
export function findLattice(days: readonly ActivityDay[]): Lattice | undefined {
  const recent = days.slice(-RECENT_DAYS);
  const gaps = gapsOf(recent).sort((a, b) => a - b);
  if (gaps.length < MIN_GAPS) return undefined;
  const resolution = resolutionOf(recent);
  const candidates = [0.5, 0.25, 0.1].map((at) => gaps[Math.floor(at * gaps.length)] ?? 0);
  for (const candidate of candidates) {
    const lattice = fitPeriod(gaps, candidate);
    if (lattice && lattice.periodMs >= MIN_TICKS * resolution && lattice.periodMs <= MAX_PERIOD_MS) return lattice;
  }
  return undefined;
}

/** Returns the gaps between calls: within a day, and over midnight if no call before it was left out. */
function gapsOf(days: readonly ActivityDay[]): number[] {
  const gaps: number[] = [];
  let last: number | undefined;
  let lastDay = Number.NaN;
  for (const { day, firstCalls, events } of days) {
    if (day !== lastDay + 1) last = undefined;
    for (const call of firstCalls) {
      const at = day * DAY_MS + call;
      if (last !== undefined && at > last) gaps.push(at - last);
      last = at;
    }
    if (events > KEPT_CALLS || firstCalls.length >= KEPT_CALLS) last = undefined;
    lastDay = day;
  }
  return gaps;
}

function resolutionOf(days: readonly ActivityDay[]): number {
  const calls = days.flatMap(({ firstCalls }) => firstCalls);
  return [60_000, 1_000].find((step) => calls.every((call) => call % step === 0)) ?? 1;
}

function fitPeriod(gaps: readonly number[], candidate: number): Lattice | undefined {
  if (candidate <= 0) return undefined;
  // The candidate is one gap with its own deviation: the mean of the gaps near it is the better estimate.
  const near = gaps.filter((gap) => Math.abs(gap - candidate) <= TOLERANCE * candidate);
  const period = near.reduce((sum, gap) => sum + gap, 0) / near.length;
  const residuals: number[] = [];
  let singles = 0;
  for (const gap of gaps) {
    const multiple = Math.round(gap / period);
    const residual = Math.abs(gap - multiple * period) / period;
    if (multiple < 1 || multiple > MAX_MULTIPLE || residual > TOLERANCE) continue;
    residuals.push(residual);
    if (multiple === 1) singles++;
  }
  const share = residuals.length / gaps.length;
  if (share < MIN_SHARE || singles < MIN_SINGLE * gaps.length) return undefined;
  residuals.sort((a, b) => a - b);
  return { periodMs: period, jitter: residuals[Math.floor(residuals.length / 2)] ?? 0, share };
}
