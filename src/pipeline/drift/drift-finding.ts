import type { Computator } from "../../analysis/drift/computators.ts";
import type { RatedChange } from "../../analysis/drift/drift-severity.ts";
import type { DetectorFacts, Finding } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { RowRef } from "../../model/rows/log-row.ts";

type ThreatFacts = Pick<DetectorFacts, "title" | "tactics" | "techniques" | "threatType" | "signal">;

const ACCESS: Omit<ThreatFacts, "title"> = {
  tactics: ["persistence", "privilege_escalation"],
  techniques: ["T1098"],
  threatType: "privilege_escalation",
  signal: "iga",
};
const BEHAVIOR: Omit<ThreatFacts, "title"> = {
  tactics: ["initial_access"],
  techniques: ["T1078"],
  threatType: "account_compromise",
  signal: "core_iam",
};

const FACTS: Readonly<Record<Computator, ThreatFacts>> = {
  entitlement_set: { ...ACCESS, title: "Privileged access of an identity changed" },
  privilege_level: { ...ACCESS, title: "An identity reached a more privileged tier" },
  credential_set: { ...ACCESS, title: "Credentials of a non-human identity changed" },
  steward_change: { ...ACCESS, title: "A non-human identity lost its steward" },
  call_rhythm: { ...BEHAVIOR, title: "A non-human identity calls in another rhythm" },
  application_set: { ...BEHAVIOR, title: "Much activity in applications never used before" },
  application_mix: { ...BEHAVIOR, title: "The use of applications changed" },
  resource_set: { ...BEHAVIOR, title: "Much activity on resources never used before" },
  operation_mix: { ...BEHAVIOR, title: "The mix of operations changed" },
  working_hours: { ...BEHAVIOR, title: "Activity moved to other hours" },
  activity_volume: { ...BEHAVIOR, title: "The volume of activity changed" },
  location_set: { ...BEHAVIOR, title: "Activity from a location never seen before" },
  device_set: { ...BEHAVIOR, title: "Activity from a kind of device never seen before" },
  peer_distance: { ...BEHAVIOR, title: "Activity moved away from that of the peer group" },
  workstream_set: { ...BEHAVIOR, title: "The set of resources in regular use changed" },
  caller_set: { ...BEHAVIOR, title: "A non-human identity is used by callers never seen before" },
};

/** Converts a change of high severity to a finding; undefined if none of its rows is stored any more. */
export function toFinding(
  driftId: string,
  change: RatedChange,
  actor: Actor,
  rows: readonly RowRef[],
): Finding | undefined {
  const trigger = rows.toSorted((left, right) => right.at - left.at || (left.rowId < right.rowId ? -1 : 1))[0];
  if (!trigger) return undefined;
  const facts = FACTS[change.computator];
  return {
    detector: { slug: `drift_${change.computator}`, major: 1, severity: "high", ...facts },
    key: driftId,
    at: trigger.at,
    severity: "high",
    title: facts.title,
    summary: change.summary,
    actor,
    rows: [trigger, ...rows.filter((row) => row !== trigger)],
    platformEventId: null,
  };
}
