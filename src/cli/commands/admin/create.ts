import type { AccountContext } from "../../../actions/accounts/account-context.ts";
import { type Invitation, inviteMember, inviteOperator } from "../../../actions/accounts/invite-member.ts";
import { isRole, ROLES } from "../../../model/role.ts";
import { printInvitation } from "../../admin/print-invitation.ts";
import { emailProblem, withAccounts } from "../../admin/with-accounts.ts";
import { type Command, type Invocation, optionalDomain, required } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";
import { getDomain } from "../../with-database.ts";

export const command: Command = {
  options: {
    email: { value: "ADDRESS", meaning: "email address of the account", required: true, problem: emailProblem },
    domain: optionalDomain("domain that the account is a member of"),
    role: {
      value: "ROLE",
      meaning: `role in the domain: ${ROLES.join(", ")} (default: owner)`,
      problem: (role) => (isRole(role) ? undefined : `expected one of ${ROLES.join(", ")}`),
    },
  },
  flags: { operator: "the account administers the installation and every domain" },
  usage: [
    "parapet admin create --email ADDRESS --operator",
    "parapet admin create --email ADDRESS --domain NAME [--role ROLE]",
  ],
  examples: [
    "parapet admin create --email maya@northwind.example --operator",
    "parapet admin create --email jon@northwind.example --domain northwind --role analyst",
  ],
  notes: `Prints a code that works once, within seven days: with it the person chooses a password in the console. The command can be
repeated to get a new code, or to give an account another role.`,
  run: (invocation) => {
    const email = required(invocation, "email");
    const isOperator = invocation.flags.has("operator");
    if (isOperator === (invocation.options["domain"] !== undefined)) {
      throw new UsageError("give either --operator or --domain");
    }
    if (isOperator && invocation.options["role"] !== undefined) {
      throw new UsageError("--role: an operator has the rights of an owner in every domain; leave it out");
    }
    return withAccounts(invocation, async (ctx) => {
      const invitation = isOperator ? await inviteOperator(ctx, email) : await inviteToDomain(invocation, ctx, email);
      printInvitation(invocation, email, invitation);
      return 0;
    });
  },
};

async function inviteToDomain({ options }: Invocation, ctx: AccountContext, email: string): Promise<Invitation> {
  const { domainId } = await getDomain(ctx.database, options["domain"] ?? "");
  const role = options["role"] ?? "owner";
  return inviteMember(ctx, { domainId, email, role: isRole(role) ? role : "owner" }, "operator");
}
