const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
];

/** Returns the browser and system that a user agent names, or the user agent itself. */
export function browserOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const nameIn = (list: typeof BROWSERS): string | undefined => list.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  return browser ? `${browser}${system ? ` on ${system}` : ""}` : userAgent;
}
