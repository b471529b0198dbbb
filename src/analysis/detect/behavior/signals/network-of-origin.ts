import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { isInsideAddress } from "./network-flow.ts";
import { nameOfOrigin, originOf } from "./sign-in.ts";

/** Returns the public network of an attempt: the /24 of an IPv4 address, the /48 of an IPv6 address; null if there is none. */
export function blockOf(row: LogRow): string | null {
  const origin = originOf(row);
  if (!origin?.startsWith("ip:")) return null;
  const ip = nameOfOrigin(origin);
  if (isInsideAddress(ip)) return null;
  if (!ip.includes(":")) return `${ip.split(".").slice(0, 3).join(".")}.0/24`;
  return `${ip.split(":").slice(0, 3).join(":")}::/48`;
}

/** Returns the number of the autonomous system that a sign-in came from; null if the row does not state it. */
export function systemOf({ fields }: LogRow): string | null {
  const number = readText(fields, "AutonomousSystemNumber") ?? "";
  return /^[1-9]\d{0,9}$/.test(number) ? number : null;
}
