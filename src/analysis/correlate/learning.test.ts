import { describe, expect, test } from "vitest";
import { aFinding, DAY, START } from "../../../test/support/case-findings.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import { exemptionOf, type Feedback, precisionOf } from "./learning.ts";

const BEFORE: FindingFacts = { act: "role_add", object: "Reader", address: "192.0.2.1", network: "net:192.0.2.0/24" };
const entry = (fields: Partial<Feedback> = {}): Feedback => ({
  detector: "role_added",
  subject: "maya",
  confirmed: false,
  decidedAt: START - DAY,
  isEnded: false,
  facts: [BEFORE],
  ...fields,
});
const about = (facts: FindingFacts, fields: Parameters<typeof aFinding>[0] = {}) =>
  aFinding({ detector: "role_added", facts, ...fields });
const refutations = (subjects: readonly string[], fields: Partial<Feedback> = {}) =>
  subjects.map((subject) => entry({ subject, ...fields }));

describe("exemptionOf", () => {
  test("a verdict exempts the same behavior of the subject, also of a critical detector", () => {
    expect(exemptionOf(about(BEFORE, { severity: "critical" }), "maya", [entry()])).toBe("subject");
    expect(exemptionOf(about(BEFORE), "omar", [entry()])).toBeNull();
    expect(exemptionOf(about(BEFORE, { detector: "another" }), "maya", [entry()])).toBeNull();
  });

  test.each<[string, FindingFacts]>([
    ["another act", { act: "role_remove" }],
    ["another object", { object: "Owner" }],
    ["another network", { network: "net:203.0.113.0/24" }],
  ])("ends with %s", (_, change) => {
    expect(exemptionOf(about({ ...BEFORE, ...change }), "maya", [entry()])).toBeNull();
  });

  test.each<[string, FindingFacts, FindingFacts]>([
    ["another country", { country: "NO" }, { country: "BR" }],
    ["another device", { device: "a" }, { device: "b" }],
    ["a much larger volume", { count: 100 }, { count: 301 }],
  ])("ends with %s", (_, before, now) => {
    expect(exemptionOf(about(before), "maya", [entry({ facts: [before] })])).toBe("subject");
    expect(exemptionOf(about(now), "maya", [entry({ facts: [before] })])).toBeNull();
  });

  test("does not end because a file, a message or the application of a sign-in is another one", () => {
    const file = { act: "filedownloaded", isPassingObject: true };
    expect(
      exemptionOf(about({ ...file, object: "b.docx" }), "maya", [entry({ facts: [{ ...file, object: "a" }] })]),
    ).toBe("subject");
    const signIn = (application: string) => ({ act: "sign_in", application });
    expect(exemptionOf(about(signIn("Mail")), "maya", [entry({ facts: [signIn("Files")] })])).toBe("subject");
  });

  test("ends after 30 days, and when a member ends it", () => {
    expect(exemptionOf(about(BEFORE, { at: START + 29 * DAY }), "maya", [entry()])).toBeNull();
    expect(exemptionOf(about(BEFORE), "maya", [entry({ isEnded: true })])).toBeNull();
  });

  test("of an earlier release, without facts, exempts all findings of its detector and subject", () => {
    expect(exemptionOf(about(BEFORE), "maya", [entry({ facts: [] })])).toBe("subject");
    expect(exemptionOf(about(BEFORE), "omar", refutations(["a", "b", "c"], { facts: [] }))).toBeNull();
  });

  test("holds for everybody after verdicts about three subjects and the same entity, if none confirmed it", () => {
    expect(exemptionOf(about(BEFORE), "omar", refutations(["a", "b"]))).toBeNull();
    expect(exemptionOf(about(BEFORE), "omar", refutations(["a", "a", "b"]))).toBeNull();
    const three = refutations(["a", "b", "c"]);
    expect(exemptionOf(about(BEFORE), "omar", three)).toBe("organization");
    expect(exemptionOf(about({ ...BEFORE, object: "Owner" }), "omar", three)).toBeNull();
    expect(exemptionOf(about(BEFORE), "omar", [...three, entry({ subject: "d", confirmed: true })])).toBeNull();
  });
});

describe("precisionOf", () => {
  const high = { detector: "role_added", severity: "high", precision: null } as const;

  test("is that of the severity, or the declared one", () => {
    expect(precisionOf(high, [])).toBe(0.3);
    expect(precisionOf({ ...high, precision: 0.7 }, [])).toBe(0.7);
  });

  test("rises with each confirmation", () => {
    expect(precisionOf(high, [entry({ confirmed: true })])).toBeCloseTo((8 * 0.3 + 1) / 9);
  });

  test("falls only after verdicts about several subjects, and not below six tenths of it", () => {
    expect(precisionOf(high, refutations(["a", "a", "b", "b"]))).toBe(0.3);
    expect(precisionOf(high, refutations(["a", "b", "c"]))).toBeCloseTo((8 * 0.3) / 11);
    const many = Array.from({ length: 50 }, (_, n) => `s${n}`);
    expect(precisionOf(high, refutations(many))).toBeCloseTo(0.18);
  });

  test("counts confirmations and refutations together, so that one attack does not undo what was learned", () => {
    const few = refutations(["a", "b", "c"]);
    expect(precisionOf(high, [...few, entry({ confirmed: true })])).toBeCloseTo((8 * 0.3 + 1) / 12);
    const often = refutations(Array.from({ length: 12 }, (_, n) => `s${n}`));
    expect(precisionOf(high, [...often, entry({ confirmed: true })])).toBeLessThan(0.2);
    const right = Array.from({ length: 12 }, () => entry({ confirmed: true }));
    expect(precisionOf(high, [...few, ...right])).toBeGreaterThan(0.6);
  });
});
