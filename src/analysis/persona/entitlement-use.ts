import { appendTo } from "../../model/append-to.ts";
import { largest, smallest } from "../../model/extremes.ts";
import type { DirectoryChange } from "../../model/identity/activity.ts";
import type { Entitlement } from "../../model/identity/entitlement.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { usesOf, type ValueUse } from "./activity-profile.ts";
import { dayOf, WINDOW_DAYS } from "./day-window.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";
import { APPLICATION_CHANGE, actionsOfRole } from "./role-actions.ts";

/** What is known about an entitlement besides what the directory grants. */
export interface HeldEntitlement {
  readonly entitlement: Entitlement;
  /** The day of the grant, by an audit row or the directory; null if neither has it. */
  readonly grantedDay: number | null;
  /** The day of the grant, or else the first day on which the entitlement was certainly held. */
  readonly firstSeenDay: number | null;
  /** The last day with a use in the look-back. */
  readonly lastUsedDay: number | null;
  /** The first day from which on a use would have been seen; null if no source reports it. */
  readonly observedSince: number | null;
  /** Not used in the window, although granted before it and observed in all of it. */
  readonly isDormant: boolean;
}

interface Use {
  readonly lastDay: number | null;
  readonly observedSince: number | null;
}

const UNOBSERVED: Use = { lastDay: null, observedSince: null };

/** Adds grants and uses to the entitlements of a user. */
export function heldEntitlementsOf(
  facts: PersonaFacts,
  entitlements: readonly Entitlement[],
  organization: OrganizationFacts,
): readonly HeldEntitlement[] {
  const uses = {
    applications: usesOf(facts.profile, "application", organization.index),
    operations: usesOf(facts.profile, "operation", organization.index),
    resources: usesOf(facts.profile, "resource", organization.index),
    activations: changesByObject(facts.changes, ({ change }) => change === "role_activated"),
  };
  const direct = new Map(
    entitlements.map((entitlement) => [entitlement, useOf(entitlement, facts, organization, uses)] as const),
  );
  const throughGroup = usesBySource(direct);
  const additions = changesByObject(facts.changes, ({ change }) => change.endsWith("_added"));
  return entitlements.map((entitlement) => {
    const isGroup = entitlement.kind === "group";
    const use = isGroup
      ? useThroughGroup(throughGroup.get(`group:${entitlement.name}`) ?? [])
      : direct.get(entitlement);
    return toHeld(entitlement, use ?? UNOBSERVED, additions, facts, organization);
  });
}

function toHeld(
  entitlement: Entitlement,
  { lastDay, observedSince }: Use,
  additions: ChangesByObject,
  { heldSince, person }: PersonaFacts,
  { day, sources }: OrganizationFacts,
): HeldEntitlement {
  const added = largest(additions(entitlement).filter((changeDay) => changeDay < day));
  const grantedDay = added ?? (entitlement.grantedAt ? dayOf(entitlement.grantedAt) : null);
  const start = day - WINDOW_DAYS;
  const isObserved = observedSince !== null && observedSince <= start;
  const seenDay = heldSince.get(entitlement.key) ?? null;
  // Without an audit row about a grant in the window, the grant is older than the window.
  const isOld =
    grantedDay !== null
      ? grantedDay <= start
      : (seenDay ?? day) <= start || (sources.get("AuditLogs")?.first ?? day) <= start;
  return {
    entitlement,
    grantedDay,
    firstSeenDay: grantedDay ?? recordedSince(seenDay, person.createdAt, sources.get("AuditLogs")?.first),
    lastUsedDay: lastDay,
    observedSince,
    isDormant: isObserved && isOld && (lastDay === null || lastDay < start),
  };
}

/**
 * Returns the first day on which an entitlement without a known grant is on record: audit rows would have reported a
 * grant after their first day, so that it was held then, or when the account was created after it.
 */
function recordedSince(
  seenDay: number | null,
  createdAt: Date | null,
  auditedSince: number | undefined,
): number | null {
  if (seenDay === null || auditedSince === undefined) return seenDay;
  return Math.min(seenDay, Math.max(auditedSince, createdAt === null ? auditedSince : dayOf(createdAt)));
}

/** Returns the days of the changes of the object that an entitlement is about. */
type ChangesByObject = (entitlement: Entitlement) => readonly number[];

/** Indexes changes by the id and by the name of their object. */
function changesByObject(
  changes: readonly DirectoryChange[],
  isWanted: (change: DirectoryChange) => boolean,
): ChangesByObject {
  const days = new Map<string, number[]>();
  for (const change of changes.filter(isWanted)) {
    if (change.objectId !== null) appendTo(days, `id:${change.objectId.toLowerCase()}`, dayOf(change.at));
    if (change.objectName !== null) appendTo(days, `name:${change.objectName.toLowerCase()}`, dayOf(change.at));
  }
  return ({ name, resourceId, evidence }) =>
    [
      ...(resourceId === null ? [] : [`id:${resourceId.toLowerCase()}`]),
      ...evidence.objectId.split("/").map((id) => `id:${id}`),
      `name:${name.toLowerCase()}`,
    ].flatMap((key) => days.get(key) ?? []);
}

interface Uses {
  readonly applications: readonly ValueUse[];
  readonly operations: readonly ValueUse[];
  readonly resources: readonly ValueUse[];
  readonly activations: ChangesByObject;
}

const SOURCES: Readonly<Partial<Record<Entitlement["kind"], readonly LogTable[]>>> = {
  app_assignment: ["SigninLogs", "AADNonInteractiveUserSignInLogs"],
  delegated_grant: ["SigninLogs", "AADNonInteractiveUserSignInLogs"],
  directory_role: ["AuditLogs"],
  azure_role: ["AzureActivity"],
  app_owner: ["AuditLogs"],
};

function useOf(entitlement: Entitlement, facts: PersonaFacts, organization: OrganizationFacts, uses: Uses): Use {
  const isUse = evidenceOf(entitlement, facts, organization);
  if (isUse === null) return UNOBSERVED;
  const starts = (SOURCES[entitlement.kind] ?? []).flatMap((table) => organization.sources.get(table)?.first ?? []);
  if (starts.length === 0) return UNOBSERVED;
  const days = [
    ...uses[isUse.among].filter(isUse.matches).map(({ lastDay }) => lastDay),
    ...(entitlement.kind === "directory_role" ? uses.activations(entitlement) : []),
  ];
  return { lastDay: largest(days.filter((day) => day < organization.day)), observedSince: smallest(starts) };
}

interface Evidence {
  readonly among: "applications" | "operations" | "resources";
  readonly matches: (use: ValueUse) => boolean;
}

/** Returns which activity is evidence of a use; null if none is. */
function evidenceOf(entitlement: Entitlement, facts: PersonaFacts, organization: OrganizationFacts): Evidence | null {
  if (entitlement.kind === "directory_role") return roleEvidence(entitlement);
  if (entitlement.kind === "azure_role") return cloudEvidence(entitlement.scope ?? "/");
  if (entitlement.kind === "app_owner") return operationEvidence(APPLICATION_CHANGE);
  if (entitlement.kind === "app_assignment") {
    return applicationEvidence(entitlement.resourceId, entitlement.resource ?? entitlement.name, organization);
  }
  const client = facts.grantClients.get(entitlement.evidence.objectId);
  if (entitlement.kind !== "delegated_grant" || client === undefined) return null;
  return applicationEvidence(client, null, organization);
}

const operationEvidence = (pattern: RegExp): Evidence => ({
  among: "operations",
  matches: ({ key }) => pattern.test(key),
});

/** An eligible role is used by activating it, which `activations` contains. */
function roleEvidence({ name, state }: Entitlement): Evidence | null {
  if (state !== "active") return { among: "operations", matches: () => false };
  const actions = actionsOfRole(name);
  return actions === null ? null : operationEvidence(actions);
}

function applicationEvidence(
  servicePrincipalId: string | null,
  name: string | null,
  { applicationIdOf }: OrganizationFacts,
): Evidence {
  const id = servicePrincipalId?.toLowerCase() ?? null;
  const keys = new Set([id, id === null ? null : applicationIdOf(id), name?.toLowerCase() ?? null]);
  return { among: "applications", matches: ({ key, label }) => keys.has(key) || keys.has(label.toLowerCase()) };
}

const CLOUD = /^(?:resource_group|subscription|vault|storage|database):/;

/** Any operation on a resource group or subscription within the scope is a use. */
function cloudEvidence(scope: string): Evidence {
  const [, subscription, group] =
    /^\/subscriptions\/([^/]{1,64})(?:\/resourcegroups\/([^/]{1,90}))?/i.exec(scope.toLowerCase()) ?? [];
  if (subscription === undefined) return { among: "resources", matches: ({ key }) => CLOUD.test(key) };
  const inGroup = (key: string) => key === `resource_group:${subscription}/${group}`;
  const inSubscription = (key: string) =>
    key === `subscription:${subscription}` || key.startsWith(`resource_group:${subscription}/`);
  return { among: "resources", matches: ({ key }) => (group === undefined ? inSubscription(key) : inGroup(key)) };
}

/** Returns the observed uses of entitlements, by the way in which they are held. */
function usesBySource(direct: ReadonlyMap<Entitlement, Use>): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  for (const [{ source }, use] of direct) if (use.observedSince !== null) appendTo(uses, source, use);
  return uses;
}

/** A group is used when something that it grants is used; unknown if it grants nothing that can be observed. */
function useThroughGroup(granted: readonly Use[]): Use {
  return {
    lastDay: largest(granted.flatMap(({ lastDay }) => lastDay ?? [])),
    observedSince: largest(granted.flatMap(({ observedSince }) => observedSince ?? [])),
  };
}
