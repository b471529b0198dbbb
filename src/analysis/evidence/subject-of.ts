import type { FindingFacts } from "../../model/finding-facts.ts";
import { EVERYBODY } from "../detect/behavior/hits.ts";

/** The subject of findings about the organization as a whole. */
const ORGANIZATION = "org:all";
const KINDS = /^(?:ip|host|app):/;
const MAX_SUBJECT = 320;

/**
 * Returns the subject of a finding that names no actor: what its detector counts by, or else the machine, the address or
 * the application in its row. Null if there is none.
 */
export function subjectOf(group: string | null, { host, address, application }: FindingFacts): string | null {
  if (group === EVERYBODY) return ORGANIZATION;
  if (group !== null && KINDS.test(group)) return group.slice(0, MAX_SUBJECT);
  if (host !== undefined) return `host:${host.toLowerCase()}`;
  if (address !== undefined) return `ip:${address}`;
  return application === undefined ? null : `app:${application.toLowerCase()}`;
}
