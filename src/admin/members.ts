import { removeMember, setMember } from "../actions/accounts/change-members.ts";
import { inviteMember } from "../actions/accounts/invite-member.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { findAccounts } from "../store/accounts/accounts.ts";
import { findMembership, listMembers } from "../store/accounts/memberships.ts";
import { type AdminParts, accountContext, DONE, type MountAdmin } from "./admin-plane.ts";

/** Mounts the management of the members of a domain. */
export function mountMembers(parts: AdminParts, mount: MountAdmin): void {
  mount(at.listMembers, async ({ db, database }) => {
    const roles = new Map((await listMembers(db)).map(({ accountId, role }) => [accountId, role]));
    const accounts = await findAccounts(database.forDomain(INSTALLATION_ID), [...roles.keys()]);
    const items = accounts.map((account) => ({
      account_id: account.accountId,
      email: account.email,
      name: account.name,
      role: roles.get(account.accountId),
      has_totp: account.totpConfirmedAt !== null,
      has_joined: account.passwordHash !== null || account.subject !== null,
      is_disabled: account.disabledAt !== null,
      last_signed_in_at: account.lastSignedInAt,
    }));
    return answerOf(JSON.stringify({ items }));
  });

  mount(at.inviteMember, async (caller, { body }) => {
    const inviter = caller.account.isOperator ? "operator" : "owner";
    const request = { domainId: caller.domainId, email: body.email, role: body.role };
    const { accountId, code } = await inviteMember(accountContext(parts, caller), request, inviter);
    return answerOf(JSON.stringify({ account_id: accountId, invitation_code: code }));
  });

  mount(at.setMemberRole, async (caller, { params, body }) => {
    const accountId = params.account_id.toLowerCase();
    if (!(await findMembership(caller.db, accountId))) {
      throw new Failure("member_not_found", "this account is not a member of the domain; add it first");
    }
    await setMember(caller, accountId, body.role);
    return answerOf(DONE);
  });

  mount(at.removeMember, async (caller, { params }) => {
    await removeMember(caller, params.account_id.toLowerCase());
    return answerOf(DONE);
  });
}
