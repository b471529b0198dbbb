import type { CompiledRule } from "../../src/analysis/detect/sigma/compiled-rule.ts";
import type { Expression } from "../../src/analysis/detect/sigma/parse/expression.ts";
import { fieldsOf } from "../../src/analysis/detect/sigma/parse/expression.ts";
import { correlationOf } from "./correlation-text.ts";
import { describeExclusions } from "./describe-tests.ts";

/** What silences a detector, and what does not. */
export interface Silencing {
  readonly by: string;
  readonly notBy: string;
}

/** Returns what silences a rule: what it excludes itself, habits if it is silent about them, and detectors that replace its events. */
export function ruleSilencing(
  expression: Expression,
  supersededBy: readonly string[],
  { habitDays, habitBy }: Pick<CompiledRule, "habitDays" | "habitBy">,
): Silencing {
  const excluded = describeExclusions(expression).map((test) => `${test} in the row`);
  const fields = [...fieldsOf(expression)].map((field) => `\`${field}\``);
  const read = fields.length === 0 ? "the text of its values" : fields.join(", ");
  const whose = habitBy === null ? "account from the same network" : `\`${habitBy.name}\`, whoever asks,`;
  const habits =
    habitDays === null
      ? []
      : [`matches of the same ${whose} on ${habitDays} of the last 30 days (those of a day are one event)`];
  const by = sentence([...excluded, ...habits, ...replacedBy(supersededBy)]);
  const also = habitDays === null || habitBy !== null ? "" : ", account and network";
  return { by, notBy: `Anything in the row apart from ${read}${also}.` };
}

/** Returns what silences a correlation: what keeps its count down. */
export function correlationSilencing(
  correlation: unknown,
  supersededBy: readonly string[],
  habitDays: number | null,
): Silencing {
  const { type, timespan, groups } = correlationOf(correlation);
  const by = [`matches that are further apart than ${timespan}`, `matches that are spread over several ${groups}`];
  const habits = habitDays === null ? [] : [`the same on ${habitDays} of the last 30 days`];
  const order = type === "temporal_ordered" ? [] : ["the order of the rows"];
  const notBy = [...order, "a rule it counts that is switched off", "the same row delivered again"];
  return { by: sentence([...by, ...habits, ...replacedBy(supersededBy)]), notBy: sentence(notBy) };
}

const replacedBy = (slugs: readonly string[]): readonly string[] =>
  slugs.length === 0
    ? []
    : [`an event at least as severe of ${slugs.map((slug) => `\`${slug}\``).join(", ")} on the same rows`];

/** Returns one sentence; nothing beyond the switches that every detector has for no causes. */
function sentence(causes: readonly string[]): string {
  const text = causes.join("; ");
  return text === "" ? "Nothing but the switches above." : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
