import type { Measure } from "../gates.ts";
import { meanOf } from "../metrics.ts";
import type { ScoredAttack, ScoredSet } from "./score-set.ts";
import type { Difficulty } from "./truth.ts";

const shareOf = (attacks: readonly ScoredAttack[], holds: (attack: ScoredAttack) => boolean): number | null =>
  attacks.length === 0 ? null : attacks.filter(holds).length / attacks.length;

const isInCase = ({ cases }: ScoredAttack): boolean => cases.length > 0;

/** Returns the measures of a set with their gates. */
export function setMeasures(scored: ScoredSet): readonly Measure[] {
  const { attacks } = scored;
  const found = attacks.filter(isInCase);
  const areas = [...new Set(attacks.map(({ attack }) => attack.area))].sort();
  const among = (holds: (attack: ScoredAttack["attack"]) => boolean): number | null =>
    shareOf(
      attacks.filter(({ attack }) => holds(attack)),
      isInCase,
    );
  const ofDifficulty = (wanted: Difficulty): number | null => among(({ difficulty }) => difficulty === wanted);
  return [
    { output: "attacks", metric: "in a case", value: shareOf(attacks, isInCase), gate: { least: 0.85 } },
    { output: "attacks", metric: "in a case, obvious", value: ofDifficulty("obvious"), gate: { least: 0.97 } },
    { output: "attacks", metric: "in a case, needs context", value: ofDifficulty("context") },
    { output: "attacks", metric: "in a case, hard", value: ofDifficulty("hard") },
    { output: "attacks", metric: "with a threat event", value: shareOf(attacks, ({ events }) => events.length > 0) },
    {
      output: "cases",
      metric: "right type",
      value: shareOf(found, ({ isRightType }) => isRightType),
      gate: { least: 0.9 },
    },
    { output: "cases", metric: "mainly about their attack", value: shareOf(found, ({ isMain }) => isMain) },
    { output: "cases", metric: "purity", value: meanOf(scored.purities), gate: { least: 0.9 } },
    {
      output: "cases",
      metric: "attacks split over several",
      value: shareOf(found, ({ cases }) => cases.length > 1),
      gate: { most: 0.1 },
    },
    {
      output: "noise",
      metric: "false cases per 1,000 people a day",
      value: scored.falsePerThousandDays,
      gate: { most: 1 },
    },
    {
      output: "noise",
      metric: "threat events without an attack",
      value: scored.otherEventsPerThousandDays,
      gate: { most: 150 },
    },
    ...areas.map((area) => ({ output: "in a case", metric: area, value: among((attack) => attack.area === area) })),
  ];
}
