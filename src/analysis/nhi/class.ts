import type { DirectoryCredential, DirectoryService, DirectoryUser } from "../../model/identity/directory.ts";
import type { Entitlement } from "../../model/identity/entitlement.ts";
import { type IdentityType, listedClass } from "../../model/identity/service-kind.ts";
import type { NhiClass, Provider } from "../../model/vocabulary.ts";

/** Returns the class of a service principal. The first rule that holds decides. */
export function serviceClass(
  service: DirectoryService,
  credentials: readonly DirectoryCredential[],
  entitlements: readonly Entitlement[],
): NhiClass {
  const listed = listedClass(service);
  if (listed === "ai_agent" || listed === "managed_identity") return listed;
  if (credentials.length > 0 && credentials.every(({ type }) => type === "federated")) return "workload_identity";
  return isOauthApp(entitlements) ? "oauth_app" : listed;
}

/** Holds delegated grants and nothing of its own. */
function isOauthApp(entitlements: readonly Entitlement[]): boolean {
  const kinds = new Set(entitlements.map(({ kind }) => kind));
  if (!kinds.has("delegated_grant")) return false;
  return !["app_permission", "directory_role", "azure_role"].some((kind) => kinds.has(kind as Entitlement["kind"]));
}

export function accountType(user: DirectoryUser): IdentityType {
  if (user.objectClass === "gmsa") return { id: "ad.gmsa", label: "Group managed service account" };
  if (user.objectClass === "smsa") return { id: "ad.smsa", label: "Standalone managed service account" };
  if (user.objectClass === "agent_user") return { id: "entra.agent_user", label: "Agent user account" };
  return user.isSynchronized
    ? { id: "ad.user_service_account", label: "Active Directory service account" }
    : { id: "entra.user_service_account", label: "User-based service account" };
}

export const UNKNOWN_TYPE: IdentityType = { id: "generic.account", label: "Account seen in logs only" };

export const accountProvider = (user: DirectoryUser): Provider =>
  user.isSynchronized || user.objectClass === "gmsa" || user.objectClass === "smsa" ? "active_directory" : "entra";
