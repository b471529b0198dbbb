import { enableAccount } from "../../../actions/accounts/disable-account.ts";
import { EMAIL_OPERAND, getAccountId, withAccounts } from "../../admin/with-accounts.ts";
import type { Command } from "../../command.ts";

export const command: Command = {
  operands: [EMAIL_OPERAND],
  examples: ["parapet admin enable jon@northwind.example"],
  run: (invocation) =>
    withAccounts(invocation, async (ctx) => {
      const [email = ""] = invocation.operands;
      await enableAccount(ctx, await getAccountId(ctx, email));
      invocation.terminal.note(`${email} is enabled.`);
      return 0;
    }),
};
