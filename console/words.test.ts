import { describe, expect, it } from "vitest";
import {
  SIGNALS as KINDS,
  SEVERITIES as LEVELS,
  CASE_STATES as STATES,
  THREAT_TYPES as TYPES,
  VERDICT_OUTCOMES,
} from "../src/model/vocabulary.ts";
import {
  amount,
  CASE_STATES,
  OUTCOMES,
  optionsOf,
  SEVERITIES,
  SIGNALS,
  sentenceCase,
  signalWord,
  THREAT_TYPES,
  wordFor,
} from "./words.ts";

describe("a value of the API", () => {
  it.each([
    ["threat types", THREAT_TYPES, TYPES],
    ["severities", SEVERITIES, LEVELS],
    ["states of cases", CASE_STATES, STATES],
    ["outcomes", OUTCOMES, VERDICT_OUTCOMES],
    ["signals", SIGNALS, KINDS],
  ] as const)("has a word of its own: %s", (_what, words, values) => {
    expect(Object.keys(words).sort()).toEqual([...values].sort());
    expect(new Set(Object.values(words)).size).toBe(values.length);
    for (const word of Object.values(words)) expect(word).toMatch(/^[A-Z]/);
  });

  it("is called what people call it", () => {
    expect(CASE_STATES).toEqual({
      discover: "For review",
      pending_investigation: "Waiting",
      investigating: "Investigating",
      enforced: "Enforced",
      closed: "Closed",
    });
    expect(OUTCOMES).toEqual({
      TRUE_POSITIVE: "True positive",
      FALSE_POSITIVE: "False positive",
      SAFE: "Safe",
      DUPLICATE: "Duplicate",
      ESCALATED: "Escalated",
    });
    expect([signalWord("core_iam"), signalWord("iga")]).toEqual(["Identity", "Access governance"]);
  });

  it("that is not known yet is shown in its own words, even if every object has a member of that name", () => {
    expect(wordFor(SEVERITIES, "very_high")).toBe("Very high");
    expect(wordFor(SEVERITIES, "constructor")).toBe("Constructor");
    expect(signalWord("smoke_signal")).toBe("Smoke signal");
    expect(sentenceCase("")).toBe("");
    expect(sentenceCase("a".repeat(500))).toHaveLength(200);
  });
});

it("a number has its noun in the right form", () => {
  expect([0, 1, 2, 1_234].map((count) => amount(count, "event"))).toEqual([
    "0 events",
    "1 event",
    "2 events",
    `${(1_234).toLocaleString()} events`,
  ]);
  expect([1, 2].map((count) => amount(count, "case was", "cases were"))).toEqual(["1 case was", "2 cases were"]);
});

it("options are values with their words, in order", () => {
  expect(optionsOf({ b: "Bee", a: "Ay" })).toEqual([
    { value: "b", label: "Bee" },
    { value: "a", label: "Ay" },
  ]);
});
