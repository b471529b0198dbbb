import type { DirectoryCredential, DirectoryService, DirectoryUser } from "../../model/identity/directory.ts";
import type { Entitlement } from "../../model/identity/entitlement.ts";
import type { NhiClass, Provider } from "../../model/vocabulary.ts";

/** The type of an object on its platform. */
export interface IdentityType {
  readonly id: string;
  readonly label: string;
}

/** Returns the class of a service principal. The first rule that holds decides. */
export function serviceClass(
  service: DirectoryService,
  credentials: readonly DirectoryCredential[],
  entitlements: readonly Entitlement[],
): NhiClass {
  if (service.agent !== null || service.type === "ServiceIdentity") return "ai_agent";
  if (service.type === "ManagedIdentity") return "managed_identity";
  if (credentials.length > 0 && credentials.every(({ type }) => type === "federated")) return "workload_identity";
  if (isOauthApp(entitlements)) return "oauth_app";
  return service.isFirstParty ? "platform_service" : "service_principal";
}

/** Holds delegated grants and nothing of its own. */
function isOauthApp(entitlements: readonly Entitlement[]): boolean {
  const kinds = new Set(entitlements.map(({ kind }) => kind));
  if (!kinds.has("delegated_grant")) return false;
  return !["app_permission", "directory_role", "azure_role"].some((kind) => kinds.has(kind as Entitlement["kind"]));
}

const SERVICE_TYPES: Readonly<Record<string, IdentityType>> = {
  Legacy: { id: "entra.legacy", label: "Legacy service principal" },
};

export function serviceType(service: DirectoryService, ownTenantId: string | null): IdentityType {
  if (service.agent === "blueprint") return { id: "entra.agent_blueprint", label: "Agent blueprint principal" };
  if (service.agent !== null || service.type === "ServiceIdentity") {
    return { id: "entra.agent_identity", label: "Agent identity" };
  }
  if (service.type === "ManagedIdentity") {
    return service.isUserAssigned === true
      ? { id: "entra.managed_identity_user", label: "User-assigned managed identity" }
      : { id: "entra.managed_identity_system", label: "System-assigned managed identity" };
  }
  const special = service.type === null ? undefined : SERVICE_TYPES[service.type];
  if (special) return special;
  const isExternal = ownTenantId !== null && service.ownerTenantId !== null && service.ownerTenantId !== ownTenantId;
  return isExternal
    ? { id: "entra.application_external", label: "External Entra application" }
    : { id: "entra.application", label: "Entra application" };
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

export function serviceProvider(service: DirectoryService): Provider {
  return service.type === "ManagedIdentity" ? "azure" : "entra";
}

export const accountProvider = (user: DirectoryUser): Provider =>
  user.isSynchronized || user.objectClass === "gmsa" || user.objectClass === "smsa" ? "active_directory" : "entra";
