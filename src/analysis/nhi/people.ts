import type { DirectoryUser } from "../../model/identity/directory.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { Fleet } from "./facts.ts";

export type AccountStatus = "active" | "disabled" | "deleted" | "guest" | "unknown";

/** A person who is related to an identity. */
export interface Person {
  /** The object id, or the key by which a row names the person. */
  readonly id: string;
  readonly upn: string | null;
  readonly name: string | null;
  readonly tuid: string | null;
  readonly status: AccountStatus;
}

const toPerson = (user: DirectoryUser, { findTuid }: Fleet): Person => ({
  id: user.objectId,
  upn: user.userPrincipalName === null ? null : safeText(user.userPrincipalName, 320),
  name: user.displayName === null ? null : safeText(user.displayName, 120),
  tuid: findTuid(user.objectId),
  status: user.isEnabled ? (user.isGuest ? "guest" : "active") : "disabled",
});

/** Returns the person with this object id; a user that the directory no longer has counts as deleted. */
export function personOf(objectId: string, fleet: Fleet): Person {
  const user = fleet.directory.findUser(objectId);
  if (user) return toPerson(user, fleet);
  const status = fleet.directory.delivered.has("users") ? "deleted" : "unknown";
  return { id: objectId, upn: null, name: null, tuid: fleet.findTuid(objectId), status };
}

/** Returns the person that a row names by an actor key; null for a service. */
export function personOfKey(key: string | null, name: string | null, fleet: Fleet): Person | null {
  if (key === null) return null;
  const { directory } = fleet;
  if (key.startsWith("upn:")) {
    const upn = key.slice("upn:".length);
    const user = directory.findUserByUpn(upn);
    if (user) return toPerson(user, fleet);
    return { id: key, upn: safeText(upn, 320), name, tuid: null, status: "unknown" };
  }
  const objectId = key.startsWith("oid:") ? key.slice("oid:".length) : null;
  const user = objectId === null ? undefined : directory.findUser(objectId);
  return user ? toPerson(user, fleet) : null;
}

/** The name by which a person is shown. */
export const shownName = (person: Person): string => person.upn ?? person.name ?? person.id;
