import { isIP } from "node:net";

/** Returns whether the text is an IP address or a CIDR block. */
export function isAddressBlock(block: string): boolean {
  const [network = "", bits, ...rest] = block.split("/");
  const family = isIP(network);
  // A zone such as %eth0 names an interface, which cannot be matched against an address.
  if (family === 0 || network.includes("%") || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
