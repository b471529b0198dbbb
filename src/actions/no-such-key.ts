import { Failure } from "../model/failure.ts";
import type { DomainDb } from "../store/database/database.ts";
import { findOwnDomain } from "../store/domains/domains.ts";

/** Returns the failure for a key that the domain does not have, or not in the state that the action needs. */
export async function noSuchKey(tx: DomainDb, state: string, keyId: string): Promise<Failure> {
  const name = (await findOwnDomain(tx))?.name;
  const remedy = `list its keys with: parapet key list --domain ${name}`;
  return new Failure("invalid_request", `the domain '${name}' has no ${state} key '${keyId}'; ${remedy}`);
}
