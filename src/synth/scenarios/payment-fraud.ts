import { deviceOf } from "../device.ts";
import { ELSEWHERE } from "../place.ts";
import { messageRows } from "../rows/email.ts";
import { inboxRuleRow } from "../rows/office.ts";
import { signinRow } from "../rows/signin.ts";
import { synthId } from "../synth-id.ts";
import { appOf } from "../world.ts";
import type { Scenario } from "./scenario.ts";

/** A look-alike of a supplier asks to change the bank account, and an inbox rule hides the replies. */
export const paymentFraud: Scenario = {
  name: "payment fraud",
  department: "Finance",
  title: "Accounts Payable Clerk",
  daysAgo: 5,
  localHour: 9,
  rowsOf: ({ person, at }) => {
    const supplier = { name: "Lindgren Papers", email: "billing@lindgren-paper5.example" };
    const place = ELSEWHERE.lagos;
    const letter = { senderIp: "198.51.100.232", more: { IsFirstContact: true, ThreatTypes: "" } };
    const fields = {
      Name: "invoices",
      SubjectOrBodyContainsWords: "invoice;payment;bank;lindgren",
      MoveToFolder: "RSS Feeds",
      MarkAsRead: "True",
      StopProcessingRules: "True",
    };
    return [
      ...messageRows({
        ...letter,
        id: synthId(0, "message", "payment fraud 1"),
        at: at(0),
        from: supplier,
        to: person,
        subject: "Updated bank details for invoice 20417",
        attachment: { name: "new bank details.pdf", bytes: 88_211 },
      }),
      signinRow({
        at: at(1300),
        account: person,
        place,
        device: deviceOf("linux"),
        app: appOf("Outlook"),
        factor: "none",
        session: synthId(0, "session", "payment fraud"),
      }),
      inboxRuleRow({ at: at(1310), account: person, ip: place.ip, parameters: fields }),
      ...messageRows({
        id: synthId(0, "message", "payment fraud 2"),
        at: at(1335),
        from: person,
        to: supplier,
        subject: "Re: Updated bank details for invoice 20417",
        senderIp: place.ip,
      }),
      ...messageRows({
        ...letter,
        id: synthId(0, "message", "payment fraud 3"),
        at: at(1420),
        from: supplier,
        to: person,
        subject: "Urgent: payment of invoice 20417 today",
      }),
    ];
  },
};
