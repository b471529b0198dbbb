import type { DriftDelta, DriftDirection, DriftItemStatus } from "../../../src/model/drift.ts";
import { wordFor } from "../../words.ts";

/** What each computator measures. The list may grow. */
export const COMPUTATORS: Readonly<Record<string, string>> = {
  activity_volume: "Amount of activity",
  application_mix: "Use of applications",
  application_set: "New applications",
  caller_set: "New callers",
  credential_set: "Credentials",
  device_set: "New devices",
  entitlement_set: "Entitlements",
  location_set: "New locations",
  operation_mix: "Operations",
  peer_distance: "Distance from peers",
  privilege_level: "Level of privilege",
  resource_set: "New resources",
  steward_change: "Owners",
  working_hours: "Working hours",
  workstream_set: "Workstreams",
};

export const driftTitle = (computator: string): string => wordFor(COMPUTATORS, computator);

export const PERIODS: Readonly<Record<string, string>> = {
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  "180d": "180 days",
};

export const DIRECTIONS: Readonly<Record<DriftDirection, string>> = {
  added: "Added",
  removed: "Removed",
  increase: "Increase",
  decrease: "Decrease",
  shift: "Shift",
};

export const STATUSES: Readonly<Record<DriftItemStatus, string>> = {
  new: "New",
  gone: "Gone",
  up: "More",
  down: "Less",
  changed: "Changed",
};

/** What the value of a measure is. */
export const MEASURES: Readonly<Record<string, string>> = {
  first_ever_share: "Share of what was never seen before",
  js_distance: "Distance between the two distributions",
  jaccard_distance: "Share of what differs between the two sets",
  weighted_jaccard: "Share of what differs between the two sets, by weight",
  peer_distance: "Distance from the peer group",
  log_ratio: "Logarithm of the ratio of the two amounts",
  tier_step: "Tiers of privilege that were gained",
  state_change: "Changes of state",
};

/** Measures from 0 to 1, which read as percentages. */
export const SHARE_MEASURES: ReadonlySet<string> = new Set([
  "first_ever_share",
  "js_distance",
  "jaccard_distance",
  "weighted_jaccard",
  "peer_distance",
]);

/** Returns a delta that the service computed; undefined for one that was imported in another shape. */
export function deltaOf(delta: unknown): DriftDelta | undefined {
  if (typeof delta !== "object" || delta === null) return undefined;
  const { schema, items, summary } = delta as Partial<DriftDelta>;
  return schema === 1 && Array.isArray(items) && typeof summary === "string" ? (delta as DriftDelta) : undefined;
}

/** Returns what changed in one sentence. */
export function headlineOf(delta: unknown): string {
  if (typeof delta === "string") return delta;
  const summary = typeof delta === "object" && delta !== null && "summary" in delta ? delta.summary : undefined;
  return typeof summary === "string" ? summary : "A change that another system recorded";
}

export const severityOf = (delta: unknown): string | null => deltaOf(delta)?.severity ?? null;
