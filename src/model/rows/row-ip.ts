import { TABLES } from "../tables.ts";
import { readWindowsText } from "./event-data.ts";
import type { LogRow } from "./log-row.ts";
import { readTexts } from "./row-fields.ts";

/** Returns the IP address of a row's actor, normalized: no port, no brackets, lower case. */
export function ipOf(row: Pick<LogRow, "table" | "fields">): string | null {
  for (const column of TABLES[row.table].ips) {
    for (const text of readTexts(row.fields, column)) {
      const ip = toIp(text);
      if (ip) return ip;
    }
  }
  if (row.table === "SecurityEvent") return toIp(readWindowsText(row.fields, "IpAddress") ?? "");
  return row.table === "Syslog" ? ipInMessage(row.fields["SyslogMessage"]) : null;
}

const PLAIN_V4 = /^(?:25[0-5]|2[0-4]\d|[01]\d\d|\d\d?)(?:\.(?:25[0-5]|2[0-4]\d|[01]\d\d|\d\d?)){3}$/;

/** Normalizes an IP address that may have a port or brackets or be IPv4-mapped IPv6; null for anything else. */
export function toIp(text: string): string | null {
  if (PLAIN_V4.test(text)) return text;
  const trimmed = text.trim().toLowerCase();
  const bare = /^\[([0-9a-f:.%]+)\](:\d+)?$/.exec(trimmed)?.[1] ?? trimmed;
  const mapped = bare.replace(/^::ffff:(?=\d+\.)/, "");
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(mapped)?.[1] ?? mapped;
  return isIpV4(withoutPort) || isIpV6(withoutPort) ? withoutPort : null;
}

const isIpV4 = (text: string): boolean => PLAIN_V4.test(text);

function isIpV6(text: string): boolean {
  if (!/^[0-9a-f:]{2,39}$/.test(text) || /:::/.test(text)) return false;
  const gaps = text.split("::").length - 1;
  const groups = text.split(":").filter((group) => group !== "");
  if (gaps > 1 || groups.some((group) => group.length > 4)) return false;
  return gaps === 1 ? groups.length < 8 : groups.length === 8 && !/^:|:$/.test(text);
}

/** Returns the client address of a remote login, as common daemons log it. */
function ipInMessage(message: unknown): string | null {
  if (typeof message !== "string") return null;
  const word = /\b(?:from|rhost=)\s?([0-9a-fA-F:.]{7,45})\b/.exec(message.slice(0, 4_096))?.[1];
  return word === undefined ? null : toIp(word);
}
