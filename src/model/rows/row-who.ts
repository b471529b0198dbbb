import type { RowActor } from "./actor.ts";
import { isSystemAccount } from "./identifiers.ts";

/** The identifiers that a row gives for one actor, each in the form it is compared in. */
export interface Who {
  readonly upn?: string | null;
  readonly oid?: string | null;
  readonly sam?: string | null;
  readonly sid?: string | null;
  readonly app?: string | null;
  readonly host?: string | null;
}

/**
 * An actor from its identifiers. An account name comes before a SID: failed log-ons carry no SID, and a person must be
 * the same in both.
 */
export function makeActor(kind: RowActor["kind"], who: Who, name: string | null): RowActor | null {
  const machine = kind === "user" ? machineOf(who.sam ?? null) : null;
  if (machine) return makeActor("machine", { host: machine }, null);
  const keys = (["upn", "oid", "sam", "sid", "app", "host"] as const).flatMap((type) => {
    const value = who[type];
    return value ? [`${type}:${value}`] : [];
  });
  const [key] = keys;
  return key === undefined ? null : { kind, key, keys, upn: who.upn ?? null, name: trimmedName(name) };
}

/** The machine behind an account name, when it is not a person's. */
function machineOf(sam: string | null): string | null {
  if (!sam) return null;
  if (sam.endsWith("$")) return sam.slice(sam.indexOf("\\") + 1, -1) || null;
  return isSystemAccount(sam) ? sam : null;
}

const MAX_NAME = 256;

const trimmedName = (name: string | null): string | null => name?.trim().slice(0, MAX_NAME) || null;
