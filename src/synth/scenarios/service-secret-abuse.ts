import { keyIdOf } from "../directory/services.ts";
import { ELSEWHERE } from "../place.ts";
import { azureActivityRow } from "../rows/azure-activity.ts";
import { graphActivityRow } from "../rows/graph-activity.ts";
import { servicePrincipalSigninRow } from "../rows/service-signin.ts";
import type { Scenario } from "./scenario.ts";

const INVALID_SECRET = { code: 7_000_215, reason: "Invalid client secret provided." };

/** The leaked secret of an automation is used from a country it never ran in. */
export const serviceSecretAbuse: Scenario = {
  name: "service secret abuse",
  department: "Engineering",
  daysAgo: 3,
  localHour: 1,
  rowsOf: ({ world, at }) => {
    const service = world.services.find(({ name }) => name === "terraform-apply");
    if (!service) return [];
    const place = ELSEWHERE.panama;
    const signIn = { service, place, resource: "Azure Resource Manager", keyId: keyIdOf(service) };
    const act = { by: service, ip: place.ip, group: "rg-platform" };
    return [
      ...[0, 0.4, 0.8].map((minute) =>
        servicePrincipalSigninRow({ ...signIn, at: at(minute), failure: INVALID_SECRET }),
      ),
      servicePrincipalSigninRow({ ...signIn, at: at(3) }),
      graphActivityRow({ at: at(5), service, ip: place.ip, path: "/servicePrincipals?$top=999" }),
      graphActivityRow({ at: at(6), service, ip: place.ip, path: "/directoryRoles" }),
      azureActivityRow({
        ...act,
        at: at(11),
        operation: "Microsoft.KeyVault/vaults/secrets/read",
        resource: "kv-platform",
      }),
      azureActivityRow({
        ...act,
        at: at(12),
        operation: "Microsoft.Storage/storageAccounts/listKeys/action",
        resource: "stplatform",
      }),
      azureActivityRow({
        ...act,
        at: at(19),
        operation: "Microsoft.Authorization/roleAssignments/write",
        resource: "owner-elsewhere",
      }),
      ...Array.from({ length: 4 }, (_, index) =>
        azureActivityRow({
          ...act,
          at: at(25 + index),
          operation: "Microsoft.Compute/virtualMachines/write",
          resource: `vm-gpu-${index}`,
        }),
      ),
    ];
  },
};
