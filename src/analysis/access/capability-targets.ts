import type { DirectoryGroup } from "../../model/identity/directory.ts";
import type { DirectGrants } from "./direct-grants.ts";
import type { DirectoryFacts } from "./directory-facts.ts";
import type { Capability } from "./grant.ts";
import { protectedUsers } from "./protected-users.ts";

/** Returns the ids of the objects that each capability reaches. */
export function capabilityTargets(
  facts: DirectoryFacts,
  grants: DirectGrants,
): Readonly<Record<Capability, () => readonly string[]>> {
  const users = idsOf([...facts.users.values()].filter(({ isEnabled }) => isEnabled));
  const services = [...facts.services.values()].filter(({ isEnabled }) => isEnabled);
  const groupsWhere = (test: (group: DirectoryGroup) => boolean) => () =>
    idsOf([...facts.groups.values()].filter((group) => !group.isRoleAssignable && test(group)));
  return {
    everything: () => [...users, ...idsOf(services), ...facts.groups.keys(), ...facts.resources.keys()],
    // A managed identity has no credentials to add to, and the vendor's applications do not accept any.
    any_app: () => idsOf(services.filter(({ type, isFirstParty }) => type !== "ManagedIdentity" && !isFirstParty)),
    any_user: () => users,
    any_unprotected_user: () => {
      const isProtected = protectedUsers(facts, grants);
      return users.filter((id) => !isProtected.has(id));
    },
    any_unprotected_group: groupsWhere(() => true),
    any_microsoft365_group: groupsWhere(({ isMicrosoft365 }) => isMicrosoft365),
  };
}

const idsOf = (objects: readonly { readonly objectId: string }[]): readonly string[] =>
  objects.map(({ objectId }) => objectId);
