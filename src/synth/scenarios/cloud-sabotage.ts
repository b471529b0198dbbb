import { azureActivityRow } from "../rows/azure-activity.ts";
import type { Scenario } from "./scenario.ts";

const BEFORE = [
  "Microsoft.Authorization/locks/delete",
  "Microsoft.Insights/diagnosticSettings/delete",
  "Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete",
];
const DESTROYED = [
  ["Microsoft.Compute/virtualMachines/delete", "vm-orders-01"],
  ["Microsoft.Compute/virtualMachines/delete", "vm-orders-02"],
  ["Microsoft.Compute/snapshots/delete", "snap-orders-nightly"],
  ["Microsoft.Storage/storageAccounts/delete", "stordersprod"],
  ["Microsoft.Sql/servers/databases/delete", "sqldb-orders"],
  ["Microsoft.KeyVault/vaults/delete", "kv-orders"],
  ["Microsoft.Network/networkSecurityGroups/delete", "nsg-orders"],
] as const;

/** Locks, logs and backups are deleted first, then the resources they protected. */
export const cloudSabotage: Scenario = {
  name: "cloud sabotage",
  department: "Engineering",
  daysAgo: 8,
  localHour: 23,
  verdict: { outcome: "TRUE_POSITIVE", comment: "Confirmed; access withdrawn, restored from the off-site copy." },
  rowsOf: ({ person, at }) => {
    const act = { by: person, ip: person.home.ip, group: "rg-orders-prod" };
    return [
      ...BEFORE.map((operation, index) =>
        azureActivityRow({ ...act, at: at(index * 4), operation, resource: `protect-orders-${index}` }),
      ),
      ...DESTROYED.map(([operation, resource], index) =>
        azureActivityRow({ ...act, at: at(16 + index * 1.5), operation, resource }),
      ),
      azureActivityRow({
        ...act,
        at: at(31),
        operation: "Microsoft.Resources/subscriptions/resourceGroups/delete",
        resource: "rg-orders-prod",
      }),
    ];
  },
};
