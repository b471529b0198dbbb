import type { Entitlement, Tier } from "../../model/identity/entitlement.ts";
import { toAmount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { type EntitlementUse, entitlementUse } from "./entitlement-use.ts";
import { byText, isoOf, isoOfDay, type NhiFacts, WINDOW_DAYS } from "./facts.ts";
import type { Legitimacy } from "./legitimacy.ts";
import { actorName } from "./stewards.ts";
import { storesOf } from "./stores.ts";
import type { Uses, UseTotal } from "./uses.ts";

const WEIGHTS: Readonly<Record<Tier, number>> = { 0: 10, 1: 3, 2: 1 };
const HIGH_CREEP = 34;
const MAX_LIST = 500;
const MAX_NAMES = 50;
const IDLE_DAYS = 90;
const RECENT_DAYS = 30;

export const tierWord = (tier: Tier): "tier0" | "tier1" | "tier2" => `tier${tier}`;

/** An entitlement with its use. */
export interface UsedEntitlement {
  readonly entitlement: Entitlement;
  readonly use: EntitlementUse;
}

/** Returns the entitlements, the most privileged first. */
export function usedEntitlements(facts: NhiFacts, uses: Uses): readonly UsedEntitlement[] {
  return [...facts.entitlements]
    .sort((a, b) => a.tier - b.tier || byText(a.name, b.name) || byText(a.key, b.key) || byText(a.source, b.source))
    .map((entitlement) => ({ entitlement, use: entitlementUse(facts, uses, entitlement) }));
}

const isUnused = ({ use }: UsedEntitlement): boolean => use.usage === "never_used" || use.usage === "unused";
const isObservable = ({ use }: UsedEntitlement): boolean => use.usage !== "unknown";

/** The weighted share of unused access, from 0 to 100; null if no use can be observed. */
export function creepIndexOf(entitlements: readonly UsedEntitlement[]): number | null {
  const observable = entitlements.filter(isObservable);
  const weigh = (list: readonly UsedEntitlement[]) =>
    list.reduce((sum, { entitlement }) => sum + WEIGHTS[entitlement.tier], 0);
  return observable.length === 0 ? null : Math.round((100 * weigh(observable.filter(isUnused))) / weigh(observable));
}

/** Returns the most privileged entitlements that have not been used for 90 days. */
export const unusedPrivileged = (entitlements: readonly UsedEntitlement[]): readonly UsedEntitlement[] =>
  entitlements.filter((each) => each.entitlement.tier === 0 && isUnused(each));

export function overPermissionOf(entitlements: readonly UsedEntitlement[]): boolean | null {
  const creep = creepIndexOf(entitlements);
  return creep === null ? null : unusedPrivileged(entitlements).length > 0 || creep >= HIGH_CREEP;
}

const namesOf = (names: readonly (string | null)[]): readonly string[] =>
  [...new Set(names.flatMap((name) => (name ? [safeText(name, 120)] : [])))].sort(byText).slice(0, MAX_NAMES);

/** Describes what an identity may access and does access. */
export function accessOf(
  facts: NhiFacts,
  uses: Uses,
  entitlements: readonly UsedEntitlement[],
  legitimacy: Legitimacy,
) {
  const privileged = entitlements.filter(({ entitlement }) => entitlement.isPrivileged);
  return {
    summary: summaryOf(entitlements, privileged.length),
    permission_count: entitlements.length,
    privileged_count: privileged.length,
    systems: namesOf([
      ...entitlements.map(({ entitlement }) => entitlement.resource),
      ...uses.of("application").map(({ label }) => label),
    ]),
    over_permission: overPermissionOf(entitlements),
    applications: namesOf(uses.of("application").map(({ label }) => label)),
    data_stores: namesOf(storesOf(uses).map(({ name }) => name)),
    directory_roles: entitlements
      .filter(({ entitlement }) => entitlement.kind === "directory_role")
      .slice(0, MAX_LIST)
      .map(({ entitlement }) => ({
        id: safeText(entitlement.key, 200),
        name: safeText(entitlement.name, 120),
        tier: tierWord(entitlement.tier),
        scope: safeText(entitlement.scope ?? "/", 200),
        state: entitlement.state === "active" ? ("active" as const) : ("eligible" as const),
      })),
    legitimacy,
    entitlements: entitlements.slice(0, MAX_LIST).map((each) => renderEntitlement(facts, each)),
    reactivated_scopes: reactivatedScopes(facts, uses, entitlements),
    permissions: entitlements.filter(isPermission).slice(0, MAX_LIST).map(renderPermission),
  };
}

function summaryOf(entitlements: readonly UsedEntitlement[], privileged: number): string {
  if (entitlements.length === 0) return "It holds no permission in the directory.";
  const unused = entitlements.filter(isUnused).length;
  const top = entitlements[0]?.entitlement;
  const parts = [
    `It holds ${toAmount(entitlements.length, "entitlement")}, ${privileged} of them privileged`,
    top && top.tier < 2 ? `the strongest is ${safeText(top.name, 80)} (${top.privilegeLabel})` : null,
    unused > 0 ? `${unused} ${unused === 1 ? "was" : "were"} not used in ${WINDOW_DAYS} days` : null,
  ];
  return `${parts.filter((part) => part !== null).join("; ")}.`;
}

function grantOf(facts: NhiFacts, { name }: Entitlement) {
  return facts.changes.findLast(
    ({ change, objectName }) =>
      change.endsWith("_added") && objectName !== null && objectName.toLowerCase() === name.toLowerCase(),
  );
}

function renderEntitlement(facts: NhiFacts, { entitlement, use }: UsedEntitlement) {
  const granted = grantOf(facts, entitlement);
  return {
    key: safeText(entitlement.key, 200),
    name: safeText(entitlement.name, 120),
    kind: entitlement.kind,
    resource: entitlement.resource === null ? null : safeText(entitlement.resource, 120),
    scope: entitlement.scope === null ? null : safeText(entitlement.scope, 300),
    tier: tierWord(entitlement.tier),
    privilege_class: entitlement.privilegeClass,
    privileged: entitlement.isPrivileged,
    granted_at: isoOf(entitlement.grantedAt ?? granted?.at ?? null),
    granted_by: granted ? actorName(facts, granted.by, granted.byName) : null,
    last_used: use.lastDay === null ? null : isoOfDay(use.lastDay),
    usage: use.usage,
    via: safeText(entitlement.source, 200),
    cluster_prevalence: null as number | null,
  };
}

const isPermission = ({ entitlement }: UsedEntitlement): boolean =>
  entitlement.kind === "app_permission" || entitlement.kind === "delegated_grant";

function renderPermission({ entitlement, use }: UsedEntitlement) {
  const isDelegated = entitlement.kind === "delegated_grant";
  return {
    api: safeText(entitlement.resource ?? "unknown", 120),
    api_id: entitlement.resourceId === null ? null : safeText(entitlement.resourceId, 80),
    value: safeText(entitlement.name, 120),
    permission_id: null,
    kind: isDelegated ? ("delegated" as const) : ("application" as const),
    consent_scope: isDelegated ? (entitlement.scope === null ? "all_users" : "one_user") : null,
    tier: tierWord(entitlement.tier),
    privilege_class: entitlement.privilegeClass,
    reaches_control_plane: entitlement.tier === 0,
    used: use.usage === "unknown" ? null : use.usage === "used",
    last_used: use.lastDay === null ? null : isoOfDay(use.lastDay),
    narrower_alternative: narrowerThan(entitlement.name, use),
  };
}

/** Returns a permission without write access, if only reads were seen. */
function narrowerThan(name: string, { usage, uses }: EntitlementUse): string | null {
  if (usage !== "used" || !/^[A-Za-z]{1,60}\.ReadWrite(\.All)?$/.test(name)) return null;
  const isReadOnly = uses.every(({ key }) => /^(read|export):/.test(key));
  return isReadOnly ? name.replace("ReadWrite", "Read") : null;
}

/** Returns what was used again in the last 30 days after 90 days or more without use. */
function reactivatedScopes({ day }: NhiFacts, uses: Uses, entitlements: readonly UsedEntitlement[]) {
  const found = entitlements.flatMap(({ entitlement, use }) => {
    const again = reactivation(use.uses, day);
    return again
      ? [
          {
            key: safeText(entitlement.key, 200),
            name: safeText(entitlement.name, 120),
            tier: tierWord(entitlement.tier),
            ...again,
          },
        ]
      : [];
  });
  const systems = [...uses.all("application").values()].flatMap((use) => {
    const again = reactivation([use], day);
    return again
      ? [{ key: safeText(`system:${use.key}`, 200), name: safeText(use.label, 120), tier: "tier2" as const, ...again }]
      : [];
  });
  const byTier = (a: { tier: string; key: string }, b: { tier: string; key: string }) =>
    byText(a.tier, b.tier) || byText(a.key, b.key);
  return [...found, ...systems].sort(byTier).slice(0, MAX_NAMES);
}

function reactivation(uses: readonly UseTotal[], day: number) {
  const counts = new Map<number, number>();
  for (const use of uses) for (const each of use.days) counts.set(each.day, (counts.get(each.day) ?? 0) + each.count);
  const days = [...counts.keys()].sort((a, b) => a - b);
  for (let at = days.length - 1; at > 0; at--) {
    const [current = 0, before = 0] = [days[at], days[at - 1]];
    if (current < day - RECENT_DAYS) return undefined;
    if (current - before < IDLE_DAYS) continue;
    const calls = days.slice(at).reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
    return { idle_days: current - before, reactivated_at: isoOfDay(current), calls_since: calls };
  }
  return undefined;
}
