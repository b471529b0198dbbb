import { renewInvitation } from "../../../actions/accounts/invite-member.ts";
import { resetPassword } from "../../../actions/accounts/reset-password.ts";
import { printInvitation } from "../../admin/print-invitation.ts";
import { EMAIL_OPERAND, getAccountId, withAccounts } from "../../admin/with-accounts.ts";
import type { Command } from "../../command.ts";

export const command: Command = {
  operands: [EMAIL_OPERAND],
  examples: ["parapet admin reset maya@northwind.example"],
  notes: `For somebody who lost the password or the authenticator app. Both are removed and the sessions of the account end; the
printed code serves to choose a new password in the console.`,
  run: (invocation) =>
    withAccounts(invocation, async (ctx) => {
      const [email = ""] = invocation.operands;
      const accountId = await getAccountId(ctx, email);
      await resetPassword(ctx, accountId, null);
      printInvitation(invocation, email, await renewInvitation(ctx, accountId));
      return 0;
    }),
};
