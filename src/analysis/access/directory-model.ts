import type {
  DirectoryCredential,
  DirectoryGrant,
  DirectoryGroup,
  DirectoryModel,
  DirectoryOwner,
  DirectoryService,
  DirectoryUser,
} from "../../model/identity/directory.ts";
import type { DirectoryFacts } from "./directory-facts.ts";
import { transitiveGroups } from "./transitive-groups.ts";

/** Groups values by a key, in their order. */
export function groupBy<T>(values: Iterable<T>, keyOf: (value: T) => string | null): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    if (key === null) continue;
    const known = groups.get(key);
    if (known) known.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Creates the lookups over a directory. */
export function createDirectoryModel(facts: DirectoryFacts): DirectoryModel {
  const { users, services, groups, resources } = facts;
  const byAppId = new Map<string, DirectoryService>();
  for (const service of services.values()) {
    if (service.appId !== null && !byAppId.has(service.appId)) byAppId.set(service.appId, service);
  }
  const byUpn = new Map<string, DirectoryUser>();
  for (const user of users.values()) {
    const upn = user.userPrincipalName?.toLowerCase();
    if (upn !== undefined && !byUpn.has(upn)) byUpn.set(upn, user);
  }
  const { ownersOf, ownedBy } = ownership(facts, byAppId);
  const credentials = groupBy(facts.credentials, ({ holderId, appId }) => holderOf(facts, byAppId, holderId, appId));
  const toClient = groupBy(facts.grants, ({ clientId }) => clientId);
  const byUser = groupBy(facts.grants, ({ principalId }) => principalId);
  return {
    delivered: facts.delivered,
    users: [...users.values()],
    services: [...services.values()],
    groups: [...groups.values()],
    resources: [...resources.values()],
    findUser: (id) => users.get(id),
    findUserByUpn: (upn) => byUpn.get(upn.toLowerCase()),
    findService: (id) => services.get(id),
    findServiceByAppId: (appId) => byAppId.get(appId.toLowerCase()),
    findGroup: (id) => groups.get(id),
    findResource: (id) => resources.get(id.toLowerCase()),
    managerOf: (id) => users.get(users.get(id)?.managerId ?? ""),
    groupsOf: (id) => transitiveGroups(facts, id).flatMap(({ groupId }) => groups.get(groupId) ?? NO_GROUPS),
    ownersOf,
    ownedBy,
    credentialsOf: (id) => (credentials.get(id) ?? []).map(({ credential }): DirectoryCredential => credential),
    grantsTo: (id) => toClient.get(id) ?? NO_GRANTS,
    grantsBy: (id) => byUser.get(id) ?? NO_GRANTS,
  };
}

const NO_GROUPS: readonly DirectoryGroup[] = [];
const NO_GRANTS: readonly DirectoryGrant[] = [];
const NO_OWNERS: readonly DirectoryOwner[] = [];

/** Returns the service principal, group or user that an object id or application id refers to. */
export function holderOf(
  { services, groups, users }: DirectoryFacts,
  byAppId: ReadonlyMap<string, DirectoryService>,
  objectId: string | null,
  appId: string | null,
): string | null {
  if (objectId !== null && (services.has(objectId) || groups.has(objectId) || users.has(objectId))) return objectId;
  return appId === null ? null : (byAppId.get(appId)?.objectId ?? null);
}

function ownership(facts: DirectoryFacts, byAppId: ReadonlyMap<string, DirectoryService>) {
  const owners = new Map<string, DirectoryOwner[]>();
  const owned = new Map<string, Set<string>>();
  for (const { objectId, appId, owner } of facts.owners) {
    const target = holderOf(facts, byAppId, objectId, appId);
    if (target === null) continue;
    const relation = facts.groups.has(target) ? "group_owner" : owner.relation;
    const known = owners.get(target);
    const entry = relation === owner.relation ? owner : { ...owner, relation };
    if (known) known.push(entry);
    else owners.set(target, [entry]);
    const targets = owned.get(owner.ownerId) ?? new Set();
    owned.set(owner.ownerId, targets.add(target));
  }
  return {
    ownersOf: (id: string): readonly DirectoryOwner[] => owners.get(id) ?? NO_OWNERS,
    ownedBy: (id: string): readonly DirectoryService[] =>
      [...(owned.get(id) ?? [])].sort().flatMap((target) => facts.services.get(target) ?? []),
  };
}
