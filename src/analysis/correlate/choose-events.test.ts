import { describe, expect, test } from "vitest";
import { aFinding, shuffled } from "../../../test/support/case-findings.ts";
import { chooseEvents } from "./choose-events.ts";

const NOBODY: ReadonlySet<string> = new Set();
const many = (count: number, fields: Parameters<typeof aFinding>[0] = {}) =>
  Array.from({ length: count }, (_, n) => aFinding({ day: n / 100, detector: `d${n}`, ...fields }));

describe("chooseEvents", () => {
  test("a small case shows everything, in the order of time", () => {
    const findings = many(20);
    expect(chooseEvents(shuffled(findings, 3), NOBODY)).toEqual({ shown: findings, folded: 0, overflow: 0 });
  });

  test("repeats of a detector fold: the strongest stay, of equals the earliest", () => {
    const repeats = many(15, { detector: "mfa_fatigue" });
    const strong = aFinding({ day: 9, detector: "mfa_fatigue", severity: "high" });
    const { shown, folded } = chooseEvents([...repeats, strong], NOBODY);
    expect(shown).toEqual([...repeats.slice(0, 9), strong]);
    expect(folded).toBe(6);
  });

  test("a case never shows more than 200: a stronger one takes the place of the weakest, the rest is counted", () => {
    const weak = many(230, { severity: "low" });
    const strong = many(3, { day: 20, severity: "critical" });
    const { shown, overflow } = chooseEvents([...weak, ...strong], NOBODY);
    expect(shown).toEqual([...weak.slice(0, 197), ...strong]);
    expect(overflow).toBe(33);
  });

  test("what a verdict has touched stays, however weak it is", () => {
    const touched = aFinding({ day: 25, severity: "none", detector: "off_hours" });
    const { shown } = chooseEvents([...many(300, { severity: "high" }), touched], new Set([touched.eventId]));
    expect(shown).toHaveLength(200);
    expect(shown).toContain(touched);
  });

  test("the order in which findings come changes nothing", () => {
    const findings = [...many(150, { severity: "low" }), ...many(150), ...many(30, { detector: "one" })];
    const expected = chooseEvents(findings, NOBODY);
    for (let seed = 0; seed < 5; seed++) expect(chooseEvents(shuffled(findings, seed), NOBODY)).toEqual(expected);
  });
});
