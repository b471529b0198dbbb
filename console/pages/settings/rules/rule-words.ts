import type { DetectionKind, RulePack } from "../../../../src/model/rule-list.ts";
import type { ItemOf } from "../../../api/hooks.ts";

/** A rule of the list. */
export type Rule = ItemOf<"listRules">;

export const PACKS: Readonly<Record<RulePack, string>> = {
  shipped: "Shipped rules",
  behaviors: "Behaviors",
  installation: "Installation",
  domain: "This domain",
};

/** What a pack consists of. */
export const PACK_NOTES: Readonly<Record<RulePack, string>> = {
  shipped: "Sigma rules and correlations of Parapet",
  behaviors: "Detectors that compare with earlier activity",
  installation: "Own Sigma rules for every domain",
  domain: "Own Sigma rules for this domain only",
};

export const KINDS: Readonly<Record<DetectionKind, string>> = {
  rule: "Rule",
  correlation: "Correlation",
  behavior: "Behavior",
};

export const STATES: Readonly<Record<Rule["state"], string>> = { on: "On", off: "Off" };

/** Where counting ends on the server. */
const MAX_COUNTED = 1_000;

/** Returns a count of findings; the server stops counting at 1,000. */
export const findingsText = (count: number): string =>
  count >= MAX_COUNTED ? `${MAX_COUNTED.toLocaleString()}+` : count.toLocaleString();
