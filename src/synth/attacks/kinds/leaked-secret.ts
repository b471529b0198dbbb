import { azureActivityRow } from "../../rows/azure-activity.ts";
import { graphActivityRow } from "../../rows/graph-activity.ts";
import { servicePrincipalSigninRow } from "../../rows/service-signin.ts";
import { type Attack, application } from "../attack.ts";
import { programWithSecret } from "../traces.ts";

/** The leaked secret of an automation is used from a country it never ran in; it enumerates and creates machines. */
export const leakedSecret: Attack = {
  kind: "leaked secret",
  hours: 4,
  plan: (scene) => {
    const { at } = scene;
    const service = programWithSecret(scene);
    const place = scene.abroad();
    const keyId = service.credentials[0]?.keyId;
    const act = { by: service, ip: place.ip, group: "rg-platform" };
    return {
      subjects: [application(service.name)],
      types: ["account_compromise", "privilege_escalation", "data_exfiltration"],
      rows: [
        ...[0, 20, 75].map((minute) =>
          servicePrincipalSigninRow({ at: at(minute), service, place, resource: "Azure Resource Manager", keyId }),
        ),
        ...["/servicePrincipals?$top=999", "/directoryRoles", "/applications?$top=999", "/users?$top=999"].map(
          (path, index) => graphActivityRow({ at: at(4 + index), service, ip: place.ip, path }),
        ),
        azureActivityRow({
          ...act,
          at: at(22),
          operation: "Microsoft.Storage/storageAccounts/listKeys/action",
          resource: "stplatform",
        }),
        azureActivityRow({
          ...act,
          at: at(30),
          operation: "Microsoft.Authorization/roleAssignments/write",
          resource: scene.id("owner"),
        }),
        ...Array.from({ length: 8 }, (_, index) =>
          azureActivityRow({
            ...act,
            at: at(40 + index),
            operation: "Microsoft.Compute/virtualMachines/write",
            resource: `gpu-${index}`,
          }),
        ),
      ],
    };
  },
};
