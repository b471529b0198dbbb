import { readWindowsText } from "../../../../model/rows/event-data.ts";
import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readBoolean, readFirst, readObjects, readText, readTexts } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import { placeOf } from "../../../../model/rows/row-place.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";
import { outcomeOfCode } from "./entra-codes.ts";
import type { SignInOutcome } from "./sign-in-outcome.ts";
import { type Agent, agentOf } from "./user-agent.ts";
import { windowsOutcome } from "./windows-log-on.ts";

export const SIGN_IN_TABLES: readonly LogTable[] = [
  "SigninLogs",
  "AADNonInteractiveUserSignInLogs",
  "IdentityLogonEvents",
  "CloudAppEvents",
  "SecurityEvent",
  "OfficeActivity",
];

/** Returns the outcome of a sign-in attempt; null when the row is not one. */
export const outcomeOf = oncePerRow((row): SignInOutcome | null => {
  switch (row.table) {
    case "SigninLogs":
    case "AADNonInteractiveUserSignInLogs":
      return entraOutcome(row);
    case "IdentityLogonEvents":
      return hybridOutcome(row);
    case "CloudAppEvents":
      return auditedOutcome(readText(row.fields, "ActionType"), row);
    case "OfficeActivity":
      return auditedOutcome(readText(row.fields, "Operation"), row);
    case "SecurityEvent":
      return windowsOutcome(row);
    default:
      return null;
  }
});

export const isSuccess = (row: LogRow): boolean => outcomeOf(row) === "success";

/** Returns the result code of an Entra sign-in in lower case. */
export const entraCodeOf = ({ fields }: LogRow): string | null =>
  readFirst(fields, ["ResultType", "Status.errorCode"])?.toLowerCase() ?? null;

export const isSuccessCode = (code: string): boolean => code === "0" || code === "success";

function entraOutcome(row: LogRow): SignInOutcome | null {
  const code = entraCodeOf(row);
  if (code === null) return null;
  return isSuccessCode(code) ? "success" : outcomeOfCode(code, row.fields);
}

function hybridOutcome({ fields }: LogRow): SignInOutcome | null {
  const action = readText(fields, "ActionType")?.toLowerCase();
  if (action === "logonsuccess") return "success";
  if (action !== "logonfailed") return null;
  const reason = readText(fields, "FailureReason")?.toLowerCase() ?? "";
  return reason === "" || /password|credential|locked|disabled|unknown|exist|expired/.test(reason)
    ? "wrong_password"
    : "other";
}

const LOGIN_CODES = ["LoginStatus", "ErrorNumber", "RawEventData.ErrorNumber", "RawEventData.LoginStatus"] as const;
const LOGIN_REASONS = [
  "LogonError",
  "ResultReasonType",
  "RawEventData.LogonError",
  "RawEventData.ResultReasonType",
] as const;

/** Reads a sign-in as the audit log reports it: the only record where sign-in logs are not collected. */
function auditedOutcome(operation: string | null, { fields }: LogRow): SignInOutcome | null {
  const name = operation?.toLowerCase().replaceAll(" ", "");
  if (name === "userloggedin" || name === "logon") return "success";
  if (name !== "userloginfailed" && name !== "failedlogon") return null;
  const code = readFirst(fields, LOGIN_CODES);
  if (code !== null && !isSuccessCode(code)) return outcomeOfCode(code, fields);
  const reason = readFirst(fields, LOGIN_REASONS)?.toLowerCase() ?? "";
  if (/strongauth|mfa|interrupt|expired|conditional|required/.test(reason)) return "other";
  return "wrong_password";
}

/**
 * Returns the origin of an attempt: the IP address, else the name of the machine. Of IPv6 it is the /64: its holder can use a
 * new address for each attempt.
 */
export const originOf = oncePerRow((row): string | null => {
  const ip = ipOf(row);
  if (ip !== null && !/^(127\.|::1$|0\.0\.0\.0$|::$)/.test(ip)) return `ip:${subscriberOf(ip)}`;
  if (row.table !== "SecurityEvent") return null;
  const machine = readWindowsText(row.fields, "WorkstationName") ?? readWindowsText(row.fields, "Workstation");
  return machine === null || machine === "-" ? null : `host:${machine.toLowerCase().slice(0, 64)}`;
});

/** Returns an IPv4 address as it is, and the /64 of an IPv6 address. */
function subscriberOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter((group) => group !== "").length;
  const whole = [...groups, ...new Array<string>(Math.max(0, missing)).fill("0"), ...(tail?.split(":") ?? [])];
  const first = whole.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "") || "0");
  return `${first.join(":")}::/64`;
}

/** Returns an origin without its `ip:` or `host:` prefix. */
export const nameOfOrigin = (origin: string): string => origin.slice(origin.indexOf(":") + 1);

/** Returns the network of an origin: a /16 or, of IPv6, a /32. Addresses that one carrier hands out are often in one. */
export function networkOfOrigin(origin: string): string {
  if (!origin.startsWith("ip:")) return origin;
  const ip = nameOfOrigin(origin);
  return ip.includes(":") ? ip.split(":").slice(0, 2).join(":") : ip.split(".").slice(0, 2).join(".");
}

/** Returns whether the network is a trusted location, so that its geolocation is not the user's. */
export const isFromOwnNetwork = oncePerRow(({ fields }): boolean => {
  if (readBoolean(fields, "IsThroughGlobalSecureAccess") === true) return true;
  return readTexts(fields, "NetworkLocationDetails.networkType").some((type) => /trustednamedlocation/i.test(type));
});

/** The networks of the provider itself, whose services sign in on behalf of users. */
const RELAY_NETWORKS: ReadonlySet<string> = new Set(["8068", "8069", "8070", "8075", "12076"]);

/** Returns whether a service of the provider used a user's token, so that the address is not the user's. */
export const isCloudRelay = oncePerRow(
  ({ table, fields }): boolean =>
    table === "AADNonInteractiveUserSignInLogs" && RELAY_NETWORKS.has(readText(fields, "AutonomousSystemNumber") ?? ""),
);

export const deviceOf = oncePerRow(({ fields }): string | null => {
  const id = readText(fields, "DeviceDetail.deviceId")?.toLowerCase() ?? null;
  return id === null || /^[0{}-]*$/.test(id) ? null : id.slice(0, 80);
});

/** Returns whether the organization manages the device of a sign-in, so that it is not an attacker's. */
export const isManagedDevice = oncePerRow(({ fields }): boolean => {
  if (
    ["DeviceDetail.isManaged", "DeviceDetail.isCompliant", "IsManagedDevice"].some((path) => readBoolean(fields, path))
  )
    return true;
  // A registered device is anybody's, a joined one belongs to the organization.
  return /\bjoined\b|^(?:azuread|serverad)$/i.test(readText(fields, "DeviceDetail.trustType") ?? "");
});

export const agentOfRow = oncePerRow(({ fields }): Agent | null => {
  const agent = agentOf(readFirst(fields, ["UserAgent", "RawEventData.UserAgent", "ClientInfoString"]));
  if (agent !== null) return agent;
  const device = ["DeviceDetail.browser", "DeviceDetail.operatingSystem"].map((path) => readText(fields, path) ?? "");
  return agentOf(device.join(" "));
});

/** Returns the geolocation of a row. */
export const placeOfRow = oncePerRow(placeOf);

/** Returns whether one factor was enough; null when the row does not state it. */
export function isSingleFactor({ fields }: LogRow): boolean | null {
  const requirement = readText(fields, "AuthenticationRequirement")?.toLowerCase();
  if (requirement === undefined) return null;
  return requirement === "singlefactorauthentication";
}

/** Returns whether a second factor was completed in this sign-in, rather than satisfied by a claim in the token. */
export function isFreshSecondFactor(row: LogRow): boolean {
  if (isSingleFactor(row) === true) return false;
  const steps = readObjects(row.fields, "AuthenticationDetails");
  if (steps.length === 0) return true;
  return steps.some((step) => {
    const method = readText(step, "authenticationMethod") ?? "";
    const detail = readText(step, "authenticationStepResultDetail") ?? "";
    if (readBoolean(step, "succeeded") !== true || /^(password|previously satisfied)$/i.test(method)) return false;
    return method !== "" && !/claim in the token/i.test(detail);
  });
}
