import type { DirectoryFacts } from "./directory-facts.ts";

/** The managed identities that run on each Azure resource, by resource id. */
export type HostedIdentities = ReadonlyMap<string, readonly string[]>;

/** Collects managed identities by resource, from the resources and from the identities themselves. */
export function hostedIdentities({ resources, services }: DirectoryFacts): HostedIdentities {
  const hosted = new Map<string, Set<string>>();
  const add = (resourceId: string, identityId: string): void => {
    if (!services.has(identityId)) return;
    hosted.set(resourceId, (hosted.get(resourceId) ?? new Set()).add(identityId));
  };
  for (const { objectId, identityIds } of resources.values()) for (const id of identityIds) add(objectId, id);
  for (const { objectId, resourceId } of services.values()) if (resourceId !== null) add(resourceId, objectId);
  return new Map([...hosted].map(([resourceId, ids]) => [resourceId, [...ids].sort()]));
}
