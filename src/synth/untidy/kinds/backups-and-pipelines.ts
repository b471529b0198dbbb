import { accountOf } from "../../account.ts";
import { HOUR_MS, shift } from "../../moment.ts";
import { azureActivityRow } from "../../rows/azure-activity.ts";
import { officeRow } from "../../rows/office.ts";
import { logonRow } from "../../rows/windows.ts";
import { JOBS } from "../extra-accounts.ts";
import type { UntidyKind } from "../untidy-kind.ts";

const CLOUD_BACKUP = accountOf("app@sharepoint", "SharePoint App");
const SERVERS = 12;

/** Nightly jobs: a backup logs on to every server and reads files, a pipeline deletes and rebuilds test environments. */
export const backupsAndPipelines: UntidyKind = {
  name: "backups and pipelines",
  rowsOn: ({ organization, date, random }) => {
    const pipeline = organization.nhis.find(({ family }) => family.archetype.key === "ci_cd");
    if (!pipeline) return [];
    const logons = Array.from({ length: SERVERS }, (_, index) =>
      logonRow({
        at: shift(date, HOUR_MS + index * 30_000),
        computer: `srv-${index}`,
        account: JOBS.backup,
        ip: "10.20.13.62",
      }),
    );
    const read = Array.from({ length: 40 }, (_, index) =>
      officeRow({
        at: shift(date, 2 * HOUR_MS + index * 2_500),
        account: CLOUD_BACKUP,
        ip: "192.0.2.200",
        workload: "SharePoint",
        recordType: "SharePointFileOperation",
        operation: "FileDownloaded",
        more: {
          UserType: "Application",
          ItemType: "File",
          OfficeObjectId: `https://northwind.sharepoint.com/sites/Finance/Documents/${index}.xlsx`,
          SourceFileName: `${index}.xlsx`,
          UserAgent: "NightlyBackup/4.2",
        },
      }),
    );
    const act = { by: pipeline, ip: pipeline.site.ip, group: "rg-nightly-test" };
    const operations = [
      "Microsoft.Compute/virtualMachines/delete",
      "Microsoft.Sql/servers/databases/delete",
      "Microsoft.Storage/storageAccounts/delete",
      "Microsoft.KeyVault/vaults/delete",
      "Microsoft.Network/networkSecurityGroups/delete",
      "Microsoft.Compute/virtualMachines/write",
      "Microsoft.Storage/storageAccounts/write",
      "Microsoft.Storage/storageAccounts/listKeys/action",
      "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action",
    ];
    const rebuilt = operations.flatMap((operation, index) =>
      [1, 2].map((number) =>
        azureActivityRow({
          ...act,
          at: shift(date, 4 * HOUR_MS + index * 60_000 + number * 7_000 + random.int(0, 3_000)),
          operation,
          resource: `test-${index}-${number}`,
        }),
      ),
    );
    const restarted = Array.from({ length: 4 }, (_, index) =>
      azureActivityRow({
        ...act,
        group: "rg-orders-prod",
        at: shift(date, (9 + index * 2) * HOUR_MS + random.int(0, 900_000)),
        operation: "Microsoft.ContainerInstance/containerGroups/restart/action",
        resource: `orders-${index}`,
      }),
    );
    return [...logons, ...read, ...rebuilt, ...restarted];
  },
};
