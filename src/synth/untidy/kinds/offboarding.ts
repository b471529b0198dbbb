import { shift } from "../../moment.ts";
import { userTarget } from "../../rows/audit.ts";
import { exchangeActRows, reportedChangeRows } from "../../rows/reported-act.ts";
import { TEMPORARY } from "../extra-accounts.ts";
import { localTime, officeSeat, type UntidyKind } from "../untidy-kind.ts";

/** Days after the history on which a batch of temporary people leaves. */
const BATCH_DAY = 5;

/** A batch of temporary people leaves: accounts disabled, sessions revoked, mailboxes given to the team lead. */
export const offboarding: UntidyKind = {
  name: "offboarding",
  rowsOn: (day) => {
    const { organization } = day;
    if (day.day - organization.history !== BATCH_DAY) return [];
    const { accounts: by, exchange } = organization.crew;
    return TEMPORARY.flatMap((leaver, index) => {
      const at = localTime(day, by, 16 + index * 0.06);
      const change = { by, seat: officeSeat(by), category: "UserManagement" };
      return [
        ...reportedChangeRows({
          ...change,
          at,
          operation: "Disable account",
          targets: [userTarget(leaver, [["AccountEnabled", "[true]", "[false]"]])],
        }),
        ...reportedChangeRows({
          ...change,
          at: shift(at, 30_000),
          operation: "Update StsRefreshTokenValidFrom Timestamp",
          targets: [userTarget(leaver)],
          tables: ["AuditLogs"],
        }),
        ...exchangeActRows({
          at: shift(at, 60_000),
          account: exchange,
          seat: officeSeat(exchange),
          operation: "Set-Mailbox",
          parameters: { Identity: leaver.email, Type: "Shared" },
        }),
      ];
    });
  },
};
