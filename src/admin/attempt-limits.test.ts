import { expect, it } from "vitest";
import { REFUSAL_ENTRIES } from "../contract/rate-limits.ts";
import { createMemoryLimiter } from "../http/rate-limit/memory-limiter.ts";
import { createAttemptLimits } from "./attempt-limits.ts";

const limiter = createMemoryLimiter(() => 0);
const limitsOf = (n: number) =>
  createAttemptLimits({
    limiter,
    address: `10.0.${n >> 8}.${n & 255}`,
    sessionId: undefined,
    knownBrowser: () => undefined,
  });

it("refused sign-ins of all accounts are recorded up to a number, and the last entry says so", async () => {
  const admitted = [];
  for (let n = 0; n < REFUSAL_ENTRIES.total + 50; n++) {
    const admission = await limitsOf(n).admitEntry("wrong", `p${n}@northwind.example`);
    if (admission) admitted.push(admission);
  }
  expect(admitted).toHaveLength(REFUSAL_ENTRIES.total + 1);
  expect(admitted.at(-1)).toEqual({ omitted: "further refusals of all accounts, for up to an hour" });
  expect(admitted.slice(0, -1).every(({ omitted }) => omitted === undefined)).toBe(true);
});
