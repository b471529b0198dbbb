import type { DirectGrants } from "./direct-grants.ts";
import type { DirectoryFacts } from "./directory-facts.ts";
import { transitiveGroups } from "./transitive-groups.ts";

/**
 * Returns the users whose password only the most privileged administrators may reset: holders of a privileged directory
 * role, also an eligible one, and members of groups that can be assigned to roles.
 */
export function protectedUsers(facts: DirectoryFacts, grants: DirectGrants): ReadonlySet<string> {
  const holdsRole = (principalId: string): boolean =>
    (grants.get(principalId) ?? []).some(
      ({ entitlement }) => entitlement.kind === "directory_role" && entitlement.isPrivileged,
    );
  const groups = new Set(
    [...facts.groups.values()]
      .filter(({ objectId, isRoleAssignable }) => isRoleAssignable || holdsRole(objectId))
      .map(({ objectId }) => objectId),
  );
  const isProtected = (userId: string): boolean =>
    holdsRole(userId) ||
    (groups.size > 0 && transitiveGroups(facts, userId).some(({ groupId }) => groups.has(groupId)));
  return new Set([...facts.users.keys()].filter(isProtected));
}
