import type { Tier } from "../../model/identity/entitlement.ts";
import type { PrivilegeClass } from "./tiers/privilege-classes.ts";

export type AzureScopeKind = "root" | "management_group" | "subscription" | "resource_group" | "resource";

/** Returns the kind of an Azure scope in lower case, such as `/subscriptions/ID`. */
export function azureScopeKind(scope: string): AzureScopeKind {
  if (scope === "/") return "root";
  const parts = scope.split("/");
  if (parts[1] === "providers") return "management_group";
  if (parts.length <= 3) return "subscription";
  return parts.length <= 5 && parts[3] === "resourcegroups" ? "resource_group" : "resource";
}

/** Returns a scope and every scope above it, the root last. Management groups are not known from a resource id. */
export function scopesAbove(resourceId: string): readonly string[] {
  const scopes: string[] = [];
  for (let end = resourceId.length; end > 0; end = resourceId.lastIndexOf("/", end - 1)) {
    scopes.push(resourceId.slice(0, end));
  }
  scopes.push("/");
  return scopes;
}

/** The classes of Azure roles that control what runs in their scope. */
const CONTROL_CLASSES: ReadonlySet<PrivilegeClass> = new Set<PrivilegeClass>([
  "cloud_access_admin",
  "cloud_owner_no_grant",
  "cloud_identity_assume",
  "cloud_compute_exec",
]);

export const controlsResources = (privilegeClass: PrivilegeClass): boolean => CONTROL_CLASSES.has(privilegeClass);

/**
 * Whether a class of Azure roles can grant access or use other identities. The other classes that control resources reach
 * the control plane only through an identity that runs on one.
 */
export const grantsAccess = (privilegeClass: PrivilegeClass): boolean =>
  privilegeClass === "cloud_access_admin" || privilegeClass === "cloud_identity_assume";

/**
 * Returns the tier of an Azure role in its scope. A role keeps its tier down to a subscription, is one tier lower in a
 * resource group and in tier 2 on a single resource. A role that controls resources has at least the tier of the
 * identities that run in its scope.
 */
export function azureTier(tier: Tier, kind: AzureScopeKind, hosted: Tier): Tier {
  if (kind === "resource_group") return Math.min(Math.min(tier + 1, 2), hosted) as Tier;
  return kind === "resource" ? hosted : tier;
}
