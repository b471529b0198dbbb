/**
 * Large public clouds by the blocks of addresses that belong to them as a whole, and by their autonomous systems. A
 * program that moves to another region changes its country but not its provider. Blocks that are shared with others are
 * left out: an address outside of the list has no known provider.
 */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  microsoft: [
    ...["4.144.0.0/12", "4.160.0.0/12", "4.176.0.0/12", "4.192.0.0/12", "4.208.0.0/12", "4.224.0.0/12"],
    ...["13.64.0.0/11", "13.104.0.0/14", "20.33.0.0/16", "20.34.0.0/15", "20.36.0.0/14", "20.40.0.0/13"],
    ...["20.48.0.0/12", "20.64.0.0/10", "20.128.0.0/11", "20.160.0.0/12", "20.180.0.0/14", "20.184.0.0/13"],
    ...["20.192.0.0/10", "23.96.0.0/13", "40.64.0.0/10", "51.104.0.0/15", "51.120.0.0/16", "51.124.0.0/16"],
    ...["51.132.0.0/16", "51.136.0.0/15", "51.138.0.0/16", "51.140.0.0/14", "52.96.0.0/12", "52.112.0.0/14"],
    ...["52.136.0.0/13", "52.145.0.0/16", "52.146.0.0/15", "52.148.0.0/14", "52.152.0.0/13", "52.160.0.0/11"],
    ...["52.224.0.0/11", "65.52.0.0/14", "70.37.0.0/17", "74.234.0.0/15", "74.240.0.0/14", "94.245.64.0/18"],
    ...["102.133.0.0/16", "104.40.0.0/13", "104.208.0.0/13", "137.116.0.0/15", "137.135.0.0/16", "138.91.0.0/16"],
    ...["157.55.0.0/16", "168.61.0.0/16", "168.62.0.0/15", "172.160.0.0/11", "191.232.0.0/13"],
  ],
  amazon: [
    ...["3.0.0.0/8", "13.32.0.0/13", "13.48.0.0/13", "13.56.0.0/14", "13.112.0.0/14", "13.124.0.0/14"],
    ...["13.208.0.0/12", "13.228.0.0/14", "13.232.0.0/13", "13.244.0.0/14", "13.248.0.0/14", "16.16.0.0/14"],
    ...["18.128.0.0/9", "35.152.0.0/13", "35.160.0.0/12", "43.192.0.0/12", "44.192.0.0/10", "50.16.0.0/14"],
    ...["52.0.0.0/10", "52.64.0.0/12", "52.80.0.0/13", "52.88.0.0/14", "54.64.0.0/11", "54.144.0.0/12"],
    ...["54.160.0.0/11", "54.192.0.0/10", "99.77.0.0/16", "99.80.0.0/14", "107.20.0.0/14", "174.129.0.0/16"],
    ...["175.41.128.0/17", "184.72.0.0/15", "204.236.128.0/17"],
  ],
  google: [
    ...["34.64.0.0/10", "34.128.0.0/10", "35.184.0.0/13", "35.192.0.0/11", "35.224.0.0/12", "35.240.0.0/13"],
    ...["104.154.0.0/15", "104.196.0.0/14", "107.178.192.0/18", "130.211.0.0/16", "146.148.0.0/17"],
  ],
};

const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ...["8068", "8069", "8070", "8075", "12076"].map((number) => [number, "microsoft"] as const),
  ...["7224", "14618", "16509"].map((number) => [number, "amazon"] as const),
  ...["15169", "19527", "396982"].map((number) => [number, "google"] as const),
]);

interface Block {
  readonly provider: string;
  readonly start: number;
  readonly end: number;
}

const RANGES: readonly Block[] = Object.entries(BLOCKS).flatMap(([provider, blocks]) =>
  blocks.map((block) => {
    const [address = "", bits = "32"] = block.split("/");
    const start = numberOf(address) ?? 0;
    return { provider, start, end: start + 2 ** (32 - Number(bits)) };
  }),
);

/** Returns an IPv4 address as a number; null for IPv6. */
function numberOf(ip: string): number | null {
  if (ip.includes(":")) return null;
  return ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Returns the public cloud that an address belongs to, by its autonomous system if the row has one. */
export function cloudOf(autonomousSystem: string | null, ip: string): string | null {
  const number = /^(?:as)?(\d{1,10})$/i.exec(autonomousSystem ?? "")?.[1];
  const named = number === undefined ? undefined : SYSTEMS.get(number);
  if (named !== undefined) return named;
  const at = numberOf(ip);
  return at === null ? null : (RANGES.find(({ start, end }) => at >= start && at < end)?.provider ?? null);
}

const PRIVATE =
  /^(?:10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::|f[cd][0-9a-f]{2}:|fe80:)/;

/** Returns whether an address means nothing outside of its own network. */
export const isPrivateAddress = (ip: string): boolean => PRIVATE.test(ip);
