import { isIP } from "node:net";
import { createBlockMatcher } from "../../runtime/address-block.ts";

/**
 * Addresses outside the public internet: private, local, shared, reserved and multicast, and IPv6 ranges that embed
 * IPv4.
 */
const INTERNAL = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Public IPv6 is 2000::/3; its special ranges follow.
  "::/3",
  "4000::/2",
  "8000::/1",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
];

/** Decides which addresses a connector may connect to. */
export interface AddressRules {
  /** Whether the address is public, or internal and allowed. */
  mayReach(address: string): boolean;
  /** Whether an operator allowed the address explicitly; only then may a connection be unencrypted. */
  isTrusted(address: string): boolean;
  /**
   * Whether a connection to a host may be unencrypted, as far as the name of the host shows: a name is resolved, and its address
   * checked, with each connection.
   */
  mayBeUnencrypted(host: string): boolean;
}

/** Creates rules that allow public addresses, and the given internal addresses or CIDR blocks. */
export function createAddressRules(allowed: readonly string[] = []): AddressRules {
  const internal = createBlockMatcher(INTERNAL);
  const isTrusted = createBlockMatcher(allowed);
  return {
    isTrusted,
    mayBeUnencrypted: (host) => (isIP(host) === 0 ? allowed.length > 0 : isTrusted(host)),
    mayReach: (address) => isTrusted(address) || (isIP(address) !== 0 && !internal(address)),
  };
}
