import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Severity } from "../../model/vocabulary.ts";
import { type SupersedableFinding, supersededAmong, supersessionOf } from "./supersede.ts";

const finding = (
  eventId: string,
  detector: string,
  rows: readonly string[],
  severity: Severity = "medium",
): SupersedableFinding => ({
  eventId,
  detector,
  severity,
  evidence: rows.map((rowId) => ({ table: "SigninLogs", rowId, at: 0 })),
});

const supersession = supersessionOf([
  { slug: "broad", supersedes: ["narrow"] },
  { slug: "narrow", supersedes: ["weak"] },
  { slug: "repeating", supersedes: ["repeating"] },
  { slug: "left", supersedes: ["right"] },
  { slug: "right", supersedes: ["left"] },
  { slug: "weak" },
]);
const among = (...findings: readonly SupersedableFinding[]) => [...supersededAmong(findings, supersession)].sort();

describe("a finding is superseded", () => {
  test("by one of a declared detector whose evidence contains all of its own", () => {
    expect(among(finding("1", "narrow", ["a"]), finding("2", "broad", ["b", "a"]))).toEqual(["1"]);
    expect(among(finding("1", "narrow", ["a"]), finding("2", "broad", ["a"]))).toEqual(["1"]);
  });

  test("not by one with other evidence, so that no row loses its event", () => {
    expect(among(finding("1", "narrow", ["a", "c"]), finding("2", "broad", ["a", "b"]))).toEqual([]);
    expect(among(finding("1", "narrow", ["a"]), finding("2", "broad", ["b"]))).toEqual([]);
  });

  test("not by one of another detector, nor by a less severe one", () => {
    expect(among(finding("1", "other", ["a"]), finding("2", "broad", ["a"]))).toEqual([]);
    expect(among(finding("1", "narrow", ["a"], "high"), finding("2", "broad", ["a"], "medium"))).toEqual([]);
    expect(among(finding("1", "narrow", ["a"], "high"), finding("2", "broad", ["a"], "critical"))).toEqual(["1"]);
  });

  test("also by what supersedes its superseder", () => {
    expect(among(finding("1", "weak", ["a"]), finding("2", "broad", ["a"]))).toEqual(["1"]);
    const all = [finding("1", "weak", ["a"]), finding("2", "narrow", ["a"]), finding("3", "broad", ["a"])];
    expect(among(...all)).toEqual(["1", "2"]);
  });

  test("by another finding of its own detector only if that has more evidence", () => {
    expect(among(finding("1", "repeating", ["a"]), finding("2", "repeating", ["a", "b"]))).toEqual(["1"]);
    expect(among(finding("1", "repeating", ["a"]), finding("2", "repeating", ["a"]))).toEqual([]);
  });

  test("but never all of those that declare each other", () => {
    expect(among(finding("1", "left", ["a"]), finding("2", "right", ["a"]))).toHaveLength(1);
  });
});

const anyFindings = fc.uniqueArray(
  fc.record({
    eventId: fc.integer({ min: 0, max: 30 }).map(String),
    detector: fc.constantFrom("broad", "narrow", "weak", "repeating", "left", "right", "other"),
    severity: fc.constantFrom<Severity>("low", "medium", "high"),
    rows: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }),
  }),
  { selector: ({ eventId }) => eventId, maxLength: 12 },
);

test("the order of the findings changes nothing, and every row of a superseded one is in one that stays", () => {
  let superseded = 0;
  fc.assert(
    fc.property(
      anyFindings.chain((given) =>
        fc.record({
          given: fc.constant(given),
          shuffled: fc.shuffledSubarray(given, { minLength: given.length }),
        }),
      ),
      ({ given, shuffled }) => {
        const made = (list: typeof given) =>
          list.map((one) => finding(one.eventId, one.detector, one.rows, one.severity));
        const hidden = supersededAmong(made(given), supersession);
        expect(supersededAmong(made(shuffled), supersession)).toEqual(hidden);
        const staying = given.filter(({ eventId }) => !hidden.has(eventId));
        for (const one of given.filter(({ eventId }) => hidden.has(eventId))) {
          superseded += 1;
          expect(staying.some(({ rows }) => one.rows.every((row) => rows.includes(row)))).toBe(true);
        }
      },
    ),
    { numRuns: 200, seed: 3 },
  );
  expect(superseded).toBeGreaterThan(50);
});
