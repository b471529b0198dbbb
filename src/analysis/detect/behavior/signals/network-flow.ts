import { readFirst, readNumber, readText } from "../../../../model/rows/row-fields.ts";
import { toIp } from "../../../../model/rows/row-ip.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

/** A connection that a network device reports. */
export interface NetworkFlow {
  readonly source: string;
  readonly destination: string;
  readonly port: number | null;
  /** The name of the destination, in lower case; null if the device gives none but the address. */
  readonly host: string | null;
  readonly isBlocked: boolean;
  readonly sentBytes: number | null;
  readonly receivedBytes: number | null;
}

const BLOCKED = /block|den(y|ied)|drop|reset|prevent|quarantine|reject|sinkhole|fail|timeout/i;

/** Returns the connection of a row with two addresses. */
export const networkFlowOf = oncePerRow(({ table, fields }): NetworkFlow | null => {
  if (table !== "CommonSecurityLog") return null;
  const source = toIp(readText(fields, "SourceIP") ?? "");
  const destination = toIp(readText(fields, "DestinationIP") ?? "");
  if (source === null || destination === null || source === destination) return null;
  return {
    source,
    destination,
    port: readNumber(fields, "DestinationPort"),
    host: hostOf(readFirst(fields, ["DestinationHostName", "DestinationDnsDomain"]), readText(fields, "RequestURL")),
    isBlocked: BLOCKED.test(readFirst(fields, ["DeviceAction", "SimplifiedDeviceAction", "EventOutcome"]) ?? ""),
    sentBytes: readNumber(fields, "SentBytes"),
    receivedBytes: readNumber(fields, "ReceivedBytes"),
  };
});

function hostOf(name: string | null, url: string | null): string | null {
  const host = (name ?? /^(?:[a-z]{2,10}:\/\/)?([^/:?#\s]{1,253})/i.exec(url ?? "")?.[1] ?? "").toLowerCase();
  return host === "" || toIp(host) !== null ? null : host;
}

const INSIDE =
  /^(10\.|192\.168\.|127\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/;

/** Returns whether an address is of a network that is not routed on the internet. */
export const isInsideAddress = (address: string): boolean => INSIDE.test(address);
