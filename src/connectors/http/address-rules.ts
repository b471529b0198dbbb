import { BlockList, isIP } from "node:net";

/**
 * Addresses outside the public internet: private, local, shared, reserved and multicast, and IPv6 ranges that embed
 * IPv4.
 */
const INTERNAL = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Public IPv6 is 2000::/3; its special ranges follow.
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

/** Decides which addresses a connector may connect to. */
export interface AddressRules {
  /** Whether the address is public, or internal and allowed. */
  mayReach(address: string): boolean;
  /** Whether an operator allowed the address explicitly; only then may a connection be unencrypted. */
  isTrusted(address: string): boolean;
}

/** Creates rules that allow public addresses, and the given internal addresses or CIDR blocks. */
export function createAddressRules(allowed: readonly string[] = []): AddressRules {
  const internal = createBlocks(INTERNAL);
  const trusted = createBlocks(
    allowed.map((block) => {
      const [network = "", bits] = block.split("/");
      return [network, bits === undefined ? (familyOf(network) === "ipv4" ? 32 : 128) : Number(bits)] as const;
    }),
  );
  const isTrusted = (address: string): boolean => isIP(unmapped(address)) !== 0 && trusted(unmapped(address));
  return {
    isTrusted,
    mayReach: (address) => isTrusted(address) || (isIP(unmapped(address)) !== 0 && !internal(unmapped(address))),
  };
}

/** Keeps one list per family: a shared BlockList would match every IPv4 address against IPv6 blocks. */
function createBlocks(blocks: readonly (readonly [string, number])[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const [network, bits] of blocks) lists[familyOf(network)].addSubnet(network, bits, familyOf(network));
  return (address) => lists[familyOf(address)].check(address, familyOf(address));
}

const familyOf = (address: string): "ipv4" | "ipv6" => (address.includes(":") ? "ipv6" : "ipv4");

/** Returns the IPv4 address of an IPv4-mapped IPv6 address, else the address without its zone. */
function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.split("%")[0] ?? "";
}
