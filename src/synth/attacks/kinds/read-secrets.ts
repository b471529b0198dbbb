import { deviceOf } from "../../device.ts";
import { azureActivityRow } from "../../rows/azure-activity.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, inDepartment, user } from "../attack.ts";

const OPERATIONS = [
  "Microsoft.KeyVault/vaults/accessPolicies/write",
  "Microsoft.KeyVault/vaults/secrets/read",
  "Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action",
  "Microsoft.ContainerRegistry/registries/listCredentials/action",
  "Microsoft.ContainerService/managedClusters/runCommand/action",
  "Microsoft.Storage/storageAccounts/listKeys/action",
  "Microsoft.Web/sites/publishxml/action",
];

/** An engineer's account reads the secrets of key stores, containers and storage from abroad. */
export const readSecrets: Attack = {
  kind: "read secrets",
  hours: 3,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take(inDepartment("Engineering"));
    const place = scene.abroad();
    const device = deviceOf("linux");
    return {
      subjects: [user(person)],
      types: ["privilege_escalation", "account_compromise", "data_exfiltration"],
      rows: [
        signinRow({ at: at(0), account: person, place, device, app: appOf("Azure CLI"), factor: "none" }),
        ...OPERATIONS.flatMap((operation, index) =>
          Array.from({ length: random.int(1, 4) }, (_, number) =>
            azureActivityRow({
              by: person,
              ip: place.ip,
              group: `rg-${index}-prod`,
              at: at(6 + index * 5 + number),
              operation,
              resource: `store-${index}-${number}`,
            }),
          ),
        ),
      ],
    };
  },
};
