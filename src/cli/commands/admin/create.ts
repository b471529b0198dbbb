import type { AccountContext } from "../../../actions/accounts/account-context.ts";
import { inviteMember, inviteOperator } from "../../../actions/accounts/invite-member.ts";
import type { Invitation } from "../../../actions/accounts/issue-invitation.ts";
import { Failure } from "../../../model/failure.ts";
import { isRole, ROLES } from "../../../model/role.ts";
import { printInvitation } from "../../admin/print-invitation.ts";
import { emailProblem, withAccounts } from "../../admin/with-accounts.ts";
import { type Command, type Invocation, optionalDomain, required } from "../../command.ts";
import { confirmByTyping } from "../../confirm.ts";
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
  flags: {
    operator: "the account administers the installation and every domain",
    yes: "end every way to sign in to an account that only a domain vouches for, without asking",
  },
  usage: [
    "parapet admin create --email ADDRESS --operator [--yes]",
    "parapet admin create --email ADDRESS --domain NAME [--role ROLE] [--yes]",
  ],
  examples: [
    "parapet admin create --email maya@northwind.example --operator",
    "parapet admin create --email jon@northwind.example --domain northwind --role analyst",
  ],
  notes: `Prints a code that works once, within seven days: with it the person chooses a password in the console. The command can be
repeated to get a new code, or to give an account another role. Hand the code over in a way that reaches nobody else: you vouch for
the account from then on. If an owner of a domain invited the address and somebody has joined, that may be anybody: the command names the
domains of the account and asks before it ends the sessions, password, second factor and linked identity of the account and prints a code.`,
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
      const invitation = await confirmed(invocation, email, (isConfirmed) =>
        isOperator
          ? inviteOperator(ctx, { email, isConfirmed })
          : inviteToDomain(invocation, ctx, { email, isConfirmed }),
      );
      printInvitation(invocation, email, invitation);
      return 0;
    });
  },
};

/** Invites; where that ends every way to sign in to an account, only after the user has confirmed it. */
async function confirmed(
  invocation: Invocation,
  email: string,
  invite: (isConfirmed: boolean) => Promise<Invitation>,
): Promise<Invitation> {
  try {
    return await invite(invocation.flags.has("yes"));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "confirmation_required") throw error;
    invocation.terminal.note(`${error.message}.`);
    await confirmByTyping(invocation, email, "Every way to sign in to the account ends.");
    return invite(true);
  }
}

async function inviteToDomain(
  { options }: Invocation,
  ctx: AccountContext,
  who: { readonly email: string; readonly isConfirmed: boolean },
): Promise<Invitation> {
  const { domainId } = await getDomain(ctx.database, options["domain"] ?? "");
  const role = options["role"] ?? "owner";
  return inviteMember(ctx, { ...who, domainId, role: isRole(role) ? role : "owner" }, "operator");
}
