import { isWeekend, shift } from "../../moment.ts";
import { exchangeActRows } from "../../rows/reported-act.ts";
import { officeSeat, officeTime, type UntidyKind } from "../untidy-kind.ts";

/** Exchange administration: forwarding to a partner, permissions on mailboxes, transport rules, retention. */
export const mailAdministration: UntidyKind = {
  name: "mail administration",
  rowsOn: (day) => {
    const { random, date, organization, atWork } = day;
    if (isWeekend(date)) return [];
    const { exchange: account } = organization.crew;
    const [whom, other] = random.sample(atWork, 2);
    if (!whom || !other) return [];
    const acts: readonly (readonly [operation: string, parameters: Readonly<Record<string, string>>])[] = [
      [
        "Set-Mailbox",
        {
          Identity: whom.email,
          ForwardingSmtpAddress: "smtp:desk@harbour-freight.example",
          DeliverToMailboxAndForward: "True",
        },
      ],
      ["Add-MailboxPermission", { Identity: whom.email, User: other.email, AccessRights: "FullAccess" }],
      [
        "New-TransportRule",
        { Name: "Disclaimer for sales", FromMemberOf: "Sales", ApplyHtmlDisclaimerText: "Northwind" },
      ],
      ["Set-Mailbox", { Identity: whom.email, RetentionPolicy: "7 years" }],
      ["Add-RecipientPermission", { Identity: "info@northwind.example", Trustee: whom.email, AccessRights: "SendAs" }],
      [
        "New-InboxRule",
        { Identity: "orders@northwind.example", Name: "sort", MoveToFolder: "Orders", SubjectContainsWords: "PO-" },
      ],
    ];
    const at = officeTime(day, account);
    return random
      .sample(acts, 2)
      .flatMap(([operation, parameters], index) =>
        exchangeActRows({ at: shift(at, index * 200_000), account, seat: officeSeat(account), operation, parameters }),
      );
  },
};
