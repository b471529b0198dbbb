import { readWindowsText } from "../../../../model/rows/event-data.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";
import { hostIn, remoteLogOnOf } from "./remote-log-on.ts";
import { originOf } from "./sign-in.ts";

/** A sign-in to another machine over the network, without a desktop. */
export interface NetworkLogOn {
  /** The first label of the machine's name. */
  readonly host: string;
  /** With NTLM, which needs only the hash of a password. */
  readonly isNtlm: boolean;
  /** Where it came from: the address or name of a machine. */
  readonly from: string;
}

/** Returns the sign-in over the network that a row reports; null for other rows. */
export const networkLogOnOf = oncePerRow((row): NetworkLogOn | null => {
  if (row.table === "IdentityLogonEvents") return ofSensor(row);
  if (row.table !== "SecurityEvent") return null;
  const event = readText(row.fields, "EventID");
  const name = readWindowsText(row.fields, event === "4648" ? "SubjectUserName" : "TargetUserName");
  // The account of a machine uses many machines as its work.
  if (name?.endsWith("$")) return null;
  if (event === "4624") return ofSession(row);
  return event === "4648" && remoteLogOnOf(row) === null ? ofCredentials(row) : null;
});

function ofSession(row: LogRow): NetworkLogOn | null {
  const { fields } = row;
  const host = hostIn(readText(fields, "Computer"));
  const from = originOf(row);
  if (readWindowsText(fields, "LogonType") !== "3" || host === null || from === null) return null;
  if (from === `host:${host}`) return null;
  const isNtlm = /^ntlm/i.test(readWindowsText(fields, "AuthenticationPackageName") ?? "");
  return { host, isNtlm, from: from.slice(from.indexOf(":") + 1) };
}

/** Credentials that were given for another machine. */
function ofCredentials({ fields }: LogRow): NetworkLogOn | null {
  const target = readWindowsText(fields, "TargetServerName") ?? readWindowsText(fields, "TargetInfo");
  const host = hostIn(target?.slice(target.indexOf("/") + 1) ?? null);
  const own = hostIn(readText(fields, "Computer"));
  return host === null || host === own ? null : { host, isNtlm: false, from: own ?? "" };
}

function ofSensor({ fields }: LogRow): NetworkLogOn | null {
  if (readText(fields, "ActionType")?.toLowerCase() !== "logonsuccess") return null;
  const host = hostIn(readText(fields, "TargetDeviceName"));
  const own = hostIn(readText(fields, "DeviceName"));
  if (host === null || host === own) return null;
  return { host, isNtlm: /^ntlm/i.test(readText(fields, "Protocol") ?? ""), from: own ?? "" };
}
