import { enableAccount } from "../../../actions/accounts/disable-account.ts";
import { hasWayIn } from "../../../model/account.ts";
import { INSTALLATION_ID } from "../../../model/installation.ts";
import { hasCode } from "../../../store/accounts/account-codes.ts";
import { findAccount } from "../../../store/accounts/accounts.ts";
import { EMAIL_OPERAND, getAccountId, withAccounts } from "../../admin/with-accounts.ts";
import type { Command } from "../../command.ts";

export const command: Command = {
  operands: [EMAIL_OPERAND],
  examples: ["parapet admin enable jon@northwind.example"],
  run: (invocation) =>
    withAccounts(invocation, async (ctx) => {
      const [email = ""] = invocation.operands;
      const accountId = await getAccountId(ctx, email);
      await enableAccount(ctx, accountId);
      invocation.terminal.note(`${email} is enabled.`);
      const accounts = ctx.database.forDomain(INSTALLATION_ID);
      const account = await findAccount(accounts, accountId);
      const canJoin = await hasCode(accounts, "invitation", accountId, ctx.clock());
      if (account && !hasWayIn(account) && !canJoin) {
        invocation.terminal.note(`It has no open invitation. Give the person a new code: parapet admin reset ${email}`);
      }
      return 0;
    }),
};
