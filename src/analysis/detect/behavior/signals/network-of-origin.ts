import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { networkOf } from "../../../activity/network-of.ts";
import { isInsideAddress } from "./network-flow.ts";
import { nameOfOrigin, originOf } from "./sign-in.ts";

const PREFIX = "net:";

/** Returns the public network of an attempt: the /24 of an IPv4 address, the /48 of an IPv6 address; null if there is none. */
export function blockOf(row: LogRow): string | null {
  const origin = originOf(row);
  if (!origin?.startsWith("ip:")) return null;
  const ip = nameOfOrigin(origin);
  return isInsideAddress(ip) ? null : (networkOf(null, ip)?.slice(PREFIX.length) ?? null);
}

/** Returns the number of the autonomous system that a sign-in came from; null if the row does not state it. */
export function systemOf({ fields }: LogRow): string | null {
  const number = readText(fields, "AutonomousSystemNumber") ?? "";
  return /^[1-9]\d{0,9}$/.test(number) ? number : null;
}
