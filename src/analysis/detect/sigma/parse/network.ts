/** A CIDR range: every address whose first `bits` bits are those of `start`. */
export interface Network {
  readonly start: Address;
  readonly bits: number;
}

/** Eight groups of 16 bits; an IPv4 address is mapped into IPv6. */
type Address = readonly number[];

const MAPPED = [0, 0, 0, 0, 0, 0xffff];
const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Parses `10.0.0.0/8` or `fd00::/8`; a single address is a range of one. */
export function parseNetwork(text: string): Network | null {
  const [address = "", length, ...rest] = text.trim().split("/");
  const start = parseBare(address);
  if (start === null || rest.length > 0) return null;
  const offset = address.includes(":") ? 0 : 96;
  if (length === undefined) return { start, bits: 128 };
  const bits = /^\d{1,3}$/.test(length) ? Number(length) + offset : Number.NaN;
  return bits <= 128 ? { start, bits } : null;
}

/** Returns whether a text is an address of the network. Brackets, a port and a zone are ignored. */
export function isInNetwork({ start, bits }: Network, text: string): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  for (let group = 0, left = bits; left > 0; group += 1, left -= 16) {
    const mask = left >= 16 ? 0xffff : (0xffff << (16 - left)) & 0xffff;
    if (((address[group] ?? 0) & mask) !== ((start[group] ?? 0) & mask)) return false;
  }
  return true;
}

function parseAddress(text: string): Address | null {
  const bare = text.trim();
  if (bare.length > 64) return null;
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1];
  if (bracketed !== undefined) return parseBare(bracketed);
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare)?.[1];
  return parseBare(withPort ?? bare);
}

function parseBare(text: string): Address | null {
  return text.includes(":") ? parseV6(text.split("%")[0] ?? "") : parseV4(text);
}

function parseV4(text: string): Address | null {
  const parts = V4.exec(text)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  return [...MAPPED, a * 256 + b, c * 256 + d];
}

function parseV6(text: string): Address | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = halves.map(groupsOf);
  if (!head || tail === null) return null;
  if (tail === undefined) return head.length === 8 ? head : null;
  const gap = 8 - head.length - tail.length;
  return gap < 1 ? null : [...head, ...new Array<number>(gap).fill(0), ...tail];
}

function groupsOf(text: string): number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  for (const part of text.split(":")) {
    const mapped = part.includes(".") ? parseV4(part) : null;
    if (mapped) groups.push(mapped[6] ?? 0, mapped[7] ?? 0);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}
