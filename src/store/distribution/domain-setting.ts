import { isUuid } from "../../model/text/uuid.ts";

/**
 * Returns the statement that binds a transaction to a domain, here and on the workers of a distributed database. It takes no
 * parameters, so the id is part of the text: anything but a UUID is refused.
 */
export function domainSetting(domainId: string): string {
  if (!isUuid(domainId)) throw new Error(`not a domain id: ${domainId}`);
  return `set local parapet.domain_id = '${domainId}'`;
}
