import { ATTACKS } from "../../../src/synth/attacks/attacks.ts";
import {
  type AttackedOrganization,
  generateAttacked,
  withoutAttacks,
} from "../../../src/synth/detection/generate-attacked.ts";
import { UNTIDY_KINDS } from "../../../src/synth/untidy/untidy-kinds.ts";
import type { UntidyKnobs } from "../../../src/synth/untidy/untidy-knobs.ts";
import { planUntidyOrganization } from "../../../src/synth/untidy/untidy-organization.ts";
import type { Measure } from "../gates.ts";
import type { Outcome } from "./deliver-periods.ts";
import { describeFalseCases, describeMissed, type FalseCase, type MissedAttack } from "./describe-outcome.ts";
import { attackedMeasures, quietMeasures } from "./detection-measures.ts";
import { addDetectorScores, type DetectorScore, scoreDetectors } from "./detector-scores.ts";
import { runOrganizations } from "./run-organization.ts";
import { type CountedPeriod, detectorTruthOf, scoreOutcome } from "./score-outcome.ts";

const DAY_MS = 86_400_000;

/** What is run of one seed. */
export interface DetectionPlan {
  readonly knobs: UntidyKnobs;
  readonly everyMinutes: number;
  /** The kinds of attacks and of untidiness; all without them. */
  readonly attacks?: readonly string[] | undefined;
  readonly untidy?: readonly string[] | undefined;
}

export interface DetectionResult {
  readonly measures: readonly Measure[];
  readonly detectors: readonly DetectorScore[];
  readonly falseCases: readonly (FalseCase & { readonly organization: string })[];
  readonly missed: readonly MissedAttack[];
}

/** Returns the items with one of the names; all of them without names. Throws if a name is unknown. */
export function chosenOf<T>(all: readonly T[], nameOf: (item: T) => string, names?: readonly string[]): readonly T[] {
  const unknown = names?.find((name) => !all.some((item) => nameOf(item) === name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are ${all.map(nameOf).join(", ")}`);
  return names ? all.filter((item) => names.includes(nameOf(item))) : all;
}

export const countedPeriodOf = ({ until, days, history, users }: UntidyKnobs): CountedPeriod => ({
  from: new Date(until.getTime() - (days - history) * DAY_MS),
  until,
  users,
});

/** Runs an untidy organization without and with attacks, and measures what became of both. */
export async function evaluateDetectionSeed(
  plan: DetectionPlan,
  report: (text: string) => void,
): Promise<DetectionResult> {
  const { knobs, everyMinutes } = plan;
  const organization = planUntidyOrganization(knobs);
  const kinds = chosenOf(UNTIDY_KINDS, ({ name }) => name, plan.untidy);
  const attacks = chosenOf(ATTACKS, ({ kind }) => kind, plan.attacks);
  const attacked = generateAttacked(organization, kinds, attacks);
  const own = (text: string): void => report(`${attacked.rows.length} rows: ${text}`);
  const both = [withoutAttacks(attacked), attacked];
  const outcomes = await runOrganizations(both, { everyMinutes, report: own });
  const [quiet, found] = both.map((given, index) => evaluateOutcome(given, outcomes[index], countedPeriodOf(knobs)));
  if (!quiet || !found) throw new Error("an organization was not run");
  return {
    measures: [...quietMeasures(quiet.scored), ...attackedMeasures(found.scored)],
    detectors: addDetectorScores([quiet.detectors, found.detectors]),
    falseCases: [
      ...quiet.falseCases.map((one) => ({ organization: "without attacks", ...one })),
      ...found.falseCases.map((one) => ({ organization: "with attacks", ...one })),
    ],
    missed: describeMissed(found.scored),
  };
}

function evaluateOutcome(given: AttackedOrganization, outcome: Outcome | undefined, period: CountedPeriod) {
  if (!outcome) return undefined;
  const scored = scoreOutcome(outcome, given.attacks, period);
  return {
    scored,
    detectors: scoreDetectors(outcome, detectorTruthOf(given.attacks, scored)),
    falseCases: describeFalseCases(outcome, scored, given),
  };
}
