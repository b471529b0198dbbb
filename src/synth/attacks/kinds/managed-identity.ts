import { azureActivityRow } from "../../rows/azure-activity.ts";
import { managedIdentitySigninRow } from "../../rows/service-signin.ts";
import { type Attack, application } from "../attack.ts";

/** From a machine under control somebody uses its managed identity: gives it a role, reads keys and secrets. */
export const managedIdentity: Attack = {
  kind: "managed identity",
  hours: 3,
  plan: (scene) => {
    const { at, organization, random } = scene;
    const identities = organization.nhis.filter(({ family }) => family.archetype.type === "ManagedIdentity");
    const service = random.pick(identities.length > 0 ? identities : organization.nhis);
    const act = { by: service, ip: service.site.ip, group: "rg-platform" };
    return {
      subjects: [application(service.name)],
      types: ["privilege_escalation", "account_compromise", "data_exfiltration"],
      rows: [
        ...[0, 14].map((minute) =>
          managedIdentitySigninRow({
            at: at(minute),
            service,
            place: service.site,
            resource: "Azure Resource Manager",
          }),
        ),
        azureActivityRow({
          ...act,
          at: at(3),
          operation: "Microsoft.Authorization/roleAssignments/write",
          resource: scene.id("owner"),
          more: {
            Properties_d: {
              requestbody: {
                Properties: {
                  PrincipalId: service.objectId,
                  RoleDefinitionId:
                    "/providers/Microsoft.Authorization/roleDefinitions/8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
                },
              },
            },
          },
        }),
        ...Array.from({ length: 4 }, (_, index) =>
          azureActivityRow({
            ...act,
            at: at(16 + index * 2),
            operation: "Microsoft.Storage/storageAccounts/listKeys/action",
            resource: `stplatform${index}`,
          }),
        ),
        ...Array.from({ length: 3 }, (_, index) =>
          azureActivityRow({
            ...act,
            at: at(30 + index * 2),
            operation: "Microsoft.KeyVault/vaults/secrets/read",
            resource: `kv-platform-${index}`,
          }),
        ),
      ],
    };
  },
};
