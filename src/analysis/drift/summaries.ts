import { toAmount, toCount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { ActivityComputator } from "./computators.ts";
import type { ChangeItem } from "./drift-change.ts";
import type { DriftWindow } from "./drift-windows.ts";

const MAX_SUMMARY = 300;
const MAX_NAMED = 3;

const NOUNS: Readonly<Record<ActivityComputator, string>> = {
  application_set: "application",
  application_mix: "application",
  resource_set: "resource",
  operation_mix: "operation",
  working_hours: "hour",
  activity_volume: "event",
  location_set: "location",
  device_set: "kind of device",
  peer_distance: "application",
  workstream_set: "resource",
  caller_set: "caller",
};

export const percent = (share: number): string =>
  `${share < 0.1 ? Math.round(share * 1_000) / 10 : Math.round(share * 100)} %`;

/** Returns the summary, at most 300 characters. */
export const toSummary = (text: string): string => safeText(text, MAX_SUMMARY);

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

export function noveltySummary(
  computator: ActivityComputator,
  { days }: DriftWindow,
  share: number,
  items: readonly ChangeItem[],
): string {
  const what = amountOf(items.length, NOUNS[computator]);
  return toSummary(
    `${percent(share)} of the activity in the last ${days} days is ${PREPOSITIONS[computator] ?? "in"} ${what} never seen before: ${named(items)}.`,
  );
}

const PREPOSITIONS: Readonly<Partial<Record<ActivityComputator, string>>> = {
  resource_set: "on",
  location_set: "from",
  device_set: "from",
  caller_set: "from",
};

const share = (value: ChangeItem["before"]): string => percent(typeof value === "number" ? value : 0);

export function mixSummary(
  computator: ActivityComputator,
  { days, referenceDays }: DriftWindow,
  items: readonly ChangeItem[],
): string {
  const moved = items
    .slice(0, MAX_NAMED)
    .map(({ label, before, after }) => `${inWords(label)} from ${share(before)} to ${share(after)}`)
    .join(", ");
  return toSummary(
    `${OPENINGS[computator] ?? "Activity"} in the last ${days} days differs from the ${referenceDays} days before: ${moved}.`,
  );
}

const OPENINGS: Readonly<Partial<Record<ActivityComputator, string>>> = {
  application_mix: "The use of applications",
  operation_mix: "The mix of operations",
  working_hours: "The time of activity",
  workstream_set: "The set of resources in regular use",
  peer_distance: "The use of applications moved away from that of the peer group and",
};

export function volumeSummary({ days, referenceDays }: DriftWindow, before: number, after: number): string {
  const ratio = Math.round((after >= before ? after / before : before / after) * 10) / 10;
  const change = after >= before ? `${ratio} times as many as` : `${ratio} times fewer than`;
  return toSummary(
    `${toAmount(Math.round(after), "event")} per active day in the last ${days} days, ${change} in the ${referenceDays} days before (${toCount(before)}).`,
  );
}
