import type { Knobs } from "../../src/synth/knobs.ts";
import { evaluateOrganization } from "./analyzed-organization.ts";
import type { Measure } from "./gates.ts";
import { scorePrevalence } from "./score-prevalence.ts";

/** Peer groups need this many people; the directory alone decides them. */
const LARGE = { users: 2_000, nhis: 60, days: 30, rows: 1, sources: "directory" } as const;

/** Measures the prevalence among peers in a large organization. */
export async function scoreLargePeers(base: Knobs, report: (text: string) => void): Promise<readonly Measure[]> {
  const { truth, results } = await evaluateOrganization({
    knobs: { ...base, ...LARGE },
    every: LARGE.days,
    firstDay: LARGE.days,
    report,
  });
  return scorePrevalence(truth, results);
}
