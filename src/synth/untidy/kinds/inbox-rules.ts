import { exchangeActRows } from "../../rows/reported-act.ts";
import { officeSeat, officeTime, type UntidyKind } from "../untidy-kind.ts";

const RULES: readonly Readonly<Record<string, string>>[] = [
  { Name: "Newsletters", SubjectContainsWords: "newsletter;unsubscribe", MoveToFolder: "Newsletters" },
  { Name: "Build mails", From: "builds@northwind.example", MoveToFolder: "Builds", MarkAsRead: "True" },
  { Name: "Out of office", SubjectContainsWords: "Automatic reply", DeleteMessage: "True" },
  { Name: "Invoices", SubjectContainsWords: "invoice", MoveToFolder: "Invoices" },
  { Name: "To my deputy", From: "board@northwind.example", ForwardTo: "assistant@northwind.example" },
];

/** People sort their own mail with rules. */
export const inboxRules: UntidyKind = {
  name: "inbox rules",
  rowsOn: (day) =>
    day.atWork
      .filter(() => day.random.chance(0.012))
      .flatMap((account) =>
        exchangeActRows({
          at: officeTime(day, account),
          account,
          seat: officeSeat(account),
          operation: "New-InboxRule",
          parameters: day.random.pick(RULES),
        }),
      ),
};
