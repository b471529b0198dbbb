import type { RowActor } from "./actor.ts";
import { isSystemAccount } from "./identifiers.ts";

/** The normalized identifiers of one actor in a row. */
export interface ActorIdentifiers {
  readonly upn?: string | null;
  readonly oid?: string | null;
  readonly sam?: string | null;
  readonly sid?: string | null;
  readonly app?: string | null;
  readonly host?: string | null;
}

/**
 * Creates an actor from its identifiers. An account name takes precedence over a SID, because failed logons have no SID
 * and must resolve to the same person as successful ones.
 */
export function makeActor(kind: RowActor["kind"], identifiers: ActorIdentifiers, name: string | null): RowActor | null {
  const machine = kind === "user" ? machineOf(identifiers.sam ?? null) : null;
  if (machine) return makeActor("machine", { host: machine }, null);
  const keys = (["upn", "oid", "sam", "sid", "app", "host"] as const).flatMap((type) => {
    const value = identifiers[type];
    return value ? [`${type}:${value}`] : [];
  });
  const [key] = keys;
  return key === undefined ? null : { kind, key, keys, upn: identifiers.upn ?? null, name: trimmedName(name) };
}

/** Returns the machine if the account name is a machine or system account. */
function machineOf(sam: string | null): string | null {
  if (!sam) return null;
  if (sam.endsWith("$")) return sam.slice(sam.indexOf("\\") + 1, -1) || null;
  return isSystemAccount(sam) ? sam : null;
}

const MAX_NAME = 256;

const trimmedName = (name: string | null): string | null => name?.trim().slice(0, MAX_NAME) || null;
