import { expect, it } from "vitest";
import type { AnalysisCandidate } from "../../store/analysis/analysis-candidates.ts";
import { dueSince } from "./due-since.ts";
import { dayOf, evaluationDayOf } from "./evaluation-day.ts";

const at = (text: string): Date => new Date(`2026-10-${text}Z`);
const INTERVAL_MS = 15 * 60_000;
const ANALYZED = { startedAt: at("10T09:00:00"), day: dayOf(at("10T00:00:00")), changes: 7, resourcesWithHistory: 2 };
const CANDIDATE: AnalysisCandidate = {
  domainId: "11111111-1111-4111-8111-111111111111",
  changes: 7,
  firstChangedAt: at("01T00:00:00"),
  newestEventAt: at("10T08:59:00"),
  isPending: false,
  resourcesWithHistory: 2,
  failures: 0,
  retryAt: null,
  analyzed: ANALYZED,
};
const isDue = (now: Date, given: Partial<AnalysisCandidate>): boolean =>
  dueSince({ ...CANDIDATE, ...given }, now, INTERVAL_MS) !== undefined;

it("a domain whose facts did not change is not due, however long ago its last run was", () => {
  expect(isDue(at("10T10:00:00"), {})).toBe(false);
  expect(isDue(at("30T10:00:00"), {})).toBe(false);
});

it("changed facts are analyzed when the interval has passed since the last run began", () => {
  expect(isDue(at("10T09:14:59"), { changes: 8 })).toBe(false);
  expect(isDue(at("10T09:15:00"), { changes: 8 })).toBe(true);
});

it("a resource that has reached the history it requires is built within about a minute", () => {
  expect(isDue(at("10T09:00:59"), { changes: 8, resourcesWithHistory: 3 })).toBe(false);
  expect(isDue(at("10T09:01:00"), { changes: 8, resourcesWithHistory: 3 })).toBe(true);
});

it("a new evaluation day begins 2 hours after midnight UTC, without waiting for the interval", () => {
  const newDay = { newestEventAt: at("11T01:58:00"), analyzed: { ...ANALYZED, startedAt: at("11T01:55:00") } };
  expect(isDue(at("11T01:59:59"), newDay)).toBe(false);
  expect(isDue(at("11T02:00:00"), newDay)).toBe(true);
});

it("pending rows delay a run by at most 30 minutes", () => {
  const pending = { changes: 8, isPending: true };
  expect(isDue(at("10T09:15:00"), pending)).toBe(false);
  expect(isDue(at("10T09:44:59"), pending)).toBe(false);
  expect(isDue(at("10T09:45:00"), pending)).toBe(true);
});

it("a domain that was never analyzed is due with its first facts", () => {
  expect(isDue(at("01T00:00:00"), { analyzed: null })).toBe(true);
  expect(isDue(at("01T00:29:59"), { analyzed: null, isPending: true })).toBe(false);
  expect(isDue(at("01T00:30:00"), { analyzed: null, isPending: true })).toBe(true);
});

it("a domain whose last run did not finish is due when its backoff has passed", () => {
  const failed = { changes: 8, failures: 2, retryAt: at("10T11:00:00") };
  expect(isDue(at("10T10:59:59"), failed)).toBe(false);
  expect(isDue(at("10T11:00:00"), failed)).toBe(true);
});

it("the evaluation day is the day of the newest event, never later than the current day after the watermark", () => {
  const now = at("10T12:00:00");
  expect(evaluationDayOf(now, at("03T23:59:59"))).toBe(dayOf(at("03T00:00:00")));
  expect(evaluationDayOf(now, at("29T00:00:00"))).toBe(dayOf(at("10T00:00:00")));
  expect(evaluationDayOf(at("10T01:59:59"), at("10T01:00:00"))).toBe(dayOf(at("09T00:00:00")));
  expect(evaluationDayOf(now, null)).toBe(dayOf(at("10T00:00:00")));
});
