import type { DetectorFacts } from "../../../model/finding.ts";
import { safeText } from "../../../model/safe-text.ts";
import type { Firing } from "./correlation-windows.ts";
import type { Bound, Correlation, CorrelationType } from "./parse-correlation.ts";

interface Firesaid {
  readonly correlation: Correlation;
  readonly facts: DetectorFacts;
  readonly template: string;
  readonly group: string;
  readonly firing: Firing;
}

const MAX_LISTED = 5;
const PLACEHOLDER = /\{(count|group|timespan|values|expected)\}/g;
const BOUND_WORDS: Readonly<Record<Bound["by"], string>> = {
  gt: "more than",
  gte: "at least",
  lt: "less than",
  lte: "at most",
  eq: "exactly",
  neq: "not",
};

/** What made a correlation fire, with its numbers. A template may name `{count}`, `{group}`, `{timespan}` and so on. */
export function correlationSummary({ correlation, facts, template, group, firing }: Firesaid): string {
  const words: Readonly<Record<string, string>> = {
    count: shownNumber(firing.measured),
    group: shownGroup(correlation, group, firing),
    timespan: correlation.spanText,
    values: shownValues(firing),
    expected: correlation.bounds.map(({ by, than }) => `${BOUND_WORDS[by]} ${than}`).join(" and "),
  };
  const text = template || `${facts.title}: ${DEFAULTS[correlation.type](correlation.fields.join(" and "))}`;
  return text.replace(PLACEHOLDER, (_, name: string) => words[name] ?? "");
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

function shownGroup({ groupBy }: Correlation, group: string, { trigger }: Firing): string {
  if (groupBy === null) return safeText(trigger.actor?.upn ?? trigger.actor?.name ?? group);
  return safeText(group.replaceAll("|", ", ").replaceAll(":", " ").replaceAll("%7c", "|"));
}

function shownValues({ hits }: Firing): string {
  const values = [...new Set(hits.map(({ value }) => value))].filter((value) => value !== "");
  const rest = values.length - MAX_LISTED;
  const listed = values.slice(0, MAX_LISTED).map((value) => safeText(value, 80));
  return `${listed.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
