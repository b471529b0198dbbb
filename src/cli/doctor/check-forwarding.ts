import { createBlockMatcher } from "../../runtime/address-block.ts";
import type { Database } from "../../store/database/database.ts";
import { findForwardingPeers } from "../../store/installation/forwarding-peers.ts";
import type { Found } from "./finding.ts";

export interface ForwardingCheck {
  readonly database: Database;
  readonly now: Date;
  readonly trustedProxies: readonly string[];
}

/** Servers record an address again each day. */
const SHOWN_DAYS = 7;

/** Warns if servers got forwarded headers lately from addresses that are not trusted proxies by the settings of this process. */
export async function describeForwarding({ database, now, trustedProxies }: ForwardingCheck): Promise<Found> {
  const { addresses, lastAt } = await findForwardingPeers(database.system);
  const isTrusted = createBlockMatcher(trustedProxies);
  const untrusted = addresses.filter((address) => !isTrusted(address));
  const isRecent = lastAt !== null && now.getTime() - lastAt.getTime() < SHOWN_DAYS * 86_400_000;
  if (untrusted.length === 0 || !isRecent) return "no address sent forwarded headers without being a trusted proxy";
  const warning =
    `${untrusted.join(", ")} sent forwarded headers (last recorded ${lastAt.toISOString()}), which are ignored: a proxy among them must be ` +
    "in PARAPET_TRUSTED_PROXIES of every server, or everybody behind it shares one address and its limits";
  return { warning };
}
