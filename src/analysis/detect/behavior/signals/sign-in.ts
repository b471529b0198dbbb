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

/** Entra result codes for a wrong or expired password and for an account that is locked, disabled or unknown. */
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

/** Returns the outcome of a sign-in attempt; null when the row is not one. */
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

/** Returns the result code of an Entra sign-in in lower case. */
export const entraCodeOf = ({ fields }: LogRow): string | null =>
  readFirst(fields, ["ResultType", "Status.errorCode"])?.toLowerCase() ?? null;

export const isSuccessCode = (code: string): boolean => code === "0" || code === "success";

function entraOutcome(row: LogRow): SignInOutcome | null {
  const { fields } = row;
  const code = entraCodeOf(row);
  if (code === null) return null;
  if (isSuccessCode(code)) return "success";
  if (WRONG_PASSWORD.has(code)) return "wrong_password";
  return MFA_DENIED.has(code) || isDeniedByPerson(fields) ? "mfa_denied" : "other";
}

const MFA_DETAIL_PATHS = ["AuthenticationDetails.authenticationStepResultDetail", "Status.additionalDetails"] as const;
/** The user declined, did not respond, or reported fraud; a failed service or a wrong code does not count. */
const DENIED_BY_PERSON =
  /\b(?:declined|denied by (?:the )?user|did not (?:respond|answer|approve)|hung up|went to voicemail|fraud|(?:authentication|mfa) (?:was )?(?:rejected|denied)$)/i;

/** Returns whether the row's details state, under any result code, that the user refused the second factor. */
function isDeniedByPerson(fields: LogRow["fields"]): boolean {
  return MFA_DETAIL_PATHS.some((path) => readTexts(fields, path).some((text) => DENIED_BY_PERSON.test(text)));
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

/** Returns the origin of an attempt: the IP address, else the name of the machine. */
export const originOf = oncePerRow((row): string | null => {
  const ip = ipOf(row);
  if (ip !== null && !/^(127\.|::1$|0\.0\.0\.0$|::$)/.test(ip)) return `ip:${ip}`;
  const machine = readFirst(row.fields, row.table === "SecurityEvent" ? ["WorkstationName", "Workstation"] : []);
  return machine === null || machine === "-" ? null : `host:${machine.toLowerCase().slice(0, 64)}`;
});

/** Returns an origin without its `ip:` or `host:` prefix. */
export const nameOfOrigin = (origin: string): string => origin.slice(origin.indexOf(":") + 1);

/** Returns whether the network is a trusted location, so that its geolocation is not the user's. */
export const isFromOwnNetwork = oncePerRow(({ fields }): boolean => {
  if (readBoolean(fields, "IsThroughGlobalSecureAccess") === true) return true;
  return readTexts(fields, "NetworkLocationDetails.networkType").some((type) => /trustednamedlocation/i.test(type));
});

export const deviceOf = oncePerRow(({ fields }): string | null => {
  const id = readText(fields, "DeviceDetail.deviceId")?.toLowerCase() ?? null;
  return id === null || /^[0{}-]*$/.test(id) ? null : id.slice(0, 80);
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
