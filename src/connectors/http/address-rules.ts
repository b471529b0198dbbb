import { BlockList, isIP } from "node:net";

/** Addresses that are not the public internet: private, local, shared, reserved, multicast, and ways to write those. */
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
  // The public part of IPv6 is 2000::/3; what is special inside it follows.
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

/** Decides which addresses a connector may be connected to. */
export interface AddressRules {
  /** Whether the address is outside the network, or inside and allowed. */
  mayReach(address: string): boolean;
  /** Whether an operator named the address: only then may a connection go unencrypted. */
  isTrusted(address: string): boolean;
}

/** Rules under which these addresses or CIDR blocks may be reached although they are inside the network. */
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

/** One list per family: a list of both would find every IPv4 address inside a block of IPv6. */
function createBlocks(blocks: readonly (readonly [string, number])[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const [network, bits] of blocks) lists[familyOf(network)].addSubnet(network, bits, familyOf(network));
  return (address) => lists[familyOf(address)].check(address, familyOf(address));
}

const familyOf = (address: string): "ipv4" | "ipv6" => (address.includes(":") ? "ipv6" : "ipv4");

/** An IPv4 address written inside an IPv6 one is judged as what it is. */
function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.split("%")[0] ?? "";
}
