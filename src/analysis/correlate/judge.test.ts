import { describe, expect, test } from "vitest";
import { aFinding, DAY, START, shuffled } from "../../../test/support/case-findings.ts";
import type { Severity } from "../../model/vocabulary.ts";
import { completedAt, judge, type Knowledge, NO_KNOWLEDGE, precisionOf } from "./judge.ts";

const knowing = (fields: Partial<Knowledge>): Knowledge => ({ ...NO_KNOWLEDGE, ...fields });
const ofSeverity = (severity: Severity, detector: string = severity, tactic = detector) =>
  aFinding({ severity, detector, tactics: [tactic] });
const verdictOn = (...findings: Parameters<typeof judge>[0][number][]) => judge(findings, NO_KNOWLEDGE);

describe("judge", () => {
  test("the weight of a finding follows its severity; a high one is enough, a medium one is not", () => {
    const severities = ["none", "low", "medium", "high", "critical"] as const;
    expect(severities.map((severity) => verdictOn(ofSeverity(severity)).score)).toEqual([0, 0.1, 0.3, 0.6, 0.85]);
    expect(severities.map((severity) => verdictOn(ofSeverity(severity)).promoted)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test("weaker findings make a case when their score and number of tactics are high enough", () => {
    const chain = [ofSeverity("medium", "a"), ofSeverity("medium", "b"), ofSeverity("medium", "c")];
    expect(verdictOn(...chain)).toMatchObject({ promoted: true, score: 0.657, tactics: ["a", "b", "c"] });
    expect(verdictOn(...chain.slice(1)).promoted).toBe(false);
    const sameTactic = chain.map((finding) => ({ ...finding, tactics: ["discovery"] }));
    expect(verdictOn(...sameTactic)).toMatchObject({ promoted: false, score: 0.657 });
  });

  test("each repeat of a detector counts half of the one before, so that noise alone never makes a case", () => {
    const repeats = Array.from({ length: 500 }, () => ofSeverity("medium", "noisy"));
    expect(verdictOn(...repeats.slice(0, 2)).score).toBe(0.405);
    expect(verdictOn(...repeats)).toMatchObject({ promoted: false });
    expect(verdictOn(...repeats).score).toBeLessThan(0.5);
  });

  test("severity none has no weight, not even beside others", () => {
    const medium = ofSeverity("medium", "a");
    expect(verdictOn(medium, ofSeverity("none", "b"))).toEqual(verdictOn(medium));
  });

  test("verdicts change the precision of a detector, the first few only slightly", () => {
    expect(precisionOf("medium", { confirmed: 0, refuted: 0 })).toBeCloseTo(0.3);
    expect(precisionOf("medium", { confirmed: 8, refuted: 0 })).toBeCloseTo(0.65);
    expect(precisionOf("high", { confirmed: 0, refuted: 2 })).toBeCloseTo(0.48);
  });

  test("a detector that verdicts keep confirming is enough alone, one they keep refuting no longer is", () => {
    const confirmed = new Map([["medium", { confirmed: 8, refuted: 0 }]]);
    expect(judge([ofSeverity("medium")], knowing({ records: confirmed })).promoted).toBe(true);
    const refuted = new Map([["high", { confirmed: 0, refuted: 2 }]]);
    expect(judge([ofSeverity("high")], knowing({ records: refuted })).promoted).toBe(false);
  });

  test("a refuted detector weighs less for 30 days, also when it is critical", () => {
    const refutedAt = new Map([["critical", START - DAY]]);
    const finding = ofSeverity("critical");
    expect(judge([finding], knowing({ refutedAt }))).toMatchObject({ promoted: false, score: 0.255 });
    const later = { ...finding, at: START + 29 * DAY };
    expect(judge([later], knowing({ refutedAt })).promoted).toBe(true);
    expect(judge([ofSeverity("high")], knowing({ refutedAt })).promoted).toBe(true);
  });

  test("findings of a privileged subject weigh more", () => {
    expect(judge([ofSeverity("medium")], knowing({ privileged: true })).score).toBe(0.39);
  });

  test("a decision has the contribution of each detector and its reasons", () => {
    const decision = verdictOn(ofSeverity("high", "b"), ofSeverity("high", "b"), ofSeverity("low", "a"));
    expect(decision.inputs).toEqual([
      { detector: "a", findings: 1, severity: "low", confirmed: 0, refuted: 0, precision: 0.1, context: 1, share: 0.1 },
      {
        detector: "b",
        findings: 2,
        severity: "high",
        confirmed: 0,
        refuted: 0,
        precision: 0.6,
        context: 1,
        share: 0.72,
      },
    ]);
    expect(decision.reasons).toEqual([
      "The score of 0.75 reaches the required 0.60.",
      "The findings cover 2 tactics from 2 detectors; 2 tactics from 2 detectors are enough.",
      "The detector b alone has a probability of 0.60; 0.55 is enough.",
    ]);
    expect(verdictOn(ofSeverity("critical")).reasons[0]).toBe("Critical findings are enough for a case: critical.");
    expect(verdictOn(ofSeverity("low")).reasons).toEqual([
      "The score of 0.10 is below the required 0.60.",
      "The findings cover 1 tactic from 1 detector; 2 tactics from 2 detectors are needed.",
      "No detector alone reaches a probability of 0.55.",
    ]);
  });

  test("the order of the findings changes nothing", () => {
    const severities = ["low", "medium", "high", "none"] as const;
    const findings = Array.from({ length: 60 }, (_, n) => ofSeverity(severities[n % 4] ?? "low", `d${n % 7}`));
    const expected = judge(findings, NO_KNOWLEDGE);
    for (let seed = 0; seed < 10; seed++) expect(judge(shuffled(findings, seed), NO_KNOWLEDGE)).toEqual(expected);
  });

  test("no number of findings reaches certainty", () => {
    const findings = Array.from({ length: 5 }, (_, n) => ofSeverity("critical", `d${n}`));
    const records = new Map(findings.map(({ detector }) => [detector, { confirmed: 900, refuted: 0 }]));
    expect(judge(findings.slice(0, 1), knowing({ records, privileged: true })).score).toBe(0.99);
  });
});

describe("completedAt", () => {
  test("is the time of the first finding with which the judge would have promoted", () => {
    const findings = ["a", "b", "c", "d"].map((detector, day) =>
      aFinding({ day, detector, tactics: [detector], severity: "medium" }),
    );
    expect(completedAt(shuffled(findings, 1), NO_KNOWLEDGE)).toBe(START + 2 * DAY);
    expect(completedAt(findings.slice(0, 2), NO_KNOWLEDGE)).toBeUndefined();
  });
});
