import { deviceOf } from "../../device.ts";
import { isWeekend, shift } from "../../moment.ts";
import { azureActivityRow } from "../../rows/azure-activity.ts";
import { nonInteractiveSigninRow, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

const TOOLS = ["Azure CLI", "Microsoft Graph Command Line Tools", "Microsoft Azure PowerShell", "Visual Studio Code"];
const OPERATIONS = [
  "Microsoft.Compute/virtualMachines/restart/action",
  "Microsoft.Storage/storageAccounts/listKeys/action",
  "Microsoft.ContainerService/managedClusters/listClusterUserCredential/action",
  "Microsoft.Resources/deployments/write",
  "Microsoft.Compute/virtualMachines/delete",
];

/** Engineers use command line tools from home and office, and restart, read and delete what they work on. */
export const developerTools: UntidyKind = {
  name: "developer tools",
  rowsOn: (day) => {
    const { random, atWork, date } = day;
    if (isWeekend(date)) return [];
    const engineers = atWork.filter(({ role }) => ["Engineering", "Data and Analytics"].includes(role.department.name));
    return engineers
      .filter(() => random.chance(0.2))
      .flatMap((person) => {
        const place = random.chance(0.5) ? person.home : person.office;
        const at = officeTime(day, person);
        const signIn = { account: person, place, app: appOf(random.pick(TOOLS)) };
        const device = { ...person.laptop, userAgent: deviceOf("script").userAgent };
        return [
          signinRow({ ...signIn, at, device: person.laptop, factor: "satisfied" }),
          nonInteractiveSigninRow({ ...signIn, at: shift(at, 60_000), device }),
          azureActivityRow({
            at: shift(at, 240_000),
            by: person,
            ip: place.ip,
            operation: random.pick(OPERATIONS),
            group: "rg-dev",
            resource: `dev-${random.int(1, 30)}`,
          }),
        ];
      });
  },
};
