import { resetAccount } from "../../../actions/accounts/reset-account.ts";
import { printInvitation } from "../../admin/print-invitation.ts";
import { EMAIL_OPERAND, getAccountId, withAccounts } from "../../admin/with-accounts.ts";
import type { Command } from "../../command.ts";

export const command: Command = {
  operands: [EMAIL_OPERAND],
  examples: ["parapet admin reset maya@northwind.example"],
  notes: `For somebody who lost the password, the authenticator app or the identity at the provider, or whose account others got into. The
password, the authenticator app, the recovery codes and the linked identity are removed and the sessions of the account end; with the
printed code the person joins again. Hand it over in a way that reaches nobody else: you vouch for the account. The code of a
disabled account does not work before parapet admin enable.`,
  run: (invocation) =>
    withAccounts(invocation, async (ctx) => {
      const [email = ""] = invocation.operands;
      const accountId = await getAccountId(ctx, email);
      const { isDisabled, ...invitation } = await resetAccount(ctx, accountId);
      printInvitation(invocation, email, invitation, { is_disabled: isDisabled });
      if (isDisabled) {
        invocation.terminal.note(
          `The account is disabled: the code does not work before you enable it with: parapet admin enable ${email}`,
        );
      }
      return 0;
    }),
};
