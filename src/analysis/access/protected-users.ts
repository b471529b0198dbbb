import type { DirectGrants } from "./direct-grants.ts";
import type { DirectoryFacts } from "./directory-facts.ts";
import { groupBy } from "./directory-model.ts";

/**
 * Returns the users whose password only the most privileged administrators may reset: holders of a privileged directory
 * role, also an eligible one, and members of groups that can be assigned to roles.
 */
export function protectedUsers(facts: DirectoryFacts, grants: DirectGrants): ReadonlySet<string> {
  const holdsRole = (principalId: string): boolean =>
    (grants.get(principalId) ?? []).some(
      ({ entitlement }) => entitlement.kind === "directory_role" && entitlement.isPrivileged,
    );
  const groups = withNested(
    facts,
    [...facts.groups.values()]
      .filter(({ objectId, isRoleAssignable }) => isRoleAssignable || holdsRole(objectId))
      .map(({ objectId }) => objectId),
  );
  const isMember = (userId: string): boolean => (facts.memberships.get(userId) ?? []).some((id) => groups.has(id));
  return new Set([...facts.users.keys()].filter((id) => holdsRole(id) || isMember(id)));
}

/** Adds the groups whose members are members of these groups as well. */
function withNested({ groups, memberships }: DirectoryFacts, ids: readonly string[]): ReadonlySet<string> {
  const inside = groupBy(
    [...groups.keys()].flatMap((id) => (memberships.get(id) ?? []).map((groupId) => ({ id, groupId }))),
    ({ groupId }) => groupId,
  );
  const all = new Set(ids);
  for (const groupId of all) {
    for (const { id } of inside.get(groupId) ?? []) all.add(id);
  }
  return all;
}
