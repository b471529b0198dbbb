import { describe, expect, test } from "vitest";
import { compileRegex } from "./safe-regex.ts";

const NO_FLAGS = { ignoreCase: false, multiline: false, dotAll: false };

describe("a pattern", () => {
  test.each(["(a|a)".repeat(22), "(?:a?){20}a{20}", "(a|ab)(c|bcd)(d*)", "[ab]*a[ab]{12}[^ab]"])(
    "like %s takes twice as long for twice the text, and no more",
    (source) => {
      const { test: matches } = compileRegex(`${source}!`, NO_FLAGS);
      const text = "ab!".repeat(2_000);
      const timeOf = (count: number) => fastestUs(() => matches(text.repeat(count)));
      timeOf(2);
      // Other work can disturb one comparison, but a time that grows faster shows in every one.
      const ratios = Array.from({ length: 3 }, () => timeOf(16) / timeOf(8));
      expect(Math.min(...ratios)).toBeLessThan(3);
    },
  );
});

/** The processor time of the fastest of several runs: what else the machine does only ever adds to it. */
function fastestUs(work: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const startedAt = process.cpuUsage();
    work();
    return process.cpuUsage(startedAt).user;
  });
  return Math.min(...times);
}
