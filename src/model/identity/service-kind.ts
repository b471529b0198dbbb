import type { NhiClass, Provider } from "../vocabulary.ts";
import type { DirectoryService } from "./directory.ts";

/** The type of an object on its platform. */
export interface IdentityType {
  readonly id: string;
  readonly label: string;
}

/** Returns the class of a service principal as far as its own object shows it; the first rule that holds decides. */
export function listedClass({ agent, type, isFirstParty }: DirectoryService): NhiClass {
  if (agent !== null) return "ai_agent";
  if (type === "ManagedIdentity") return "managed_identity";
  return isFirstParty ? "platform_service" : "service_principal";
}

/** Returns the type of a service principal. Without the id of its own tenant only the vendor's applications are external. */
export function serviceType(service: DirectoryService, ownTenantId: string | null): IdentityType {
  if (service.agent === "blueprint") return { id: "entra.agent_blueprint", label: "Agent blueprint principal" };
  if (service.agent === "identity") return { id: "entra.agent_identity", label: "Agent identity" };
  if (service.type === "ManagedIdentity") {
    return service.isUserAssigned === true
      ? { id: "entra.managed_identity_user", label: "User-assigned managed identity" }
      : { id: "entra.managed_identity_system", label: "System-assigned managed identity" };
  }
  if (service.type === "Legacy") return { id: "entra.legacy", label: "Legacy service principal" };
  return isExternal(service, ownTenantId)
    ? { id: "entra.application_external", label: "External Entra application" }
    : { id: "entra.application", label: "Entra application" };
}

const isExternal = ({ ownerTenantId, isFirstParty }: DirectoryService, ownTenantId: string | null): boolean =>
  isFirstParty || (ownTenantId !== null && ownerTenantId !== null && ownerTenantId !== ownTenantId);

export const serviceProvider = ({ type }: DirectoryService): Provider =>
  type === "ManagedIdentity" ? "azure" : "entra";
