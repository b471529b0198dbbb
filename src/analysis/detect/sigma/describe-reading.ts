import type { CompiledRule, RuleReading } from "./compiled-rule.ts";

/** Returns what a rule cannot see in the log source in which it sees most; nothing for a rule that is not partial. */
export function describeBlindness({ readings }: Pick<CompiledRule, "readings">): readonly string[] {
  const gaps = ({ unseen, unfiltered }: RuleReading) => unseen.length + unfiltered.length;
  const [best] = readings.toSorted((a, b) => gaps(a) - gaps(b));
  return best === undefined ? [] : describeGaps(best);
}

/** Returns what a log source lacks of what a rule names, in sentences without an end. */
export function describeGaps({ names, unseen, unfiltered }: RuleReading): readonly string[] {
  return [
    ...(unseen.length > 0 ? [`${names.table} has no ${unseen.join(", ")}: alternatives that need it never match`] : []),
    ...(unfiltered.length > 0
      ? [`${names.table} has no ${unfiltered.join(", ")}: rows that it would exclude are reported`]
      : []),
  ];
}
