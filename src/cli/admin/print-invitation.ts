import type { Invitation } from "../../actions/accounts/issue-invitation.ts";
import type { Invocation } from "../command.ts";

/** What helps people whose invitations ended. */
export const NEW_CODES = "Give invited people a new code: parapet admin reset EMAIL";

/** Prints a new invitation code, which is not stored and cannot be printed again; `facts` go into the JSON only. */
export function printInvitation(
  { terminal, json }: Invocation,
  email: string,
  { accountId, code, expiresAt }: Invitation,
  facts: Readonly<Record<string, unknown>> = {},
): void {
  if (json) {
    const invitation = { account_id: accountId, email, invitation_code: code, expires_at: expiresAt };
    terminal.data(JSON.stringify({ ...invitation, ...facts }));
  } else if (code !== null) {
    terminal.out(code);
  }
  if (code === null) return;
  terminal.note(`With this code, ${email} chooses a password in the console until ${expiresAt?.toISOString()}.`);
  terminal.note("Pass it on now: it is not kept, cannot be shown again, and works once.");
}
