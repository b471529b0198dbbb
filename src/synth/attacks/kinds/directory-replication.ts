import { identityDirectoryRow } from "../../rows/identity.ts";
import { logonRow, securityEventRow } from "../../rows/windows.ts";
import { type Attack, user } from "../attack.ts";

const RIGHTS = ["{1131f6aa-9c07-11d1-f79f-00c04fc2dcd2}", "{1131f6ad-9c07-11d1-f79f-00c04fc2dcd2}"];
const IP = "10.20.13.141";

/** A workstation asks a domain controller for the password hashes of the domain. */
export const directoryReplication: Attack = {
  kind: "directory replication",
  hours: 2,
  plan: (scene) => {
    const { at } = scene;
    const person = scene.take();
    return {
      subjects: [user(person)],
      types: ["privilege_escalation", "account_compromise"],
      rows: [
        logonRow({ at: at(0), computer: "dc01", account: person, ip: IP }),
        ...RIGHTS.flatMap((right, index) =>
          [0, 1, 2].map((number) =>
            securityEventRow({
              at: at(2 + index * 0.5 + number * 0.1),
              computer: "dc01",
              eventId: 4662,
              activity: "An operation was performed on an object.",
              subject: person,
              more: {
                ObjectServer: "DS",
                ObjectType: "%{19195a5b-6da0-11d0-afd3-00c04fd930c9}",
                ObjectName: "%{c0ffee00-1d7e-11d0-a081-00aa006c33ed}",
                AccessMask: "0x100",
                Properties: `%%7688 ${right} {19195a5b-6da0-11d0-afd3-00c04fd930c9}`,
                OperationType: "Object Access",
              },
            }),
          ),
        ),
        identityDirectoryRow({
          at: at(4),
          account: person,
          action: "Directory Services replication",
          ip: IP,
          deviceName: person.laptop.name,
        }),
      ],
    };
  },
};
