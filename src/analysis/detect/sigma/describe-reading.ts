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
    ...(unseen.length > 0 ? [`${names.table} has no ${listNames(unseen)}: alternatives that need it never match`] : []),
    ...(unfiltered.length > 0
      ? [`${names.table} has no ${listNames(unfiltered)}: rows that it would exclude are reported`]
      : []),
  ];
}

const MAX_NAMED = 10;

/** Returns the names of fields, the first of them if there are many. */
export function listNames(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
