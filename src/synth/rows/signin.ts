import type { Fields } from "../../model/fields.ts";
import type { Account } from "../account.ts";
import type { Device } from "../device.ts";
import type { Place } from "../place.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface App {
  readonly id: string;
  readonly name: string;
}

export interface SignIn {
  readonly at: Date;
  readonly account: Account;
  readonly place: Place;
  readonly device: Device;
  readonly app: App;
  /** Absent if the sign-in succeeds. */
  readonly failure?: { readonly code: number; readonly reason: string } | undefined;
  /** The result of the second factor; `none` if it was not required. */
  readonly factor?: "satisfied" | "remembered" | "denied" | "none";
  readonly session?: string | undefined;
  readonly more?: Fields;
}

/** Creates the row of an interactive sign-in. */
export const signinRow = (signIn: SignIn): SynthRow =>
  toRow({
    table: "SigninLogs",
    at: signIn.at,
    idColumn: "Id",
    fields: {
      ...commonFields(signIn),
      Category: "SignInLogs",
      IsInteractive: true,
      LocationDetails: locationOf(signIn.place),
      DeviceDetail: deviceDetailOf(signIn.device),
      Status: statusOf(signIn),
    },
    more: signIn.more,
  });

/** Creates the row of a non-interactive sign-in, in which nested columns are JSON text. */
export const nonInteractiveSigninRow = (signIn: SignIn): SynthRow =>
  toRow({
    table: "AADNonInteractiveUserSignInLogs",
    at: signIn.at,
    idColumn: "Id",
    fields: {
      ...commonFields(signIn),
      Category: "NonInteractiveUserSignInLogs",
      IsInteractive: false,
      LocationDetails: JSON.stringify(locationOf(signIn.place)),
      DeviceDetail: JSON.stringify(deviceDetailOf(signIn.device)),
      Status: JSON.stringify(statusOf(signIn)),
    },
    more: signIn.more,
  });

function commonFields(signIn: SignIn): Fields {
  const { at, account, place, device, app, failure, factor = "remembered", session } = signIn;
  return {
    CreatedDateTime: at.toISOString(),
    OperationName: "Sign-in activity",
    UserPrincipalName: account.email,
    UserDisplayName: account.name,
    UserId: account.objectId,
    UserType: "Member",
    AppId: app.id,
    AppDisplayName: app.name,
    ResourceDisplayName: "Microsoft Graph",
    ClientAppUsed: device.browser ? "Browser" : "Mobile Apps and Desktop clients",
    IPAddress: place.ip,
    Location: place.country,
    UserAgent: device.userAgent,
    ...(session !== undefined && { SessionId: session }),
    AuthenticationRequirement: factor === "none" ? "singleFactorAuthentication" : "multiFactorAuthentication",
    ...(factor !== "remembered" && { AuthenticationDetails: JSON.stringify(stepsOf(factor, failure?.code)) }),
    ConditionalAccessStatus: failure ? "notApplied" : "success",
    ResultType: String(failure?.code ?? 0),
    ResultDescription: failure?.reason ?? "",
    RiskLevelDuringSignIn: "none",
    RiskState: "none",
  };
}

const locationOf = ({ city, country, latitude, longitude }: Place): Fields => ({
  city,
  countryOrRegion: country,
  geoCoordinates: { latitude, longitude },
});

const deviceDetailOf = ({ id, name, os, browser }: Device): Fields => ({
  deviceId: id ?? "",
  displayName: name,
  operatingSystem: os,
  browser,
  isCompliant: id !== null,
  isManaged: id !== null,
  ...(id !== null && { trustType: "Azure AD joined" }),
});

const statusOf = ({ failure }: SignIn): Fields => ({
  errorCode: failure?.code ?? 0,
  ...(failure && { failureReason: failure.reason }),
});

const WRONG_PASSWORD = 50_126;

type AskedFactor = Exclude<NonNullable<SignIn["factor"]>, "remembered">;

function stepsOf(factor: AskedFactor, code: number | undefined): readonly Fields[] {
  const first = { authenticationMethod: "Password", succeeded: code !== WRONG_PASSWORD };
  if (factor === "none" || code === WRONG_PASSWORD) return [first];
  const [succeeded, result] =
    factor === "satisfied"
      ? [true, "MFA completed in Azure AD"]
      : [false, "MFA denied; user declined the authentication"];
  return [
    first,
    { authenticationMethod: "Mobile app notification", succeeded, authenticationStepResultDetail: result },
  ];
}

/** Result codes of failed sign-ins. */
export const FAILURES = {
  wrongPassword: {
    code: WRONG_PASSWORD,
    reason: "Invalid username or password or Invalid on-premise username or password.",
  },
  deniedFactor: { code: 500_121, reason: "Authentication failed during strong authentication request." },
  locked: { code: 50_053, reason: "Account is locked because user tried to sign in too many times." },
  blocked: { code: 53_003, reason: "Access has been blocked by Conditional Access policies." },
} as const;
