import { Failure } from "../../model/failure.ts";
import { describeUnknown } from "../../model/text/describe-unknown.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains } from "../../store/domains/domains.ts";

/** Returns the failure for a domain that does not exist: the name that was probably meant, and the remedy. */
export async function unknownDomain(database: Database, name: string, remedy: string): Promise<Failure> {
  const names = (await listDomains(database.system)).map((domain) => domain.name);
  const unknown = describeUnknown("domain", name, names);
  return new Failure("invalid_request", `${unknown}${unknown.endsWith("?") ? " Otherwise " : "; "}${remedy}`);
}
