import { accountOf } from "../../account.ts";
import { HOUR_MS, shift } from "../../moment.ts";
import { eventDataOf, securityEventRow } from "../../rows/windows.ts";
import { JOBS } from "../extra-accounts.ts";
import type { UntidyKind } from "../untidy-kind.ts";

/** Certificates at work: computers and people renew their own, and the federation service reads its own key. */
export const certificates: UntidyKind = {
  name: "certificates",
  rowsOn: ({ date, random, atWork }) => {
    const enrolled = random.sample(atWork, 3).flatMap((person, index) => {
      const machine = { ...accountOf(`${person.laptop.name}@northwind.example`), sam: `${person.laptop.name}$` };
      const requester = index === 0 ? person : machine;
      const request = {
        RequestId: String(3_000 + random.int(0, 900)),
        Requester: `NORTHWIND\\${requester.sam}`,
        Attributes: `CertificateTemplate:${index === 0 ? "User" : "Machine"}`,
      };
      const at = shift(date, (8 + index * 2) * HOUR_MS);
      return [4886, 4887].map((eventId, step) =>
        securityEventRow({
          at: shift(at, step * 900),
          computer: "srv-ca-01",
          eventId,
          activity: "Certificate Services handled a certificate request.",
          subject: requester,
          more: { ...request, EventData: eventDataOf(request), ...(index > 0 && { AccountType: "Machine" }) },
        }),
      );
    });
    const facts = {
      ObjectServer: "DS",
      ObjectType: "%{5cb41ed0-0e4c-11d0-a286-00aa003049e2}",
      ObjectName: "CN=b9a1,CN=ADFS,CN=Microsoft,CN=Program Data,DC=northwind,DC=example",
      OperationType: "Object Access",
      AccessMask: "0x10",
      Properties: "%%7684 {77b5b886-944a-11d1-aebd-0000f80367c1} {8d3bca50-1d7e-11d0-a081-00aa006c33ed}",
    };
    const read = securityEventRow({
      at: shift(date, 5 * HOUR_MS),
      computer: "dc01",
      eventId: 4662,
      activity: "An operation was performed on an object.",
      subject: JOBS.federation,
      more: { ...facts, EventData: eventDataOf(facts) },
    });
    return [...enrolled, read];
  },
};
