import { changeRole, removeMember } from "../actions/accounts/change-members.ts";
import { inviteMember } from "../actions/accounts/invite-member.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { hasWayIn } from "../model/account.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { findInvited } from "../store/accounts/account-codes.ts";
import { findAccounts } from "../store/accounts/accounts.ts";
import { listMembers } from "../store/accounts/memberships.ts";
import { type AdminParts, accountContext, DONE, type MountAdmin } from "./admin-plane.ts";

/** Mounts the management of the members of a domain. */
export function mountMembers(parts: AdminParts, mount: MountAdmin): void {
  mount(at.listMembers, async ({ db, database, clock }) => {
    const roles = new Map((await listMembers(db)).map(({ accountId, role }) => [accountId, role]));
    const ids = [...roles.keys()];
    const installation = database.forDomain(INSTALLATION_ID);
    const [accounts, invited] = await Promise.all([
      findAccounts(installation, ids),
      findInvited(installation, ids, clock()),
    ]);
    const items = accounts.map((account) => ({
      account_id: account.accountId,
      email: account.email,
      name: account.name,
      role: roles.get(account.accountId),
      has_totp: account.totpConfirmedAt !== null,
      has_joined: hasWayIn(account),
      has_open_invitation: invited.has(account.accountId),
      is_disabled: account.disabledAt !== null,
      last_signed_in_at: account.lastSignedInAt,
    }));
    return answerOf(JSON.stringify({ items }));
  });

  mount(at.inviteMember, async (caller, { body }) => {
    const inviter = caller.account.isOperator ? "operator" : "owner";
    const { email, role, confirmed: isConfirmed = false } = body;
    const request = { domainId: caller.domainId, email, role, isConfirmed };
    const { accountId, code } = await inviteMember(accountContext(parts, caller), request, inviter);
    return answerOf(JSON.stringify({ account_id: accountId, invitation_code: code }));
  });

  mount(at.setMemberRole, async (caller, { params, body }) => {
    await changeRole(caller, caller.db.domainId, params.account_id.toLowerCase(), body.role);
    return answerOf(DONE);
  });

  mount(at.removeMember, async (caller, { params }) => {
    await removeMember(caller, caller.domainId, params.account_id.toLowerCase());
    return answerOf(DONE);
  });
}
