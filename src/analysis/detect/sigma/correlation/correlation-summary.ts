import type { DetectorFacts } from "../../../../model/finding.ts";
import { safeText } from "../../../../model/text/safe-text.ts";
import type { Bound, Correlation, CorrelationType } from "../parse/parse-correlation.ts";
import type { Firing } from "./correlation-windows.ts";

interface SummaryInput {
  readonly correlation: Correlation;
  readonly facts: DetectorFacts;
  readonly template: string;
  readonly group: string;
  readonly firing: Firing;
}

const MAX_LISTED = 5;
const WORDS = ["count", "group", "timespan", "values", "expected"] as const;
const PLACEHOLDER = /\{([^{}\n]{1,200})\}/g;
const BOUND_WORDS: Readonly<Record<Bound["by"], string>> = {
  gt: "more than",
  gte: "at least",
  lt: "less than",
  lte: "at most",
  eq: "exactly",
  neq: "not",
};

/** Returns the fields of the summary template that must be stored with each hit. */
export function rememberedFields({ groupBy }: Correlation, template: string): readonly string[] {
  const named = [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name.trim());
  const known: readonly string[] = [...WORDS, ...(groupBy ?? [])];
  return [...new Set(named)].filter((name) => !known.includes(name));
}

/**
 * Renders the summary of a correlation. A template may use `{count}`, `{group}`, `{timespan}`, `{values}` and
 * `{expected}`, the `group-by` fields, and fields of the row that completed it.
 */
export function correlationSummary({ correlation, facts, template, group, firing }: SummaryInput): string {
  const words: Readonly<Record<string, string>> = {
    ...Object.fromEntries(partsOf(correlation, group)),
    count: shownNumber(firing.measured),
    group: shownGroup(correlation, group, firing),
    timespan: correlation.spanText,
    values: shownValues(firing),
    expected: correlation.bounds.map(({ by, than }) => `${BOUND_WORDS[by]} ${than}`).join(" and "),
  };
  const numbers = DEFAULTS[correlation.type](correlation.fields.join(" and "));
  const own = template.includes("{count}") ? template : `${template} ${numbers}`;
  const text = template === "" ? `${facts.title}: ${numbers}` : own;
  const { data = {} } = firing.trigger;
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const holder = [words, data].find((known) => Object.hasOwn(known, name.trim()));
    return safeText(holder?.[name.trim()], MAX_WORD) || "unknown";
  });
}

const MAX_WORD = 200;

/** Returns the `group-by` fields with their values. */
function partsOf({ groupBy }: Correlation, group: string): readonly (readonly [string, string])[] {
  if (groupBy === null) return [];
  return group.split("|").map((part, at) => {
    const name = groupBy[at] ?? "";
    return [name, part.slice(name.length + 1).replaceAll("%7c", "|")] as const;
  });
}

const DEFAULTS: Readonly<Record<CorrelationType, (field: string) => string>> = {
  event_count: () => "{count} matching rows for {group} within {timespan} (expected: {expected}).",
  value_count: (field) =>
    `{count} different values of ${field} for {group} within {timespan} (expected: {expected}), among them {values}.`,
  temporal: () => "{count} kinds of activity by {group} within {timespan}: {values}.",
  temporal_ordered: () => "{count} kinds of activity by {group}, one after the other, within {timespan}.",
  value_sum: (field) => `the sum of ${field} for {group} is {count} within {timespan} (expected: {expected}).`,
  value_avg: (field) => `the average of ${field} for {group} is {count} within {timespan} (expected: {expected}).`,
  value_percentile: (field) =>
    `the percentile of ${field} for {group} is {count} within {timespan} (expected: {expected}).`,
};

function shownNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function shownGroup(correlation: Correlation, group: string, { trigger }: Firing): string {
  if (correlation.groupBy === null) return trigger.actor?.upn ?? trigger.actor?.name ?? group;
  return partsOf(correlation, group)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function shownValues({ hits }: Firing): string {
  const values = [...new Set(hits.map(({ value }) => value))].filter((value) => value !== "");
  const rest = values.length - MAX_LISTED;
  const listed = values.slice(0, MAX_LISTED).map((value) => safeText(value, 80));
  return `${listed.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
