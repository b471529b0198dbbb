import type { JsonObject } from "../http/read-json.ts";
import { countryCode, listOf, partOf, textOf } from "./event-parts.ts";

/** Whether an event is a sign-in attempt. All other events of the system log become audit rows. */
export function isSignIn(eventType: string): boolean {
  return /^user\.(session\.start$|authentication\.|mfa\.okta_verify)/.test(eventType);
}

/** Maps Okta outcomes to the result codes of the sign-in table. */
const RESULT_OF_REASON: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: "50126",
  VERIFICATION_ERROR: "50126",
  LOCKED_OUT: "50053",
  PASSWORD_EXPIRED: "50055",
  USER_SUSPENDED: "50057",
  USER_DISABLED: "50057",
};
const RESULT_OF_OUTCOME: Readonly<Record<string, string>> = {
  SUCCESS: "0",
  ALLOW: "0",
  CHALLENGE: "50074",
  DENY: "53003",
  UNANSWERED: "500121",
  ABANDONED: "500121",
};
const SECOND_FACTOR_FAILED = "500121";
const FAILED = "50000";

/** Converts a sign-in of the system log to a row of SigninLogs. */
export function toSignInRow(event: JsonObject): JsonObject {
  const at = textOf(event, "published");
  const eventType = textOf(event, "eventType") ?? "";
  const resultType = resultTypeOf(event, eventType);
  const reason = textOf(event, "outcome", "reason");
  const application = listOf(event, "target").find(({ type }) => type === "AppInstance") ?? {};
  return {
    TimeGenerated: at,
    CreatedDateTime: at,
    Id: textOf(event, "uuid"),
    _ItemId: textOf(event, "uuid"),
    CorrelationId: textOf(event, "transaction", "id"),
    SessionId: textOf(event, "authenticationContext", "externalSessionId"),
    OperationName: "Sign-in activity",
    Category: "SignInLogs",
    UserId: textOf(event, "actor", "id"),
    UserPrincipalName: textOf(event, "actor", "alternateId"),
    UserDisplayName: textOf(event, "actor", "displayName"),
    Identity: textOf(event, "actor", "displayName"),
    IPAddress: textOf(event, "client", "ipAddress"),
    AutonomousSystemNumber: textOf(event, "securityContext", "asNumber"),
    ...placeOf(event),
    AppDisplayName: textOf(application, "displayName") ?? "Okta",
    AppId: textOf(application, "id"),
    ResourceDisplayName: "Okta",
    ResultType: resultType,
    ResultDescription: reason,
    Status: { errorCode: Number(resultType), failureReason: resultType === "0" ? undefined : reason },
    ...clientOf(event),
    ...factorOf(event, eventType, resultType),
    RiskLevelDuringSignIn: riskOf(event),
    IsInteractive: true,
    AuthenticationProcessingDetails: JSON.stringify([{ key: "eventType", value: eventType }]),
    TokenIssuerName: "Okta",
    SourceSystem: "Okta",
    Type: "SigninLogs",
  };
}

function resultTypeOf(event: JsonObject, eventType: string): string {
  if (eventType.endsWith("deny_push")) return SECOND_FACTOR_FAILED;
  const known = RESULT_OF_OUTCOME[textOf(event, "outcome", "result") ?? ""];
  if (known) return known;
  if (isSecondFactor(eventType)) return SECOND_FACTOR_FAILED;
  return RESULT_OF_REASON[textOf(event, "outcome", "reason") ?? ""] ?? FAILED;
}

const isSecondFactor = (eventType: string): boolean => /mfa/.test(eventType);

function placeOf(event: JsonObject): JsonObject {
  const place = partOf(event, "client", "geographicalContext");
  const point = partOf(place, "geolocation");
  const country = countryCode(textOf(place, "country"));
  return {
    Location: country,
    LocationDetails: {
      city: textOf(place, "city"),
      state: textOf(place, "state"),
      countryOrRegion: country,
      geoCoordinates: { latitude: point["lat"], longitude: point["lon"] },
    },
  };
}

function clientOf(event: JsonObject): JsonObject {
  const agent = partOf(event, "client", "userAgent");
  return {
    UserAgent: textOf(agent, "rawUserAgent"),
    ClientAppUsed: textOf(agent, "browser") === undefined ? undefined : "Browser",
    DeviceDetail: {
      deviceId: textOf(event, "device", "id"),
      displayName: textOf(event, "device", "name"),
      operatingSystem: textOf(agent, "os"),
      browser: textOf(agent, "browser"),
      isManaged: partOf(event, "device")["managed"],
    },
  };
}

function factorOf(event: JsonObject, eventType: string, resultType: string): JsonObject {
  const method = textOf(event, "authenticationContext", "credentialType");
  const second = isSecondFactor(eventType);
  const detail = {
    authenticationStepDateTime: textOf(event, "published"),
    authenticationMethod: method ?? (second ? "Okta Verify" : "Password"),
    succeeded: resultType === "0",
    authenticationStepResultDetail: textOf(event, "displayMessage"),
  };
  return {
    AuthenticationRequirement: second ? "multiFactorAuthentication" : "singleFactorAuthentication",
    AuthenticationDetails: JSON.stringify([detail]),
  };
}

/** Reads Okta's risk level from the debug data, where it is written as `{reasons=…, level=HIGH}`. */
function riskOf(event: JsonObject): string | undefined {
  const text = textOf(event, "debugContext", "debugData", "risk") ?? "";
  return /\blevel=(LOW|MEDIUM|HIGH)\b/.exec(text)?.[1]?.toLowerCase();
}
