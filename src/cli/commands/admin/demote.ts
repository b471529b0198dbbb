import { demoteOperator } from "../../../actions/accounts/demote-operator.ts";
import { describeRoles } from "../../admin/describe-accounts.ts";
import { EMAIL_OPERAND, getAccountId, withAccounts } from "../../admin/with-accounts.ts";
import type { Command } from "../../command.ts";

export const command: Command = {
  operands: [EMAIL_OPERAND],
  examples: ["parapet admin demote jon@northwind.example"],
  notes: `Takes the rights of an operator from an account, effective with its next request. Its sessions and its roles in domains stay;
parapet admin disable ends the sessions. The last operator who can sign in remains one.`,
  run: (invocation) =>
    withAccounts(invocation, async (ctx) => {
      const [email = ""] = invocation.operands;
      const accountId = await getAccountId(ctx, email);
      await demoteOperator(ctx, accountId);
      const roles = await describeRoles(ctx.database, accountId);
      const left = roles.length === 0 ? "a member of no domain" : roles.join(", ");
      invocation.terminal.note(`${email} is no longer an operator. It is ${left}.`);
      return 0;
    }),
};
