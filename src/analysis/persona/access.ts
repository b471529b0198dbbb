import type { Entitlement } from "../../model/identity/entitlement.ts";
import { productName } from "../../model/identity/product-names.ts";
import type { PersonaAccess, PersonaEntitlement } from "../../model/persona.ts";
import { toAmount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { PRIVILEGE_CLASSES } from "../access/tiers/privilege-classes.ts";
import { accessDomainOf } from "./access-domain.ts";
import { toDate, WINDOW_DAYS } from "./day-window.ts";
import { type HeldEntitlement, heldEntitlementsOf } from "./entitlement-use.ts";
import { entitlementToken, scopeOf } from "./member-tokens.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";
import { isNamed } from "./resource-use.ts";
import { holdingsText } from "./sentences.ts";
import { usedApplications } from "./used-applications.ts";

const MAX_ENTITLEMENTS = 500;
const MAX_APPLICATIONS = 100;
const MAX_NAME = 160;

/** An entitlement with everything that is shown of it. */
export interface AccessItem extends HeldEntitlement {
  readonly prevalence: number | null;
}

/** The access of a user: the section, and the items that other sections are computed from. */
export interface AccessFacts {
  readonly section: PersonaAccess;
  /** One for each entitlement, whatever ways lead to it. */
  readonly items: readonly AccessItem[];
}

export function buildAccess(facts: PersonaFacts, organization: OrganizationFacts): AccessFacts {
  const given = [...(facts.entitlements ?? [])].sort(byKey);
  const held = heldEntitlementsOf(facts, given, organization);
  const items = distinct(held)
    .map((item) => ({ ...item, prevalence: facts.peers.prevalenceOf(entitlementToken(item.entitlement)) }))
    .sort(inOrder);
  const privileged = items.filter(({ entitlement }) => entitlement.isPrivileged);
  const dormant = items.filter(({ isDormant }) => isDormant);
  const applications = applicationsOf(facts, given, organization);
  const { delivered } = organization;
  const hasRoles = delivered.has("role-assignments") || delivered.has("role-eligibilities");
  const section: PersonaAccess = {
    summary: summarize(items, privileged, dormant, applications),
    directory_role_count: hasRoles
      ? items.filter(({ entitlement }) => entitlement.kind === "directory_role").length
      : null,
    privileged_entitlement_count: privileged.length,
    privileged_classes: classesOf(privileged),
    application_count: applications.length,
    dormant_entitlement_count: dormant.length,
    applications: applications.slice(0, MAX_APPLICATIONS),
    privileges: privilegesOf(given),
    entitlements: items.slice(0, MAX_ENTITLEMENTS).map(toShown),
  };
  return { section, items };
}

const byKey = (a: Entitlement, b: Entitlement): number => {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.source !== b.source) return a.source < b.source ? -1 : 1;
  return a.evidence.objectId < b.evidence.objectId ? -1 : 1;
};

/** Keeps one of the ways to each entitlement: an active one before an eligible one, the earliest first. */
function distinct(held: readonly HeldEntitlement[]): readonly HeldEntitlement[] {
  const byKeys = new Map<string, HeldEntitlement>();
  for (const item of held) {
    const key = entitlementToken(item.entitlement);
    const known = byKeys.get(key);
    byKeys.set(key, known === undefined ? item : merged(known, item));
  }
  return [...byKeys.values()];
}

function merged(left: HeldEntitlement, right: HeldEntitlement): HeldEntitlement {
  const base = left.entitlement.state !== "active" && right.entitlement.state === "active" ? right : left;
  const most = left.entitlement.tier <= right.entitlement.tier ? left.entitlement : right.entitlement;
  return {
    entitlement: {
      ...base.entitlement,
      ...{ tier: most.tier, privilegeClass: most.privilegeClass, privilegeLabel: most.privilegeLabel },
      isPrivileged: left.entitlement.isPrivileged || right.entitlement.isPrivileged,
    },
    grantedDay: extreme(Math.min, left.grantedDay, right.grantedDay),
    firstSeenDay: extreme(Math.min, left.firstSeenDay, right.firstSeenDay),
    lastUsedDay: extreme(Math.max, left.lastUsedDay, right.lastUsedDay),
    observedSince: extreme(Math.max, left.observedSince, right.observedSince),
    isDormant: left.isDormant && right.isDormant,
  };
}

const extreme = (choose: (a: number, b: number) => number, left: number | null, right: number | null): number | null =>
  left === null ? right : right === null ? left : choose(left, right);

/** Privileged ones first, then those that few similar users have. */
function inOrder(a: AccessItem, b: AccessItem): number {
  if (a.entitlement.isPrivileged !== b.entitlement.isPrivileged) return a.entitlement.isPrivileged ? -1 : 1;
  const [left, right] = [a.prevalence ?? 2, b.prevalence ?? 2];
  return left - right || byKey(a.entitlement, b.entitlement);
}

/**
 * Returns the name of an entitlement for a reader. An application that the user owns, or consented to, is a non-human
 * identity: its name is not shown.
 */
export function shownName({ kind, name }: Entitlement): string {
  if (kind === "app_owner") return "Application owner";
  return safeText(kind === "delegated_grant" ? scopeOf(name) : name, MAX_NAME) || kind;
}

const sourceOf = ({ kind, source }: Entitlement): string =>
  kind === "app_owner" ? "owner" : safeText(source, MAX_NAME);

function privilegesOf(entitlements: readonly Entitlement[]): PersonaAccess["privileges"] {
  const shown = entitlements
    .filter(({ isPrivileged }) => isPrivileged)
    .map((entitlement) => ({
      name: shownName(entitlement),
      privilege_class: entitlement.privilegeLabel,
      source: sourceOf(entitlement),
    }));
  const unique = new Map(shown.map((one) => [JSON.stringify(one), one]));
  return [...unique.values()].slice(0, MAX_ENTITLEMENTS);
}

/** The classes of privileges, the strongest first. */
const CLASSES = Object.keys(PRIVILEGE_CLASSES);

/** Orders entitlements by tier, then by what they allow, then by name. */
export const byPrivilege = ({ entitlement: a }: AccessItem, { entitlement: b }: AccessItem): number =>
  a.tier - b.tier ||
  CLASSES.indexOf(a.privilegeClass) - CLASSES.indexOf(b.privilegeClass) ||
  (a.name === b.name ? byKey(a, b) : a.name < b.name ? -1 : 1);

const classesOf = (privileged: readonly AccessItem[]): readonly string[] => [
  ...new Set(privileged.toSorted(byPrivilege).map(({ entitlement }) => entitlement.privilegeLabel)),
];

function toShown({ entitlement, prevalence, ...use }: AccessItem): PersonaEntitlement {
  return {
    name: shownName(entitlement),
    privileged: entitlement.isPrivileged,
    access_domain: accessDomainOf(entitlement),
    first_seen: use.firstSeenDay === null ? null : toDate(use.firstSeenDay),
    last_used: lastUseOf(use),
    peer_prevalence: prevalence,
  };
}

/** A date; `never` if every use since the grant would have been seen; null if that is not known. */
function lastUseOf({
  lastUsedDay,
  grantedDay,
  observedSince,
}: Pick<HeldEntitlement, "lastUsedDay" | "grantedDay" | "observedSince">): string | null {
  if (lastUsedDay !== null) return toDate(lastUsedDay);
  return grantedDay !== null && observedSince !== null && observedSince <= grantedDay ? "never" : null;
}

/** Returns the applications of a user: those used in the window, most used first, then the others that are assigned. */
function applicationsOf(
  { profile }: PersonaFacts,
  entitlements: readonly Entitlement[],
  organization: OrganizationFacts,
): readonly string[] {
  const assigned = entitlements
    .filter(({ kind }) => kind === "app_assignment")
    .map(({ name, resource }) => productName(resource ?? name))
    .sort();
  const names = new Map<string, string>();
  for (const name of [...usedApplications(profile, organization), ...assigned]) {
    const shown = safeText(name, MAX_NAME);
    if (isNamed(shown) && !names.has(shown.toLowerCase())) names.set(shown.toLowerCase(), shown);
  }
  return [...names.values()];
}

function summarize(
  items: readonly AccessItem[],
  privileged: readonly AccessItem[],
  dormant: readonly AccessItem[],
  applications: readonly string[],
): string {
  const cut = items.length > MAX_ENTITLEMENTS ? ` The first ${MAX_ENTITLEMENTS} are listed.` : "";
  const held = holdingsText(items.length, privileged.length, classesOf(privileged), 3);
  const [unused] = dormant;
  const example = unused === undefined ? "" : `, among them ${shownName(unused.entitlement)}`;
  const idle =
    dormant.length === 0
      ? ""
      : dormant.length === 1 && unused !== undefined
        ? ` ${shownName(unused.entitlement)} has not been used for ${WINDOW_DAYS} days or more.`
        : ` ${dormant.length} have not been used for ${WINDOW_DAYS} days or more${example}.`;
  const used =
    applications.length === 0
      ? "No application is used or assigned."
      : `${toAmount(applications.length, "application")} used or assigned.`;
  return `${held}. ${used}${idle}${cut}`;
}
