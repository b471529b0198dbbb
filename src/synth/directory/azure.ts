import type { Fields } from "../../model/fields.ts";
import { AZURE_ROLES } from "../nhi/permissions.ts";
import { SUBSCRIPTION_ID } from "../rows/azure-activity.ts";
import type { Service } from "../services.ts";
import { synthId } from "../synth-id.ts";

const groupScopeOf = ({ family }: Service): string =>
  `/subscriptions/${SUBSCRIPTION_ID}/resourceGroups/rg-commerce-${family.key}`;

/** Returns the id of the resource that a managed identity belongs to; null for other programs. */
export const hostIdOf = (service: Service): string | null =>
  service.family.host ? `${groupScopeOf(service)}/providers/${service.family.host.type}/${service.name}` : null;

/** Generates the resources with a managed identity, as Azure Resource Graph lists them. */
export const makeAzureResources = (services: readonly Service[]): readonly Fields[] =>
  services.flatMap((service) => {
    const { host } = service.family;
    if (!host) return [];
    const identity = { type: "SystemAssigned", principalId: service.objectId };
    return [{ id: hostIdOf(service), type: host.type, name: service.name, location: "westeurope", identity }];
  });

/** Generates the roles of managed identities on the resource groups that they work in. */
export const makeAzureRoleAssignments = (services: readonly Service[]): readonly Fields[] =>
  services.flatMap((service) => {
    const { host } = service.family;
    if (!host) return [];
    const scope = groupScopeOf(service);
    return [
      {
        id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${synthId(0, "azure role", service.name)}`,
        principalId: service.objectId,
        principalType: "ServicePrincipal",
        roleDefinitionId: AZURE_ROLES[host.role],
        roleName: host.role,
        scope,
        createdOn: service.createdAt.toISOString(),
      },
    ];
  });
