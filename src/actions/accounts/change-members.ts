import type { AuditRecord } from "../../model/audit.ts";
import { Failure } from "../../model/failure.ts";
import { ROLES, type Role } from "../../model/role.ts";
import { withdrawInvitations } from "../../store/accounts/account-codes.ts";
import { lockAccount } from "../../store/accounts/accounts.ts";
import { type Membership, removeMembership, saveMembership } from "../../store/accounts/memberships.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { ActionContext } from "../context.ts";
import type { RegistryContext } from "../create-domain.ts";
import { accountTarget } from "./account-context.ts";
import { getLockedMembers, runMemberAction } from "./run-member-action.ts";

/** Changes the role of a member. The last owner stays one. */
export function changeRole(ctx: RegistryContext, domainId: string, accountId: string, role: Role): Promise<void> {
  return runMemberAction(ctx, domainId, async ({ accounts, domain }) => {
    const account = await lockAccount(accounts, accountId);
    const members = await getLockedMembers(domain);
    const before = roleOf(members, accountId);
    if (before === undefined) {
      throw new Failure("member_not_found", "this account is not a member of the domain; add it first");
    }
    if (account?.disabledAt && ROLES.indexOf(role) < ROLES.indexOf(before)) {
      throw new Failure("account_disabled", "this account is disabled; an operator has to enable it first");
    }
    const domainAudits = await saveRole(ctx, domain, members, { accountId, role });
    return { result: undefined, accountAudits: [], domainAudits };
  });
}

/** Stores a role in the transaction that has locked the members of the domain; returns what changed. */
export async function saveRole(
  { clock }: Pick<ActionContext, "clock">,
  tx: DomainDb,
  members: readonly Membership[],
  { accountId, role }: Pick<Membership, "accountId" | "role">,
): Promise<readonly AuditRecord[]> {
  const before = roleOf(members, accountId);
  if (before === role) return [];
  if (role !== "owner") requireOtherOwner(members, accountId);
  await saveMembership(tx, accountId, role, clock());
  const change = { before: before ? { role: before } : null, after: { role } };
  return [{ action: "member.set", target: accountTarget(accountId), ...change }];
}

/**
 * Removes a member from the domain, effective with its next request. The invitation of somebody who has not joined is withdrawn,
 * unless it leads to other rights too.
 */
export function removeMember(ctx: RegistryContext, domainId: string, accountId: string): Promise<void> {
  return runMemberAction(ctx, domainId, async ({ accounts, domain }) => {
    await lockAccount(accounts, accountId);
    const members = await getLockedMembers(domain);
    const role = roleOf(members, accountId);
    if (role === undefined) throw new Failure("member_not_found", "this account is not a member of the domain");
    requireOtherOwner(members, accountId);
    await removeMembership(domain, accountId);
    const withdrawn = await withdrawInvitations(accounts, [accountId]);
    const target = accountTarget(accountId);
    return {
      result: undefined,
      accountAudits: withdrawn.map(withdrawalOf),
      domainAudits: [{ action: "member.remove", target, before: { role }, after: null }],
    };
  });
}

/** Returns what the audit log of the installation records about an account whose invitation is withdrawn. */
export const withdrawalOf = (accountId: string): AuditRecord => ({
  action: "account.withdraw",
  target: accountTarget(accountId),
  before: null,
  after: null,
});

export const roleOf = (members: readonly Membership[], accountId: string): Role | undefined =>
  members.find((member) => member.accountId === accountId)?.role;

/** Fails if this account is the only owner of the domain. */
function requireOtherOwner(members: readonly Membership[], accountId: string): void {
  if (roleOf(members, accountId) !== "owner") return;
  if (members.some((member) => member.role === "owner" && member.accountId !== accountId)) return;
  throw new Failure("last_owner", "this is the last owner of the domain; make somebody else an owner first");
}
