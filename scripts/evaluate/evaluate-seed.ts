import type { Knobs } from "../../src/synth/knobs.ts";
import { evaluateOrganization } from "./analyzed-organization.ts";
import type { Part } from "./chosen.ts";
import { scoreDenseDrift } from "./dense-drift.ts";
import type { Measure } from "./gates.ts";
import { scoreClusterStability } from "./score-cluster-stability.ts";
import { scoreActivityDrift, scoreExactDrift, scoreQuiet } from "./score-drift.ts";
import { scoreLargePeers } from "./score-large-peers.ts";
import { scorePeople } from "./score-people.ts";
import { scorePrograms } from "./score-programs.ts";
import { scoreRepeatability } from "./score-repeatability.ts";
import { scoreRhythmConditions } from "./score-rhythm-conditions.ts";
import { scoreSparseTenants } from "./score-sparse-tenants.ts";

/** What is measured of one seed. */
export interface SeedPlan {
  readonly knobs: Knobs;
  readonly parts: readonly Part[];
  readonly every: number;
  readonly firstDay: number;
}

export interface SeedResult {
  readonly measures: readonly Measure[];
  /** Parts that could not be measured, with the reason. */
  readonly problems: readonly string[];
  readonly cpuSeconds: number;
}

type Report = (text: string) => void;
type Measurement = (plan: SeedPlan, report: Report) => Promise<readonly Measure[]>;

const withoutGate = ({ output, metric, value }: Measure): Measure => ({ output, metric, value });

const MEASUREMENTS: Readonly<Record<Part, Measurement>> = {
  organization: async ({ knobs, every, firstDay }, report) => {
    const { truth, results, period } = await evaluateOrganization({ knobs, every, firstDay, report });
    return [
      ...scorePeople(truth, results),
      ...scorePrograms(truth, results),
      ...(await scoreClusterStability(knobs.seed, results)),
      ...scoreExactDrift(truth, results),
      // Few rows of a person are too few for the gates, which the dense part has.
      ...scoreActivityDrift(truth, results, period).map(withoutGate),
    ];
  },
  quiet: async ({ knobs, every, firstDay }, report) => {
    const quiet = { ...knobs, plants: false };
    const { truth, results, period } = await evaluateOrganization({ knobs: quiet, every, firstDay, report });
    return scoreQuiet(truth, results, period);
  },
  dense: ({ knobs, firstDay }, report) => scoreDenseDrift({ knobs, firstDay }, report),
  large: ({ knobs }, report) => scoreLargePeers(knobs, report),
  rhythms: ({ knobs }, report) => scoreRhythmConditions(knobs, report),
  sparse: ({ knobs }, report) => scoreSparseTenants(knobs, report),
  repeatability: ({ knobs }, report) => scoreRepeatability(knobs, report),
};

/** Measures the chosen parts of one seed; a part that fails is reported and does not stop the others. */
export async function evaluateSeed(plan: SeedPlan, report: Report): Promise<SeedResult> {
  const measures: Measure[] = [];
  const problems: string[] = [];
  for (const name of plan.parts) {
    try {
      measures.push(...(await MEASUREMENTS[name](plan, (text) => report(`${name}: ${text}`))));
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`);
    }
  }
  return { measures, problems, cpuSeconds: Math.round(process.cpuUsage().user / 1e6) };
}
