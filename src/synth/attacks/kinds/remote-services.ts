import { logonRow, securityEventRow } from "../../rows/windows.ts";
import { type Attack, user } from "../attack.ts";

/** An account moves over six servers: a network logon, a file on the admin share, and a service that runs it. */
export const remoteServices: Attack = {
  kind: "remote services",
  hours: 3,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const ip = `10.20.12.${random.int(100, 200)}`;
    const file = `${random.pick(["qzxw", "btrv", "updt"])}${random.int(10, 99)}.exe`;
    return {
      subjects: [user(person)],
      types: ["privilege_escalation", "account_compromise"],
      rows: ["srv-file-01", "srv-file-02", "srv-print-01", "srv-erp-01", "srv-jobs-01", "srv-sql-01"].flatMap(
        (computer, index) => [
          logonRow({ at: at(index * 6), computer, account: person, ip }),
          securityEventRow({
            at: at(index * 6 + 0.2),
            computer,
            eventId: 5145,
            activity: "A network share object was checked to see whether client can be granted desired access.",
            subject: person,
            more: {
              ShareName: "\\\\*\\ADMIN$",
              ShareLocalPath: "\\??\\C:\\Windows",
              RelativeTargetName: file,
              AccessMask: "0x2",
              IpAddress: ip,
            },
          }),
          securityEventRow({
            at: at(index * 6 + 0.4),
            computer,
            eventId: 4697,
            activity: "A service was installed in the system.",
            subject: person,
            more: {
              ServiceName: file.replace(".exe", ""),
              ServiceFileName: `%systemroot%\\${file}`,
              ServiceType: "0x10",
              ServiceStartType: 3,
              ServiceAccount: "LocalSystem",
            },
          }),
        ],
      ),
    };
  },
};
