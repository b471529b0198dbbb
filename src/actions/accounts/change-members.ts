import { Failure } from "../../model/failure.ts";
import type { Role } from "../../model/role.ts";
import {
  isMemberElsewhere,
  lockMembers,
  lockMemberships,
  type Membership,
  removeMembership,
  saveMembership,
} from "../../store/accounts/memberships.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { type ActionContext, runAction } from "../context.ts";
import { accountTarget } from "./account-context.ts";

/** Which accounts may be added to a domain: all, those that are members of no other one, or none that is not a member yet. */
export type Addable = "anybody" | "newcomers" | "members";

/** Makes an account a member of the domain, or changes its role. The last owner stays one. */
export function setMember(
  ctx: ActionContext,
  accountId: string,
  role: Role,
  addable: Addable = "anybody",
): Promise<void> {
  return runAction(ctx, async (tx) => {
    const members = await lockMembers(tx);
    const before = roleOf(members, accountId);
    if (before === role) return { result: undefined, audit: "unchanged" };
    if (before === undefined) await requireAddable(tx, accountId, addable);
    if (role !== "owner") requireOtherOwner(members, accountId);
    await saveMembership(tx, accountId, role, ctx.clock());
    return {
      result: undefined,
      audit: {
        action: "member.set",
        target: accountTarget(accountId),
        before: before ? { role: before } : null,
        after: { role },
      },
    };
  });
}

/** Fails if the account may not be added, and keeps others from adding it to another domain meanwhile. */
async function requireAddable(tx: DomainDb, accountId: string, addable: Addable): Promise<void> {
  await lockMemberships(tx, accountId);
  if (addable === "anybody") return;
  if (addable === "members" || (await isMemberElsewhere(tx, accountId, tx.domainId))) throw accountTaken();
}

export const accountTaken = () =>
  new Failure(
    "account_exists",
    "there is an account with this email address, and nothing proves whose it is; ask an operator of the installation to add it",
  );

/** Removes a member from the domain, effective with its next request. */
export function removeMember(ctx: ActionContext, accountId: string): Promise<void> {
  return runAction(ctx, async (tx) => {
    const members = await lockMembers(tx);
    const role = roleOf(members, accountId);
    if (role === undefined) throw new Failure("member_not_found", "this account is not a member of the domain");
    requireOtherOwner(members, accountId);
    await removeMembership(tx, accountId);
    return {
      result: undefined,
      audit: { action: "member.remove", target: accountTarget(accountId), before: { role }, after: null },
    };
  });
}

const roleOf = (members: readonly Membership[], accountId: string): Role | undefined =>
  members.find((member) => member.accountId === accountId)?.role;

/** Fails if this account is the only owner of the domain. */
function requireOtherOwner(members: readonly Membership[], accountId: string): void {
  if (roleOf(members, accountId) !== "owner") return;
  if (members.some((member) => member.role === "owner" && member.accountId !== accountId)) return;
  throw new Failure("last_owner", "this is the last owner of the domain; make somebody else an owner first");
}
