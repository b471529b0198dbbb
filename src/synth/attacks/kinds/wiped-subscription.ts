import { deviceOf } from "../../device.ts";
import { azureActivityRow } from "../../rows/azure-activity.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, inDepartment, user } from "../attack.ts";

const PROTECTION = [
  "Microsoft.Authorization/locks/delete",
  "Microsoft.RecoveryServices/vaults/backupconfig/write",
  "Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete",
  "Microsoft.Insights/diagnosticSettings/delete",
];
const RESOURCES = [
  "Microsoft.Compute/virtualMachines/delete",
  "Microsoft.Compute/disks/delete",
  "Microsoft.Sql/servers/databases/delete",
  "Microsoft.Storage/storageAccounts/delete",
  "Microsoft.RecoveryServices/vaults/delete",
];

/** Locks, backups and logs go first, then machines, disks and databases. */
export const wipedSubscription: Attack = {
  kind: "wiped subscription",
  hours: 3,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take(inDepartment("Engineering"));
    const place = random.chance(0.5) ? scene.abroad() : person.home;
    const act = { by: person, ip: place.ip, group: "rg-commerce-prod" };
    const rounds = random.int(2, 4);
    return {
      subjects: [user(person)],
      types: ["sabotage"],
      rows: [
        signinRow({
          at: at(0),
          account: person,
          place,
          device: deviceOf("linux"),
          app: appOf("Azure Portal"),
          factor: "none",
        }),
        ...PROTECTION.map((operation, index) =>
          azureActivityRow({ ...act, at: at(10 + index * 3), operation, resource: `protect-${index}` }),
        ),
        ...Array.from({ length: rounds }, (_, round) =>
          RESOURCES.map((operation, index) =>
            azureActivityRow({
              ...act,
              at: at(26 + round * 8 + index),
              operation,
              resource: `commerce-${round}-${index}`,
            }),
          ),
        ).flat(),
      ],
    };
  },
};
