import { eventDataOf, securityEventRow } from "../../rows/windows.ts";
import { type Attack, user } from "../attack.ts";

/** A user requests a certificate in the name of an administrator and signs in to the domain with it. */
export const certificateAbuse: Attack = {
  kind: "certificate abuse",
  hours: 2,
  plan: (scene) => {
    const { at, organization } = scene;
    const person = scene.take();
    const admin = organization.crew.global;
    const request = {
      RequestId: "4711",
      Requester: `NORTHWIND\\${person.sam}`,
      Attributes: `CertificateTemplate:WebServerV2 SAN:upn=${admin.email}`,
    };
    return {
      subjects: [user(person)],
      types: ["privilege_escalation", "account_compromise"],
      rows: [
        securityEventRow({
          at: at(0),
          computer: "srv-ca-01",
          eventId: 4886,
          activity: "Certificate Services received a certificate request.",
          subject: person,
          more: { ...request, EventData: eventDataOf(request) },
        }),
        securityEventRow({
          at: at(0.2),
          computer: "srv-ca-01",
          eventId: 4887,
          activity: "Certificate Services approved a certificate request and issued a certificate.",
          subject: person,
          more: { ...request, Disposition: "3", Subject: `CN=${person.name}`, EventData: eventDataOf(request) },
        }),
        securityEventRow({
          at: at(12),
          computer: "dc01",
          eventId: 4768,
          activity: "A Kerberos authentication ticket (TGT) was requested.",
          target: admin,
          more: {
            IpAddress: "::ffff:10.20.12.177",
            EventData: eventDataOf({
              TargetUserName: admin.sam,
              ServiceName: "krbtgt",
              TicketEncryptionType: "0x12",
              PreAuthType: "16",
              CertIssuerName: "northwind-SRV-CA-01-CA",
              CertSerialNumber: "1D0000000F3A",
              CertThumbprint: "9F2C1B77A0E3",
              IpAddress: "::ffff:10.20.12.177",
              Status: "0x0",
            }),
            Status: "0x0",
          },
        }),
      ],
    };
  },
};
