import { BlockList, isIP } from "node:net";

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
/** The form in which the URL parser writes an IPv4 address within IPv6. */
const MAPPED_WORDS = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
/** An address with a port, as some proxies forward it; an IPv6 address is in brackets then. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5})$/;

/** Returns the address of a text, without its port; undefined if it is none. */
export function addressIn(text: string): string | undefined {
  const port = WITH_PORT.exec(text);
  const address = plainAddress(port?.[1] ?? port?.[2] ?? text);
  return isIP(address) === 0 ? undefined : address;
}

/**
 * Returns the network that one caller controls: the address itself, or the first 64 bits of an IPv6 address, whose owner
 * has all addresses of such a network.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [plain = ""] = address.split("%");
  // The URL parser writes an address in its canonical form, without dotted parts.
  const canonical = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const mapped = MAPPED_WORDS.exec(canonical);
  if (mapped)
    return mapped
      .slice(1)
      .flatMap((word) => bytesOf(Number.parseInt(word, 16)))
      .join(".");
  const [head = "", tail] = canonical.split("::");
  const groupsOf = (text = "") => text.split(":").filter((group) => group !== "");
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

const bytesOf = (word: number): readonly number[] => [word >> 8, word & 0xff];

/** Returns whether the text is an IP address or a CIDR block. */
export function isAddressBlock(block: string): boolean {
  const [network = "", bits, ...rest] = block.split("/");
  const family = isIP(network);
  // A zone such as %eth0 names an interface, which cannot be matched against an address.
  if (family === 0 || network.includes("%") || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Returns an address without the zone of an interface, and an IPv4 address that is written as IPv6 in its own form. */
export const plainAddress = (address: string): string => MAPPED.exec(address)?.[1] ?? address.split("%")[0] ?? "";

/** Returns a function that returns whether an address is one of these addresses or in one of these CIDR blocks. */
export function createBlockMatcher(blocks: readonly string[]): (address: string) => boolean {
  // One list per family: a shared one would match every IPv4 address against IPv6 blocks.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const block of blocks) {
    const [network = "", bits] = block.split("/");
    const family = familyOf(network);
    lists[family].addSubnet(network, bits === undefined ? ALL_BITS[family] : Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && lists[familyOf(plain)].check(plain, familyOf(plain));
  };
}

const ALL_BITS = { ipv4: 32, ipv6: 128 };

const familyOf = (address: string): "ipv4" | "ipv6" => (address.includes(":") ? "ipv6" : "ipv4");
