import { identityQueryRow } from "../../rows/identity.ts";
import { securityEventRow } from "../../rows/windows.ts";
import { type Attack, user } from "../attack.ts";
import { processRow } from "../traces.ts";

const IP = "10.20.12.188";

/** A collector reads every user, group and computer of the domain within minutes. */
export const directoryEnumeration: Attack = {
  kind: "directory enumeration",
  hours: 2,
  plan: (scene) => {
    const { at } = scene;
    const person = scene.take();
    return {
      subjects: [user(person)],
      types: ["privilege_escalation", "account_compromise"],
      rows: [
        processRow(scene, {
          minute: 0,
          computer: person.laptop.name,
          by: person,
          path: "C:\\Users\\Public\\SharpHound.exe",
          command: "SharpHound.exe -c All --zipfilename out.zip",
        }),
        ...Array.from({ length: 90 }, (_, index) =>
          securityEventRow({
            at: at(0.5 + index * 0.06),
            computer: "dc01",
            eventId: 4662,
            activity: "An operation was performed on an object.",
            subject: person,
            more: {
              ObjectServer: "DS",
              ObjectType: "%{bf967aba-0de6-11d0-a285-00aa003049e2}",
              ObjectName: `%{5f1c52b0-94d3-4e0b-8a77-0000000${10_000 + index}}`,
              AccessMask: "0x10",
              Properties: "%%7684 {bf967aba-0de6-11d0-a285-00aa003049e2}",
              OperationType: "Object Access",
            },
          }),
        ),
        ...[
          "Domain Admins",
          "Enterprise Admins",
          "Administrators",
          "Domain Computers",
          "krbtgt",
          "Backup Operators",
        ].map((queryTarget, index) =>
          identityQueryRow({
            at: at(2 + index * 0.2),
            account: person,
            action: index % 2 === 0 ? "LDAP query" : "SAMR query",
            ip: IP,
            deviceName: person.laptop.name,
            query: `(&(objectClass=group)(cn=${queryTarget}))`,
            queryType: index % 2 === 0 ? "AllGroups" : "QueryGroup",
            queryTarget,
          }),
        ),
      ],
    };
  },
};
