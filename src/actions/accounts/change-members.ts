import { Failure } from "../../model/failure.ts";
import type { Role } from "../../model/role.ts";
import { lockMembers, type Membership, removeMembership, saveMembership } from "../../store/accounts/memberships.ts";
import { type ActionContext, runAction } from "../context.ts";
import { accountTarget } from "./account-context.ts";

/** Makes an account a member of the domain, or changes its role. The last owner stays one. */
export function setMember(ctx: ActionContext, accountId: string, role: Role): Promise<void> {
  return runAction(ctx, async (tx) => {
    const members = await lockMembers(tx);
    const before = roleOf(members, accountId);
    if (before === role) return { result: undefined, audit: "unchanged" };
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
