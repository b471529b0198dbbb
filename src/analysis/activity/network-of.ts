/** Returns the autonomous system as `as:8075`, or the network of the address as `net:203.0.113.0/24` or `net:2001:db8:1::/48`. */
export function networkOf(autonomousSystem: string | null, ip: string | null): string | null {
  const number = /^(?:as)?(\d{1,10})$/i.exec(autonomousSystem ?? "")?.[1];
  if (number !== undefined && number !== "0") return `as:${number}`;
  if (ip === null) return null;
  if (ip.includes(".") && !ip.includes(":")) return `net:${ip.split(".").slice(0, 3).join(".")}.0/24`;
  return `net:${leadingGroups(ip).join(":")}::/48`;
}

/** Returns the first three groups of an IPv6 address without leading zeros. */
function leadingGroups(ip: string): readonly string[] {
  const [head = ""] = ip.split("::");
  const groups = head === "" ? [] : head.split(":");
  return [0, 1, 2].map((place) => (groups[place] ?? "0").replace(/^0+(?=.)/, ""));
}
