import type { AccountContext } from "../../../actions/accounts/account-context.ts";
import { inviteMember, inviteOperator } from "../../../actions/accounts/invite-member.ts";
import { Failure } from "../../../model/failure.ts";
import { isRole, ROLES, type Role } from "../../../model/role.ts";
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
  usage: ["--email ADDRESS --operator [--yes]", "--email ADDRESS --domain NAME [--role ROLE] [--yes]"],
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
    return withAccounts(invocation, (ctx) =>
      isOperator ? addOperator(invocation, ctx, email) : addMember(invocation, ctx, email),
    );
  },
};

async function addOperator(invocation: Invocation, ctx: AccountContext, email: string): Promise<number> {
  const { wasOperator, ...invitation } = await confirmed(invocation, email, (isConfirmed) =>
    inviteOperator(ctx, { email, isConfirmed }),
  );
  printInvitation(invocation, email, invitation);
  if (invitation.code === null) {
    const change = wasOperator ? "is an operator already" : "is now an operator";
    invocation.terminal.note(`${email} ${change}; no code is needed.`);
  }
  return 0;
}

async function addMember(invocation: Invocation, ctx: AccountContext, email: string): Promise<number> {
  const domain = required(invocation, "domain");
  const { domainId } = await getDomain(ctx.database, domain);
  const given = invocation.options["role"] ?? "owner";
  const role = isRole(given) ? given : "owner";
  const { roleBefore, ...invitation } = await confirmed(invocation, email, (isConfirmed) =>
    inviteMember(ctx, { email, domainId, role, isConfirmed }, "operator"),
  );
  printInvitation(invocation, email, invitation);
  const change = describeChange({ domain, role, roleBefore });
  if (invitation.code === null) invocation.terminal.note(`${email} ${change}; no code is needed.`);
  else if (roleBefore !== null && roleBefore !== role) invocation.terminal.note(`${email} ${change}.`);
  return 0;
}

interface RoleChange {
  readonly domain: string;
  readonly role: Role;
  readonly roleBefore: Role | null;
}

function describeChange({ domain, role, roleBefore }: RoleChange): string {
  if (roleBefore === role) return `is ${role} of ${domain} already`;
  return `is now ${role} of ${domain}${roleBefore === null ? "" : ` (was ${roleBefore})`}`;
}

/** Invites; where that ends every way to sign in to an account, only after the user has confirmed it. */
async function confirmed<T>(
  invocation: Invocation,
  email: string,
  invite: (isConfirmed: boolean) => Promise<T>,
): Promise<T> {
  const { terminal, flags } = invocation;
  try {
    return await invite(flags.has("yes"));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "confirmation_required") throw error;
    // The command line is right; it is the account that needs the confirmation.
    if (!terminal.ask)
      throw new Failure(error.code, `${error.message}; nobody is at the terminal: give --yes to do it`);
    terminal.note(`${error.message}.`);
    await confirmByTyping(invocation, email, "Every way to sign in to the account ends.");
    return invite(true);
  }
}
