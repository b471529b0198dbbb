import { Failure } from "../model/failure.ts";
import type { DomainDb } from "../store/database/database.ts";
import { findOwnDomain } from "../store/domains/domains.ts";

/** Returns the failure for a connector that the domain does not have. */
export async function noSuchConnector(tx: DomainDb, connectorType: string): Promise<Failure> {
  const name = (await findOwnDomain(tx))?.name;
  const remedy = `list its connectors with: parapet connector list --domain ${name}`;
  return new Failure("invalid_request", `the domain '${name}' has no connector '${connectorType}'; ${remedy}`);
}
