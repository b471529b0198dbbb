import { describe, expect, it } from "vitest";
import { percent } from "./share-bar.tsx";
import { sentence } from "./states.tsx";
import { relativeTime } from "./time.tsx";

const NOW = new Date("2026-11-02T10:00:00.000Z");
const since = (seconds: number): string => relativeTime(new Date(NOW.getTime() - seconds * 1_000), NOW);

describe("an age is in its largest unit", () => {
  it.each([
    [0, "just now"],
    [59, "just now"],
    [-59, "just now"],
    [60, "1 min ago"],
    [3_599, "59 min ago"],
    [3_600, "1 h ago"],
    [86_399, "23 h ago"],
    [86_400, "1 d ago"],
    [30 * 86_400 - 1, "29 d ago"],
    [-3_600, "in 1 h"],
    [-2 * 86_400, "in 2 days"],
  ])("%d s: %s", (seconds, text) => {
    expect(since(seconds)).toBe(text);
  });

  it("and a date from 30 days on", () => {
    expect([since(30 * 86_400), since(-30 * 86_400)].join()).toMatch(/2026.*2026/);
    expect(since(30 * 86_400)).not.toMatch(/ago/);
  });
});

it.each([
  [0, "0 %"],
  [0.001, "< 1 %"],
  [0.01, "1 %"],
  [0.505, "51 %"],
  [0.99, "99 %"],
  [0.999, "> 99 %"],
  [1, "100 %"],
])("the share %d is %s", (share, text) => {
  expect(percent(share)).toBe(text);
});

it.each([
  ["the key is wrong", "The key is wrong."],
  ["Why?", "Why?"],
  ["stop!", "Stop!"],
  ["wait…", "Wait…"],
  ["done.", "Done."],
])("the message '%s' is the sentence '%s'", (message, text) => {
  expect(sentence(message)).toBe(text);
});
