import { toAmount, toCount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { ActivityComputator } from "./computators.ts";
import type { ChangeItem } from "./drift-change.ts";

const MAX_SUMMARY = 300;
const MAX_NAMED = 3;

/** What is named of each computator, and how it occurs in activity. */
const NEWS: Readonly<Partial<Record<ActivityComputator, readonly [noun: string, verb: string]>>> = {
  application_set: ["application", "is in"],
  resource_set: ["resource", "is on"],
  location_set: ["location", "is from"],
  device_set: ["kind of device", "is from"],
  caller_set: ["caller", "is from"],
  operation_mix: ["privileged operation", "is"],
  credential_set: ["key", "is with"],
};

export const percent = (share: number): string =>
  `${share < 0.1 ? Math.round(share * 1_000) / 10 : Math.round(share * 100)} %`;

/** Returns the summary, at most 300 characters. A name that ends with a period also ends the sentence that it is last in. */
export const toSummary = (text: string): string => safeText(text.replace(/([^.])\.\.(?=\s|$)/g, "$1."), MAX_SUMMARY);

/** Names the first items; their labels are untrusted text. */
export function named(items: readonly Pick<ChangeItem, "label">[]): string {
  const labels = items.slice(0, MAX_NAMED).map(({ label }) => inWords(label));
  const more = items.length - labels.length;
  return `${labels.join(", ")}${more > 0 ? ` and ${toCount(more)} more` : ""}`;
}

/** Returns a label with its kind as a word: `resource_group:rg-1` is `resource group rg-1`. */
const inWords = (label: string): string =>
  safeText(label, 60).replace(/^([a-z_]{3,20}):(?=\S)/, (_, kind: string) => `${kind.replaceAll("_", " ")} `);

/** `kind of device` has its plural inside. */
const amountOf = (count: number, noun: string): string =>
  noun.startsWith("kind of") ? `${toAmount(count, "kind")}${noun.slice("kind".length)}` : toAmount(count, noun);

/** The lengths of the compared windows in days. */
export interface ComparedDays {
  readonly current: number;
  readonly reference: number;
  /** Days of recorded activity before the current window. */
  readonly before: number;
}

export function noveltySummary(
  computator: ActivityComputator,
  { current, before }: ComparedDays,
  share: number,
  items: readonly ChangeItem[],
): string {
  const [noun, verb] = NEWS[computator] ?? ["value", "has"];
  const what = amountOf(items.length, noun);
  return toSummary(
    `${percent(share)} of the activity in the last ${current} days ${verb} ${what} not seen in the ${before} days before: ${named(items)}.`,
  );
}

/** Describes first uses that are a change by themselves. */
export function firstUseSummary(
  computator: ActivityComputator,
  { current, before }: ComparedDays,
  items: readonly ChangeItem[],
): string {
  const [noun] = NEWS[computator] ?? ["value"];
  const verb = items.length === 1 ? "was" : "were";
  return toSummary(
    `In the last ${current} days ${amountOf(items.length, noun)} ${verb} used for the first time in ${before + current} days: ${named(items)}.`,
  );
}

const share = (value: ChangeItem["before"]): string => percent(typeof value === "number" ? value : 0);

export function mixSummary(
  computator: ActivityComputator,
  { current, reference }: ComparedDays,
  items: readonly ChangeItem[],
): string {
  const moved = items
    .slice(0, MAX_NAMED)
    .map(({ label, before, after }) => `${inWords(label)} from ${share(before)} to ${share(after)}`)
    .join(", ");
  return toSummary(
    `${OPENINGS[computator] ?? "Activity"} in the last ${current} days ${differs(computator)} the ${reference} days before: ${moved}.`,
  );
}

const OPENINGS: Readonly<Partial<Record<ActivityComputator, string>>> = {
  application_mix: "The use of applications",
  operation_mix: "The mix of operations",
  working_hours: "The hours of activity",
  workstream_set: "The set of resources in regular use",
  peer_distance: "The use of applications",
};

const differs = (computator: ActivityComputator): string =>
  computator === "peer_distance" ? "is less like that of the peer group than in" : "differs from";

export function volumeSummary({ current, reference }: ComparedDays, before: number, after: number): string {
  const ratio = Math.round((after / before) * 10) / 10;
  const change =
    after >= before ? `${ratio} times as many as in` : `${Math.round((1 - after / before) * 100)} % fewer than in`;
  return toSummary(
    `${toAmount(Math.round(after), "event")} per active day in the last ${current} days, ${change} the ${reference} days before (${toCount(Math.round(before))}).`,
  );
}
