import { isWeekend, shift } from "../../moment.ts";
import { syslogRow } from "../../rows/network.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

const COMMANDS = [
  "show running-config",
  "access-list inside_in extended permit tcp object-group erp any eq 443",
  "write memory",
  "logging trap informational",
  "object network branch-12",
];

/** A network administrator manages the firewall from the inner network in office hours. */
export const firewallAdministration: UntidyKind = {
  name: "firewall administration",
  rowsOn: (day) => {
    const { random, date, organization } = day;
    if (isWeekend(date) || !random.chance(0.7)) return [];
    const from = "10.20.13.25";
    const at = officeTime(day, organization.crew.devices);
    const line = { host: "edge-asa-01", process: "%ASA", facility: "local4", level: "notice" };
    return [
      syslogRow({
        ...line,
        at,
        message: `%ASA-6-605005: Login permitted from ${from}/51544 to inside:10.20.13.1/ssh for user "netadmin"`,
      }),
      ...random.sample(COMMANDS, 3).map((command, index) =>
        syslogRow({
          ...line,
          at: shift(at, (index + 1) * 90_000),
          message: `%ASA-5-111010: User 'netadmin', running 'CLI' from IP ${from}, executed '${command}'`,
        }),
      ),
    ];
  },
};
