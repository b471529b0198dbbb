import { shift } from "../../moment.ts";
import { exchangeActRows } from "../../rows/reported-act.ts";
import { lastingPeople, localTime, officeSeat, type UntidyKind } from "../untidy-kind.ts";

/** Days after the history on which mailboxes are moved. */
const DAYS = [6, 7];
const MAILBOXES = 14;

/** An announced migration: the Exchange administrator gets access to mailboxes, moves them and gives it back. */
export const mailboxMigration: UntidyKind = {
  name: "mailbox migration",
  rowsOn: (day) => {
    const { organization } = day;
    if (!DAYS.includes(day.day - organization.history)) return [];
    const { exchange: account } = organization.crew;
    const start = localTime(day, account, 15);
    return lastingPeople(day, MAILBOXES, `day ${day.day}`).flatMap((owner, index) =>
      [
        ["Add-MailboxPermission", { Identity: owner.email, User: account.email, AccessRights: "FullAccess" }],
        ["New-MoveRequest", { Identity: owner.email, TargetDatabase: "EU-02", BadItemLimit: "10" }],
        ["Remove-MailboxPermission", { Identity: owner.email, User: account.email, AccessRights: "FullAccess" }],
      ].flatMap(([operation, parameters], step) =>
        exchangeActRows({
          at: shift(start, index * 200_000 + step * 50_000),
          account,
          seat: officeSeat(account),
          operation: operation as string,
          parameters: parameters as Readonly<Record<string, string>>,
        }),
      ),
    );
  },
};
