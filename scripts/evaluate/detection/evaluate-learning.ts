import { fileURLToPath } from "node:url";
import { ATTACKS } from "../../../src/synth/attacks/attacks.ts";
import { generateAttacked } from "../../../src/synth/detection/generate-attacked.ts";
import { UNTIDY_KINDS } from "../../../src/synth/untidy/untidy-kinds.ts";
import { planUntidyOrganization } from "../../../src/synth/untidy/untidy-organization.ts";
import { createAnalyst } from "./answer-cases.ts";
import { describeMissed } from "./describe-outcome.ts";
import { countedPeriodOf, type DetectionPlan, type DetectionResult } from "./evaluate-detection-seed.ts";
import { runOrganizations } from "./run-organization.ts";
import { type ScoredOutcome, scoreOutcome } from "./score-outcome.ts";

/** Rules that match ordinary work: without false cases there is nothing to learn. */
const NOISY_RULES = fileURLToPath(new URL("./noisy-rules", import.meta.url));
const VERDICTS = 50;
const MOST_FALSE_SHARE = 0.5;

/**
 * Runs the same rows with noisy rules twice: an analyst answers all cases, once with true verdicts, once with verdicts that
 * leave no feedback. Compares the cases that are made after the 50th verdict.
 */
export async function evaluateLearning(plan: DetectionPlan, report: (text: string) => void): Promise<DetectionResult> {
  const { knobs, everyMinutes } = plan;
  const attacked = generateAttacked(planUntidyOrganization(knobs), UNTIDY_KINDS, ATTACKS);
  const run = async (name: string, isTeaching: boolean) => {
    const analyst = createAnalyst({ attacks: attacked.attacks, verdicts: VERDICTS, isTeaching });
    const [outcome] = await runOrganizations([attacked], {
      everyMinutes,
      rules: NOISY_RULES,
      afterJudging: analyst.answer,
      report: (text) => report(`${name}, ${attacked.rows.length} rows: ${text}`),
    });
    if (!outcome) throw new Error("the organization was not run");
    return {
      scored: scoreOutcome(outcome, attacked.attacks, countedPeriodOf(knobs)),
      finishedAt: analyst.finishedAt(),
    };
  };
  const untaught = await run("without feedback", false);
  const taught = await run("with feedback", true);
  return compareOutcomes(untaught.scored, taught.scored, laterOf(untaught.finishedAt, taught.finishedAt));
}

/** Returns the later time; undefined if one of the two has none. */
const laterOf = (a: Date | undefined, b: Date | undefined): Date | undefined => (a && b ? (a > b ? a : b) : undefined);

/** Compares two outcomes of the same rows after a time. */
export function compareOutcomes(
  untaught: ScoredOutcome,
  taught: ScoredOutcome,
  from: Date | undefined,
): DetectionResult {
  const output = "learning";
  const falseAfter = ({ falseCases }: ScoredOutcome): number | null =>
    from === undefined ? null : falseCases.filter(({ createdAt }) => createdAt > from).length;
  const foundAfter = ({ attacks }: ScoredOutcome): readonly string[] =>
    attacks.filter(({ attack, found }) => found && from && attack.start > from).map(({ attack }) => attack.id);
  const [before, after] = [falseAfter(untaught), falseAfter(taught)];
  const kept = new Set(foundAfter(taught));
  const lost = foundAfter(untaught).filter((id) => !kept.has(id));
  return {
    detectors: [],
    falseCases: [],
    missed: describeMissed({ ...taught, attacks: taught.attacks.filter(({ attack }) => lost.includes(attack.id)) }),
    measures: [
      { output, metric: "false cases without feedback", value: before },
      { output, metric: `false cases after ${VERDICTS} verdicts`, value: after },
      {
        output,
        metric: "share of false cases that is left",
        value: before === null || after === null || before === 0 ? null : after / before,
        gate: { most: MOST_FALSE_SHARE },
      },
      { output, metric: "attacks compared", value: from === undefined ? null : foundAfter(untaught).length },
      { output, metric: "attacks lost", value: from === undefined ? null : lost.length, gate: { most: 0 } },
    ],
  };
}
