import { eventDataOf, securityEventRow } from "../../rows/windows.ts";
import { type Attack, user } from "../attack.ts";
import { processRow } from "../traces.ts";

/** A user requests weakly encrypted tickets for many services within minutes, to crack their passwords. */
export const kerberoasting: Attack = {
  kind: "kerberoasting",
  hours: 2,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const ip = `::ffff:10.20.12.${random.int(100, 200)}`;
    return {
      subjects: [user(person)],
      types: ["privilege_escalation", "account_compromise"],
      rows: [
        processRow(scene, {
          minute: 0,
          computer: person.laptop.name,
          by: person,
          path: "C:\\Users\\Public\\r.exe",
          command: "r.exe kerberoast /outfile:h.txt /nowrap",
        }),
        ...Array.from({ length: random.int(12, 25) }, (_, index) =>
          securityEventRow({
            at: at(1 + index * 0.08),
            computer: "dc01",
            eventId: 4769,
            activity: "A Kerberos service ticket was requested.",
            target: person,
            more: {
              ServiceName: `svc-app${index}`,
              EventData: eventDataOf({
                TargetUserName: person.email,
                ServiceName: `svc-app${index}`,
                TicketOptions: "0x40810000",
                TicketEncryptionType: "0x17",
                IpAddress: ip,
                Status: "0x0",
              }),
              Status: "0x0",
              IpAddress: ip,
            },
          }),
        ),
      ],
    };
  },
};
