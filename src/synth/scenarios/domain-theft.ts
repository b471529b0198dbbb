import { identityDirectoryRow, identityQueryRow } from "../rows/identity.ts";
import { eventDataOf, securityEventRow } from "../rows/windows.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

const IP = "10.20.13.77";
const WORKSTATION = "NW-WS-077";
const REPLICATION = "{1131f6aa-9c07-11d1-f79f-00c04fc2dcd2}";

/** An attacker enumerates the domain, requests crackable Kerberos tickets and replicates its secrets. */
export const domainTheft: Scenario = {
  name: "domain theft",
  department: "IT Operations",
  title: "Systems Administrator",
  daysAgo: 6,
  localHour: 22,
  rowsOf: (context) => {
    const { person, at } = context;
    return [
      ...explore(context),
      ...roast(context),
      ...[0, 1, 2].map((index) =>
        securityEventRow({
          at: at(41 + index),
          computer: "dc01",
          eventId: 4662,
          activity: "An operation was performed on an object.",
          subject: person,
          more: {
            ObjectServer: "DS",
            ObjectType: "%{19195a5b-6da0-11d0-afd3-00c04fd930c9}",
            AccessMask: "0x100",
            Properties: `%%7688 ${REPLICATION} {19195a5b-6da0-11d0-afd3-00c04fd930c9}`,
            OperationType: "Object Access",
          },
        }),
      ),
      identityDirectoryRow({
        at: at(42),
        account: person,
        action: "Directory Services replication",
        ip: IP,
        deviceName: WORKSTATION,
      }),
      securityEventRow({
        at: at(66),
        computer: "dc01",
        eventId: 1102,
        activity: "The audit log was cleared.",
        subject: person,
        more: { EventSourceName: "Microsoft-Windows-Eventlog" },
      }),
    ];
  },
};

function explore({ person, at }: ScenarioContext) {
  return Array.from({ length: 28 }, (_, index) =>
    identityQueryRow({
      at: at(index * 0.25),
      account: person,
      action: index % 2 === 0 ? "LDAP query" : "SAMR query",
      ip: IP,
      deviceName: WORKSTATION,
      query: index % 2 === 0 ? `(&(objectCategory=user)(adminCount=1)(cn=adm${index}*))` : `EnumerateUsers ${index}`,
      queryType: index % 2 === 0 ? "AllAdmins" : "EnumerateUsers",
      queryTarget: ["Domain Admins", "Enterprise Admins", "Administrators", "krbtgt"][index % 4] ?? "",
    }),
  );
}

function roast({ person, at }: ScenarioContext) {
  return Array.from({ length: 14 }, (_, index) =>
    securityEventRow({
      at: at(18 + index * 0.1),
      computer: "dc01",
      eventId: 4769,
      activity: "A Kerberos service ticket was requested.",
      target: person,
      more: {
        ServiceName: `svc-sql${index}`,
        EventData: eventDataOf({
          TargetUserName: person.email,
          ServiceName: `svc-sql${index}`,
          TicketOptions: "0x40810000",
          TicketEncryptionType: "0x17",
          IpAddress: `::ffff:${IP}`,
          Status: "0x0",
        }),
        Status: "0x0",
        IpAddress: `::ffff:${IP}`,
      },
    }),
  );
}
