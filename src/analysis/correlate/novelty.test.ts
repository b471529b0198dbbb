import { describe, expect, test } from "vitest";
import {
  access,
  anActiveDay,
  DAY,
  effect,
  HOUR,
  knowing,
  START,
  scoreOf,
  TODAY,
  withHistory,
} from "../../../test/support/case-findings.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import type { Dimension } from "../../model/identity/activity.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { earlierFindings } from "./earlier-findings.ts";
import { habitsOf } from "./habits.ts";
import { judge } from "./judge.ts";

const HOUR_OF_START = new Date(START).getUTCHours();
const KNOWN = withHistory();
const DETECTOR = effect().detector;
const ofOthers = (count: number, day = TODAY - 1) => Array.from({ length: count }, () => ({ detector: DETECTOR, day }));
const onDays = (count: number, object = "", findings = 1) =>
  Array.from({ length: count }, (_, n) => ({ detector: DETECTOR, day: TODAY - 1 - n, object, findings }));
const scoreAfter = (others: number, own: ReturnType<typeof onDays> = [], facts: FindingFacts = {}) =>
  scoreOf([effect({ facts })], { ...KNOWN, earlier: earlierFindings(ofOthers(others), own) });
const isFalling = (scores: readonly number[]): boolean =>
  scores.every((score, index) => index === 0 || score <= (scores[index - 1] ?? 0));

describe("novelty", () => {
  test("weighs less the more other subjects a detector found something about before", () => {
    const scores = [0, 1, 3, 10, 100].map((count) => scoreAfter(count));
    expect(isFalling(scores)).toBe(true);
    expect(new Set(scores).size).toBe(4);
  });

  test("weighs less the more earlier days of the subject have it", () => {
    const scores = [0, 1, 3, 10, 40].map((days) => scoreAfter(20, onDays(days, "another")));
    expect(isFalling(scores)).toBe(true);
    expect(scores.at(-1)).toBeLessThan(scores[0] ?? 0);
  });

  test("weighs less on an object that the subject did it to before", () => {
    const other = scoreAfter(20, onDays(2, "Reader"), { object: "Owner" });
    const same = scoreAfter(20, onDays(2, "Owner"), { object: "Owner" });
    expect(same).toBeLessThan(other);
    expect(scoreAfter(20, onDays(2, "host-1"), { host: "host-1" })).toBe(same);
    expect(scoreAfter(20, onDays(2, "site:finance"), { resource: "site:finance", host: "host-1" })).toBe(same);
  });

  test("does not depend on what others have on that day or later: an attack on many stays new", () => {
    const sameDay = earlierFindings([...ofOthers(50, TODAY), ...ofOthers(50, TODAY + 1)], []);
    expect(scoreOf([effect()], { ...KNOWN, earlier: sameDay })).toBe(scoreAfter(0));
  });

  test("counts only for tables that have rows of enough days", () => {
    const earlier = earlierFindings(ofOthers(100), onDays(40));
    const unknown = scoreOf([effect()]);
    const tooShort = withHistory(CORRELATION.novelty.historyDays - 1);
    expect(scoreOf([effect()], { ...tooShort, earlier })).toBe(unknown);
    expect(scoreOf([effect({ table: null })], { ...KNOWN, earlier })).toBe(unknown);
    expect(scoreOf([effect()], { ...KNOWN, earlier })).toBeLessThan(unknown);
  });

  test("makes a case of what was never found before, and none of what everybody has every day", () => {
    const critical = effect({ severity: "critical" });
    expect(judge([critical], knowing(KNOWN)).promoted).toBe(true);
    const usual = { ...KNOWN, earlier: earlierFindings(ofOthers(100), onDays(40)) };
    expect(judge([critical], knowing(usual)).promoted).toBe(false);
  });

  test("is named among the reasons", () => {
    const earlier = earlierFindings(ofOthers(12), onDays(1, "Owner"));
    const { reasons } = judge([effect({ facts: { object: "Owner" } })], knowing({ ...KNOWN, earlier }));
    expect(reasons.join(" ")).toContain(
      "the detector found something about 12 other subjects on earlier days (×0.27); it found something about this one on 1 earlier day (×0.63); it was the same object on 1 earlier day (×0.35).",
    );
    expect(judge([effect()], knowing(KNOWN)).reasons.join(" ")).toContain(
      "the detector found something about no other subject on earlier days",
    );
  });
});

describe("a burst", () => {
  const { least, times } = CORRELATION.burst;
  const many = (count: number, fields: Partial<CaseFinding> = {}) =>
    Array.from({ length: count }, (_, n) => effect({ at: START + n * 60_000, ...fields }));
  const having = (most: number) => ({ earlier: earlierFindings([], onDays(1, "", most)) });

  test("of many findings of one detector on one day weighs more than fewer, or the same on several days", () => {
    const plain = scoreOf([effect()]);
    expect(scoreOf(many(least))).toBeGreaterThan(plain);
    expect(scoreOf(many(least - 1))).toBe(plain);
    expect(scoreOf(many(least).map((finding, n) => ({ ...finding, at: START - n * DAY })))).toBe(plain);
  });

  test("is none if an earlier day had nearly as much", () => {
    const count = 10 * least;
    const plain = scoreOf([effect()]);
    expect(scoreOf(many(count), having(count / times))).toBeGreaterThan(plain);
    expect(scoreOf(many(count), having(count / times + 1))).toBe(plain);
  });

  test("is none of findings of severity none, nor of different detectors", () => {
    const plain = scoreOf([effect()]);
    expect(scoreOf([effect(), ...many(50, { severity: "none" })])).toBe(plain);
  });

  test("is named among the reasons", () => {
    const reasons = judge(many(least), knowing()).reasons.join(" ");
    expect(reasons).toContain(`found ${least} times on one day, never before`);
    expect(judge(many(50), knowing(having(2))).reasons.join(" ")).toContain("at most 2 on an earlier day");
  });
});

describe("the habits", () => {
  const { activeDays, weeks } = CORRELATION.habit;
  /** Office hours on forty days, which are not those of the start. */
  const office = (
    days = 40,
    hours: readonly number[] = [14, 15, 16],
    values: readonly (readonly [Dimension, string])[] = [],
  ) => Array.from({ length: days }, (_, n) => anActiveDay(TODAY - 1 - n, hours, values));
  const withHabits = (days: ReturnType<typeof office>, facts: FindingFacts = {}) =>
    scoreOf([access({ facts })], { habits: habitsOf(days) });
  const plain = scoreOf([access()]);

  test("make an hour weigh more at which the subject is hardly ever active, and no other", () => {
    expect(withHabits(office())).toBeGreaterThan(plain);
    expect(withHabits(office(40, [HOUR_OF_START]))).toBe(plain);
    expect(withHabits(office(40, [HOUR_OF_START - 1]))).toBe(plain);
  });

  test("make it weigh more the rarer the hour is", () => {
    const some = (share: number) =>
      office().map((day, n) => (n < share * 40 ? anActiveDay(day.day, [HOUR_OF_START]) : day));
    const scores = [0, 0.1, 0.5].map((share) => withHabits(some(share).map((day) => ({ ...day, day: day.day }))));
    expect(isFalling(scores)).toBe(true);
    expect(new Set(scores).size).toBeGreaterThan(1);
  });

  test("know what the subject does on the same day of each week", () => {
    const weekly = (count: number) =>
      office().map((day) => {
        const ago = TODAY - day.day;
        return ago % 7 === 0 && ago <= 7 * count ? anActiveDay(day.day, [HOUR_OF_START]) : day;
      });
    expect(withHabits(weekly(weeks))).toBe(plain);
    expect(withHabits(weekly(weeks - 1))).toBeGreaterThan(plain);
  });

  test("are unknown after few days", () => {
    expect(withHabits(office(activeDays - 1), { country: "BR" })).toBe(plain);
  });

  test("make a country and a network weigh more that are new for the subject, unless the sign-in was refused", () => {
    const usual = office(
      40,
      [HOUR_OF_START],
      [
        ["country", "NO"],
        ["network", "as:64500"],
      ],
    );
    expect(withHabits(usual, { country: "NO", network: "as:64500" })).toBe(plain);
    expect(withHabits(usual, { country: "BR" })).toBeGreaterThan(plain);
    expect(withHabits(usual, { network: "as:64501" })).toBeGreaterThan(plain);
    expect(withHabits(usual, { country: "BR", network: "as:64501", isRefused: true })).toBe(plain);
  });

  test("do not change by what the subject does on that day or later", () => {
    const later = [0, 1, 2].map((n) => anActiveDay(TODAY + n, [HOUR_OF_START], [["country", "BR"]]));
    expect(withHabits([...office(), ...later], { country: "BR" })).toBe(withHabits(office(), { country: "BR" }));
  });

  test("around midnight are those of the hours on both sides", () => {
    const midnight = START - HOUR_OF_START * HOUR;
    const habits = habitsOf(office(40, [23]));
    expect(scoreOf([access({ at: midnight })], { habits })).toBe(plain);
    expect(scoreOf([access({ at: midnight + 2 * HOUR })], { habits })).toBeGreaterThan(plain);
  });

  test("are named among the reasons", () => {
    const reasons = judge(
      [access({ facts: { country: "BR", network: "as:1" } })],
      knowing({ habits: habitsOf(office()) }),
    );
    expect(reasons.reasons.join(" ")).toMatch(
      /the subject was active within an hour of this time on \d+ of its \d+ earlier days.*; the country is new for the subject.*; the network is new/,
    );
  });
});
