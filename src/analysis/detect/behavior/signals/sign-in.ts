import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readBoolean, readFirst, readObjects, readText, readTexts } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import { placeOf } from "../../../../model/rows/row-place.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";
import { type Agent, agentOf } from "./user-agent.ts";

export type SignInOutcome = "success" | "wrong_password" | "mfa_denied" | "other";

export const SIGN_IN_TABLES: readonly LogTable[] = [
  "SigninLogs",
  "AADNonInteractiveUserSignInLogs",
  "IdentityLogonEvents",
  "CloudAppEvents",
  "SecurityEvent",
];

/** Entra's codes for a password that was wrong, expired, or tried on an account that is locked, disabled or not there. */
const WRONG_PASSWORD: ReadonlySet<string> = new Set([
  "50126",
  "50034",
  "50053",
  "50055",
  "50056",
  "50057",
  "50064",
  "50144",
  "50173",
  "80012",
]);
const MFA_DENIED: ReadonlySet<string> = new Set(["500121"]);

const WINDOWS_OUTCOMES: ReadonlyMap<string, SignInOutcome> = new Map([
  ["4624", "success"],
  ["4625", "wrong_password"],
  ["4771", "wrong_password"],
]);

/** How an attempt to sign in ended; null when the row tells of none. */
export const outcomeOf = oncePerRow((row): SignInOutcome | null => {
  switch (row.table) {
    case "SigninLogs":
    case "AADNonInteractiveUserSignInLogs":
      return entraOutcome(row);
    case "IdentityLogonEvents":
      return hybridOutcome(row);
    case "CloudAppEvents":
      return cloudOutcome(row);
    case "SecurityEvent":
      return windowsOutcome(row);
    default:
      return null;
  }
});

export const isSuccess = (row: LogRow): boolean => outcomeOf(row) === "success";

function entraOutcome({ fields }: LogRow): SignInOutcome | null {
  const code = readFirst(fields, ["ResultType", "Status.errorCode"])?.toLowerCase();
  if (code === undefined) return null;
  if (code === "0" || code === "success") return "success";
  if (WRONG_PASSWORD.has(code)) return "wrong_password";
  return MFA_DENIED.has(code) || isDeniedByPerson(fields) ? "mfa_denied" : "other";
}

const TOLD_OF_MFA = ["AuthenticationDetails.authenticationStepResultDetail", "Status.additionalDetails"] as const;
/** The person said no, said nothing, or reported it; a service that failed or a wrong code is something else. */
const DENIED_BY_PERSON =
  /\b(?:declined|denied by (?:the )?user|did not (?:respond|answer|approve)|hung up|went to voicemail|fraud|(?:authentication|mfa) (?:was )?(?:rejected|denied)$)/i;

/** Whether the row tells in words, under whatever code, that the second factor was asked for and refused. */
function isDeniedByPerson(fields: LogRow["fields"]): boolean {
  return TOLD_OF_MFA.some((path) => readTexts(fields, path).some((text) => DENIED_BY_PERSON.test(text)));
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

function cloudOutcome({ fields }: LogRow): SignInOutcome | null {
  const action = readText(fields, "ActionType")?.toLowerCase().replaceAll(" ", "");
  if (action === "userloggedin" || action === "logon") return "success";
  return action === "userloginfailed" || action === "failedlogon" ? "wrong_password" : null;
}

function windowsOutcome({ fields }: LogRow): SignInOutcome | null {
  const event = readText(fields, "EventID") ?? "";
  if (event === "4776") return isZero(readText(fields, "Status")) ? "success" : "wrong_password";
  return WINDOWS_OUTCOMES.get(event) ?? null;
}

const isZero = (status: string | null): boolean => status !== null && /^(0x)?0+$/i.test(status);

/** Where an attempt came from, as far as the row says: an address, else the name of a machine. */
export const originOf = oncePerRow((row): string | null => {
  const ip = ipOf(row);
  if (ip !== null && !/^(127\.|::1$|0\.0\.0\.0$|::$)/.test(ip)) return `ip:${ip}`;
  const machine = readFirst(row.fields, row.table === "SecurityEvent" ? ["WorkstationName", "Workstation"] : []);
  return machine === null || machine === "-" ? null : `host:${machine.toLowerCase().slice(0, 64)}`;
});

/** An origin without its kind. */
export const nameOfOrigin = (origin: string): string => origin.slice(origin.indexOf(":") + 1);

/** The organization itself vouches for the network, so where it seems to be says nothing about the person. */
export const isFromOwnNetwork = oncePerRow(({ fields }): boolean => {
  if (readBoolean(fields, "IsThroughGlobalSecureAccess") === true) return true;
  return readTexts(fields, "NetworkLocationDetails.networkType").some((type) => /trustednamedlocation/i.test(type));
});

export const deviceOf = oncePerRow(({ fields }): string | null => {
  const id = readText(fields, "DeviceDetail.deviceId")?.toLowerCase() ?? null;
  return id === null || /^[0{}-]*$/.test(id) ? null : id.slice(0, 80);
});

export const agentOfRow = oncePerRow(({ fields }): Agent | null => {
  const told = agentOf(readFirst(fields, ["UserAgent", "RawEventData.UserAgent", "ClientInfoString"]));
  if (told !== null) return told;
  const device = ["DeviceDetail.browser", "DeviceDetail.operatingSystem"].map((path) => readText(fields, path) ?? "");
  return agentOf(device.join(" "));
});

/** The place a row tells of. */
export const placeOfRow = oncePerRow(placeOf);

/** Whether one factor was enough; null when the row does not say. */
export function isSingleFactor({ fields }: LogRow): boolean | null {
  const requirement = readText(fields, "AuthenticationRequirement")?.toLowerCase();
  if (requirement === undefined) return null;
  return requirement === "singlefactorauthentication";
}

/** Whether the person proved a second factor just now, rather than by a token from an earlier sign-in. */
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
