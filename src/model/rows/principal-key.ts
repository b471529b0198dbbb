import { toGuid, toUpn } from "./identifiers.ts";

/** Returns the key of an actor from what names it; prefers the user principal name, because every table has it. */
export function principalKey(upn: string | null, id: string | null): string | null {
  const name = toUpn(upn);
  if (name !== null) return `upn:${name}`;
  const guid = toGuid(id);
  return guid === null ? null : `oid:${guid}`;
}
