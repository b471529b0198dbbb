import type { Measure } from "../gates.ts";
import { meanOf, medianOf } from "../metrics.ts";
import type { FoundAttack, ScoredOutcome } from "./score-outcome.ts";

const MOST_FALSE = 1;
const LEAST_FOUND = 0.95;
const LEAST_RIGHT_TYPE = 0.9;

const shareOf = (attacks: readonly FoundAttack[], holds: (attack: FoundAttack) => boolean): number | null =>
  attacks.length === 0 ? null : attacks.filter(holds).length / attacks.length;

/** Returns what an organization shows whether it is attacked or not. */
const noiseOf = (output: string, scored: ScoredOutcome): readonly Measure[] => [
  {
    output,
    metric: "false cases per 1,000 users a day",
    value: scored.falsePerThousandDays,
    gate: { most: MOST_FALSE },
  },
  { output, metric: "threat events per 1,000 users a day", value: scored.eventsPerThousandDays },
  { output, metric: "median size of the queue", value: medianOf(scored.queue) },
];

export const quietMeasures = (scored: ScoredOutcome): readonly Measure[] => noiseOf("without attacks", scored);

export function attackedMeasures(scored: ScoredOutcome): readonly Measure[] {
  const output = "with attacks";
  const { attacks } = scored;
  const found = attacks.filter((one) => one.found !== undefined);
  const slow = attacks.filter(({ attack }) => attack.isSlow);
  return [
    ...noiseOf(output, scored),
    {
      output,
      metric: "attacks that became a case",
      value: shareOf(attacks, (one) => one.found !== undefined),
      gate: { least: LEAST_FOUND },
    },
    { output, metric: "slow attacks that became a case", value: shareOf(slow, (one) => one.found !== undefined) },
    { output, metric: "attacks that were a case within an hour", value: shareOf(attacks, ({ isInTime }) => isInTime) },
    { output, metric: "share of their events in that case", value: meanOf(found.map(({ share }) => share)) },
    {
      output,
      metric: "cases of attacks with the right type",
      value: shareOf(found, ({ isRightType }) => isRightType),
      gate: { least: LEAST_RIGHT_TYPE },
    },
  ];
}
