import { readWindowsText } from "../../../../model/rows/event-data.ts";
import { toIdentifier, toSamOf } from "../../../../model/rows/identifiers.ts";
import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { toIp } from "../../../../model/rows/row-ip.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

export const LOG_ON_TABLES: readonly LogTable[] = ["SecurityEvent", "IdentityLogonEvents"];

/** A remote interactive sign-in, or the start of one with credentials that were typed in. */
export interface RemoteLogOn {
  /** The first label of the machine's name. */
  readonly host: string;
  /** The account whose credentials were used, if it is another one than that of the actor. */
  readonly as: string | null;
}

/** Returns the remote interactive sign-in that a row reports; null for other rows. */
export const remoteLogOnOf = oncePerRow((row): RemoteLogOn | null => {
  if (row.table === "IdentityLogonEvents") return ofSensor(row);
  if (row.table !== "SecurityEvent") return null;
  const event = readText(row.fields, "EventID");
  if (event === "4624") return ofSession(row);
  return event === "4648" ? ofCredentials(row) : null;
});

/** Remote interactive, and the same with cached credentials. */
const REMOTE_TYPES: ReadonlySet<string> = new Set(["10", "12"]);

function ofSession({ fields }: LogRow): RemoteLogOn | null {
  if (!REMOTE_TYPES.has(readWindowsText(fields, "LogonType") ?? "")) return null;
  return toMachine(readText(fields, "Computer"), null);
}

/** Most programs that use other credentials do not open a session; the client of remote desktops does. */
const CLIENT = /(?:^|[\\/])(?:mstsc|msrdc|rdcman|mremoteng)\.exe$/i;
const SERVICE = /^termsrv\//i;

function ofCredentials({ fields }: LogRow): RemoteLogOn | null {
  const service = readWindowsText(fields, "TargetInfo") ?? "";
  if (!CLIENT.test(readWindowsText(fields, "ProcessName") ?? "") && !SERVICE.test(service)) return null;
  const target = readWindowsText(fields, "TargetServerName") ?? service.replace(SERVICE, "");
  const [own, other] = ["SubjectUserName", "TargetUserName"].map((name) => nameIn(readWindowsText(fields, name)));
  const as = other && other !== own ? other : null;
  const remote = toMachine(target, as);
  return remote === null || remote.host === hostIn(readText(fields, "Computer")) ? null : remote;
}

function ofSensor({ fields }: LogRow): RemoteLogOn | null {
  if (readText(fields, "ActionType")?.toLowerCase() !== "logonsuccess") return null;
  if (!/^remote ?(?:desktop|interactive)$/i.test(readText(fields, "LogonType") ?? "")) return null;
  return toMachine(readText(fields, "DestinationDeviceName") ?? readText(fields, "TargetDeviceName"), null);
}

function toMachine(text: string | null, as: string | null): RemoteLogOn | null {
  const host = hostIn(text);
  return host === null ? null : { host, as };
}

const MAX_NAME = 64;

/** Returns the first label of a name of a machine. An address is no name: the same machine would be two. */
export function hostIn(text: string | null): string | null {
  if (text === null || toIp(text) !== null) return null;
  const name = toIdentifier(text)?.split(".")[0] ?? "";
  return name === "" || name === "localhost" ? null : name.slice(0, MAX_NAME);
}

const nameIn = (text: string | null): string | null =>
  toSamOf(text?.split("@")[0] ?? null)
    ?.split("\\")
    .at(-1)
    ?.slice(0, MAX_NAME) ?? null;

/** Returns whether a machine is named as domain controllers usually are. */
export const isNamedLikeController = (host: string): boolean =>
  /(?:^|[-_])(?:rodc|pdc|dc)\d*(?:$|[-_])|dc\d{1,2}$/.test(host);
