import { describe, expect, test } from "vitest";
import { aFinding, shuffled } from "../../../test/support/case-findings.ts";
import { condense, EMPTY_OVERVIEW, totalOf } from "./case-overview.ts";
import { chooseEvents } from "./choose-events.ts";

const NOBODY: ReadonlySet<string> = new Set();
const many = (count: number, fields: Parameters<typeof aFinding>[0] = {}) =>
  Array.from({ length: count }, (_, n) => aFinding({ day: n / 100, detector: `d${n}`, ...fields }));

describe("chooseEvents", () => {
  test("a small case shows everything, in time order", () => {
    const findings = many(20);
    expect(chooseEvents(shuffled(findings, 3), NOBODY)).toEqual(findings);
  });

  test("a case never shows more than 200: a stronger one takes the place of the weakest", () => {
    const weak = many(230, { severity: "low" });
    const strong = many(3, { day: 20, severity: "critical" });
    expect(chooseEvents([...weak, ...strong], NOBODY)).toEqual([...weak.slice(0, 197), ...strong]);
  });

  test("events changed by a verdict stay, however weak they are", () => {
    const touched = aFinding({ day: 25, severity: "none", detector: "rare_app" });
    const shown = chooseEvents([...many(300, { severity: "high" }), touched], new Set([touched.eventId]));
    expect(shown).toHaveLength(200);
    expect(shown).toContain(touched);
  });
});

describe("condense", () => {
  const findings = [
    ...many(60, { detector: "one", severity: "low" }),
    ...many(30, { detector: "two" }),
    ...many(4, { detector: "one", severity: "high", day: 3 }),
    ...many(5),
  ];

  test("of repeats of a detector the strongest stay, then the earliest, and all are counted", () => {
    const repeats = many(15, { detector: "mfa_fatigue" });
    const strong = aFinding({ day: 9, detector: "mfa_fatigue", severity: "high" });
    const overview = condense(EMPTY_OVERVIEW, [...repeats, strong], NOBODY);
    expect(overview.findings).toEqual([...repeats.slice(0, 9), strong]);
    expect([totalOf(overview), overview.counts.get("mfa_fatigue")]).toEqual([16, 16]);
  });

  test("events changed by a verdict are not dropped", () => {
    const repeats = many(15, { detector: "mfa_fatigue" });
    const last = String(repeats.at(-1)?.eventId);
    expect(condense(EMPTY_OVERVIEW, repeats, new Set([last])).findings.at(-1)?.eventId).toBe(last);
  });

  test("one by one, in any order, gives the same as all at once", () => {
    const whole = condense(EMPTY_OVERVIEW, findings, NOBODY);
    expect(whole.findings).toHaveLength(25);
    for (let seed = 0; seed < 10; seed++) {
      let overview = EMPTY_OVERVIEW;
      for (const finding of shuffled(findings, seed)) overview = condense(overview, [finding], NOBODY);
      expect([overview.findings, new Map([...overview.counts].sort())]).toEqual([
        whole.findings,
        new Map([...whole.counts].sort()),
      ]);
    }
  });
});
