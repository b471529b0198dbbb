import { isWeekend, shift } from "../../moment.ts";
import { eventDataOf, logonRow, securityEventRow } from "../../rows/windows.ts";
import { JOBS } from "../extra-accounts.ts";
import { localTime, type UntidyKind } from "../untidy-kind.ts";

const DEPLOYER = JOBS.deploy;
const PRODUCTS = ["ZoomUpdateService", "AdobeARMservice", "NorthwindInventoryAgent"];
const HOSTS = 24;

/** A deployment account installs a service and a scheduled task on many computers in an afternoon. */
export const softwareRollout: UntidyKind = {
  name: "software roll-out",
  rowsOn: (day) => {
    const { random, date, organization } = day;
    if (isWeekend(date) || day.day % 5 !== 0) return [];
    const product = PRODUCTS[(day.day / 5) % PRODUCTS.length] ?? "Agent";
    const start = localTime(day, organization.crew.devices, 13);
    return random.sample(organization.staff, HOSTS).flatMap(({ laptop }, index) => {
      const at = shift(start, index * 40_000);
      const event = { computer: laptop.name, subject: DEPLOYER };
      return [
        logonRow({ at, computer: laptop.name, account: DEPLOYER, ip: "10.20.13.60" }),
        securityEventRow({
          ...event,
          at: shift(at, 4_000),
          eventId: 4697,
          activity: "A service was installed in the system.",
          more: {
            ServiceName: product,
            ServiceFileName: `"C:\\Program Files\\${product}\\${product}.exe"`,
            ServiceType: "0x10",
            ServiceStartType: 2,
            ServiceAccount: "LocalSystem",
          },
        }),
        securityEventRow({
          ...event,
          at: shift(at, 9_000),
          eventId: 4698,
          activity: "A scheduled task was created.",
          more: {
            EventData: eventDataOf({
              TaskName: `\\${product}\\Update`,
              TaskContent: `&lt;Exec&gt;&lt;Command&gt;C:\\Program Files\\${product}\\update.exe&lt;/Command&gt;&lt;/Exec&gt;`,
            }),
          },
        }),
      ];
    });
  },
};
