import { createRequire } from "node:module";
import type { checkSync } from "recheck";
import type { Expression } from "./collect-expressions.ts";

/** The result for one expression; no verdict if its time is linear in the length of the text. */
export interface Checked {
  readonly expression: Expression;
  readonly verdict: string | undefined;
}

// The other backends need a native program or Java; this one runs wherever Node.js does and is deterministic.
process.env["RECHECK_SYNC_BACKEND"] = "pure";
const recheck: { readonly checkSync: typeof checkSync } = createRequire(import.meta.url)("recheck");

/** The work is bounded by step counts, not by time, so that every machine gets the same verdict. */
const NO_CLOCK = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null, randomSeed: 0 };

function verdictOf({ source, flags }: Expression): string | undefined {
  const result = recheck.checkSync(source, flags, NO_CLOCK);
  if (result.status === "safe") return undefined;
  if (result.status === "unknown") return `could not be checked: ${result.error.kind}`;
  return `${result.complexity.summary}, for example on ${result.attack.pattern}`;
}

process.on("message", (expression: Expression) => {
  process.send?.({ expression, verdict: verdictOf(expression) } satisfies Checked);
});
