import { describe, expect, test } from "vitest";
import { aFinding, DAY, START, shuffled } from "../../../test/support/case-findings.ts";
import { joinOpenCases } from "./join.ts";

const open = (caseId: string, first: number, last: number) => ({
  caseId,
  span: { first: START + first * DAY, last: START + last * DAY },
});
const joinedDays = (cases: Parameters<typeof joinOpenCases>[0], days: readonly number[]) =>
  Object.fromEntries(
    [
      ...joinOpenCases(
        cases,
        days.map((day) => aFinding({ day })),
      ),
    ].map(([caseId, findings]) => [
      caseId,
      findings.map(({ at }) => (at - START) / DAY).sort((left, right) => left - right),
    ]),
  );

describe("joinOpenCases", () => {
  test("a finding joins within 7 days of the case, before it or after it, and not beyond", () => {
    expect(joinedDays([open("a", 10, 12)], [3, 11, 19])).toEqual({ a: [3, 11, 19] });
    expect(joinedDays([open("a", 10, 12)], [2.9, 19.1])).toEqual({});
  });

  test("no case gets longer than 30 days, and later findings are preferred", () => {
    expect(joinedDays([open("a", 5, 29)], [34, 35, 36])).toEqual({ a: [34, 35] });
    expect(joinedDays([open("a", 5, 29)], [4, 35])).toEqual({ a: [35] });
  });

  test("a finding that joins brings others within reach", () => {
    expect(joinedDays([open("a", 0, 0)], [20, 14, 7])).toEqual({ a: [7, 14, 20] });
    expect(joinedDays([open("a", 20, 20)], [0, 7, 14])).toEqual({ a: [0, 7, 14] });
  });

  test("a finding joins the case it follows rather than one it precedes, of several the nearest", () => {
    expect(joinedDays([open("a", 0, 0), open("b", 10, 10)], [6])).toEqual({ a: [6] });
    expect(joinedDays([open("a", 0, 0), open("b", 10, 10)], [8])).toEqual({ b: [8] });
    expect(joinedDays([open("a", 0, 0), open("b", 3, 3)], [5])).toEqual({ b: [5] });
    expect(joinedDays([open("b", 0, 2), open("a", 0, 2)], [3])).toEqual({ a: [3] });
  });

  test("findings of severity none join during and after a case, and do not extend it", () => {
    const none = (day: number) => aFinding({ day, severity: "none" });
    const findings = [none(-1), none(6), aFinding({ day: 12 })];
    expect(joinOpenCases([open("a", 0, 0)], findings)).toEqual(new Map([["a", [findings[1]]]]));
  });

  test("the order of the findings changes nothing", () => {
    const cases = [open("a", 0, 3), open("b", 40, 44)];
    const findings = Array.from({ length: 40 }, (_, n) => aFinding({ day: (n * 13) % 83 }));
    const expected = joinOpenCases(cases, findings);
    for (let seed = 0; seed < 10; seed++) expect(joinOpenCases(cases, shuffled(findings, seed))).toEqual(expected);
  });
});
