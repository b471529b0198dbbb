import type { Invitation } from "../../actions/accounts/issue-invitation.ts";
import type { Invocation } from "../command.ts";

/** Prints a new invitation code, which is not stored and cannot be printed again. */
export function printInvitation({ terminal, json }: Invocation, email: string, invitation: Invitation): void {
  const { accountId, code, expiresAt } = invitation;
  if (json) {
    terminal.data(JSON.stringify({ account_id: accountId, email, invitation_code: code, expires_at: expiresAt }));
  } else if (code !== null) {
    terminal.out(code);
  }
  if (code === null) {
    terminal.note(`${email} has a way to sign in already.`);
    return;
  }
  terminal.note(`With this code, ${email} chooses a password in the console until ${expiresAt?.toISOString()}.`);
  terminal.note("Pass it on now: it is not kept, cannot be shown again, and works once.");
}
