/** The operating system and client of a user agent, without versions. */
export interface Agent {
  readonly system: string | null;
  readonly client: string | null;
  /** Sent by a library or command-line tool, not by a browser or office client. */
  readonly isScripted: boolean;
}

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ["Windows", /windows|win32|win64|winnt/i],
  ["iOS", /iphone|ipad|\bios\b/i],
  ["Android", /android/i],
  ["ChromeOS", /\bcros\b/i],
  ["macOS", /mac ?os|macintosh|darwin/i],
  ["Linux", /linux|x11|ubuntu/i],
];

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["Python", /python|aiohttp|httpx\//i],
  ["curl", /\bcurl\//i],
  ["wget", /\bwget\//i],
  ["Go", /go-http-client|fasthttp/i],
  ["Node.js", /\baxios\/|node-fetch|\bundici\b|\bgot\/|^node$/i],
  ["PowerShell", /powershell/i],
  ["Java", /\bjava\/|okhttp|apache-httpclient/i],
  ["Ruby", /\bruby\b/i],
  ["Perl", /libwww-perl|lwp::/i],
  ["a scanner", /bav2ropc|hydra|nmap|sqlmap|masscan|roadtools|aadinternals|headlesschrome|phantomjs/i],
];

const CLIENTS: readonly (readonly [string, RegExp])[] = [
  ["Teams", /teams/i],
  ["Outlook", /outlook|microsoft office/i],
  ["OneDrive", /skydrivesync|onedrive/i],
  ["Edge", /\bedg(e|a|ios)?[/ ]/i],
  ["Opera", /\bopr\/|opera/i],
  ["Firefox", /firefox|fxios/i],
  ["Chrome", /chrome|crios|chromium/i],
  ["Safari", /safari/i],
  ["Internet Explorer", /trident|msie|internet explorer/i],
];

const EXAMINED = 512;

/** The number of parsed user agents to cache. */
const KEPT = 5_000;
const known = new Map<string, Agent | null>();

/** Parses a user agent; null when neither system nor client is recognized. */
export function agentOf(text: string | null): Agent | null {
  const examined = text?.slice(0, EXAMINED) ?? "";
  const before = known.get(examined);
  if (before !== undefined) return before;
  const agent = readAgent(examined);
  if (known.size >= KEPT) known.clear();
  known.set(examined, agent);
  return agent;
}

function readAgent(examined: string): Agent | null {
  const script = nameIn(SCRIPTS, examined);
  const client = script ?? nameIn(CLIENTS, examined);
  const system = nameIn(SYSTEMS, examined);
  if (client === null && system === null) return null;
  return { system, client, isScripted: script !== null };
}

/** `Chrome on Windows`. */
export function nameOfAgent(agent: Agent): string {
  if (agent.client === null) return agent.system ?? "unknown";
  return agent.system === null ? agent.client : `${agent.client} on ${agent.system}`;
}

function nameIn(names: readonly (readonly [string, RegExp])[], text: string): string | null {
  return names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
