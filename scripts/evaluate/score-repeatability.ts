import { createHash } from "node:crypto";
import type { Knobs } from "../../src/synth/knobs.ts";
import { evaluateOrganization } from "./analyzed-organization.ts";
import type { Measure } from "./gates.ts";
import type { Results } from "./results.ts";

const SMALL = { users: 40, nhis: 20, days: 50, rows: 4 };

/** Returns a digest of everything stored; null if nothing was, which proves nothing. */
const digestOf = ({ text }: Results): string | null =>
  text === "" ? null : createHash("sha256").update(text).digest("hex");

const agreement = (first: string | null, second: string | null): number | null =>
  first === null ? null : Number(first === second);

/** Measures whether two runs give the same bytes, also when the rows arrive in another order and repeatedly. */
export async function scoreRepeatability(base: Knobs, report: (text: string) => void): Promise<readonly Measure[]> {
  const plan = { knobs: { ...base, ...SMALL }, every: 10, firstDay: 40, report };
  const first = digestOf((await evaluateOrganization(plan)).results);
  const second = digestOf((await evaluateOrganization(plan)).results);
  const shuffled = digestOf((await evaluateOrganization({ ...plan, isShuffled: true })).results);
  return [
    {
      output: "determinism",
      metric: "two runs are byte-identical",
      value: agreement(first, second),
      gate: { least: 1 },
    },
    {
      output: "determinism, idempotence",
      metric: "rows in another order and delivered twice give the same bytes",
      value: agreement(first, shuffled),
      gate: { least: 1 },
    },
  ];
}
