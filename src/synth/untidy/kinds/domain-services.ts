import { accountOf, COMPANY_DOMAIN } from "../../account.ts";
import { HOUR_MS, MINUTE_MS, shift } from "../../moment.ts";
import { identityDirectoryRow, identityQueryRow } from "../../rows/identity.ts";
import { eventDataOf, securityEventRow } from "../../rows/windows.ts";
import { JOBS } from "../extra-accounts.ts";
import type { UntidyKind } from "../untidy-kind.ts";

const CONTROLLER = { ...accountOf(`dc02@${COMPANY_DOMAIN}`, "DC02"), sam: "DC02$" };
const ALL_CHANGES = "{1131f6ad-9c07-11d1-f79f-00c04fc2dcd2}";

/** The domain at work: replication between controllers and to the cloud, tickets of an old server, inventories. */
export const domainServices: UntidyKind = {
  name: "domain services",
  rowsOn: ({ date, random, atWork }) => {
    const replications = [JOBS.sync, CONTROLLER].flatMap((subject, index) =>
      [1, 9, 17].map((hour) =>
        securityEventRow({
          at: shift(date, hour * HOUR_MS + index * MINUTE_MS + random.int(0, 40_000)),
          computer: "dc01",
          eventId: 4662,
          activity: "An operation was performed on an object.",
          subject,
          more: {
            ObjectServer: "DS",
            ObjectType: "%{19195a5b-6da0-11d0-afd3-00c04fd930c9}",
            AccessMask: "0x100",
            Properties: `%%7688 ${ALL_CHANGES} {19195a5b-6da0-11d0-afd3-00c04fd930c9}`,
            OperationType: "Object Access",
            ...(subject === CONTROLLER && { AccountType: "Machine" }),
          },
        }),
      ),
    );
    const tickets = random.sample(atWork, 12).map((person, index) =>
      securityEventRow({
        at: shift(date, (8 + index * 0.6) * HOUR_MS),
        computer: "dc01",
        eventId: 4769,
        activity: "A Kerberos service ticket was requested.",
        target: person,
        more: {
          ServiceName: index % 4 === 0 ? "nas-old$" : "srv-file-01$",
          EventData: eventDataOf({
            TargetUserName: person.email,
            ServiceName: index % 4 === 0 ? "nas-old$" : "srv-file-01$",
            TicketOptions: "0x40810000",
            TicketEncryptionType: index % 4 === 0 ? "0x17" : "0x12",
            IpAddress: "::ffff:10.20.13.30",
            Status: "0x0",
          }),
          Status: "0x0",
        },
      }),
    );
    const inventory = Array.from({ length: date.getUTCDay() === 1 ? 60 : 0 }, (_, index) =>
      identityQueryRow({
        at: shift(date, 3 * HOUR_MS + index * 2_000),
        account: JOBS.inventory,
        action: "LDAP query",
        ip: "10.20.13.61",
        deviceName: "srv-jobs-01",
        query: `(&(objectCategory=computer)(cn=NW-${index}*))`,
        queryType: "LDAP",
        queryTarget: "Computers",
      }),
    );
    const replicated = identityDirectoryRow({
      at: shift(date, 9 * HOUR_MS + 5_000),
      account: CONTROLLER,
      action: "Directory Services replication",
      ip: "10.20.13.11",
      deviceName: "dc02",
    });
    return [...replications, ...tickets, ...inventory, replicated];
  },
};
