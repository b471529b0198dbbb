import type { App, Device, Net, Person, Row, World } from "./model.ts";
import { iso } from "./calendar.ts";
import { APPS } from "./model.ts";
import { APP_ROLES, DIRECTORY_ROLES } from "./roles.ts";

const RESULTS: Record<number, string> = {
  0: "", 50034: "The user account does not exist in the directory.",
  50053: "The account is locked, you've tried to sign in too many times with an incorrect user ID or password.",
  50055: "The password is expired.", 50057: "The user account is disabled.",
  50074: "Strong Authentication is required.",
    50076: "Due to a configuration change made by your administrator, or because you moved "
    + "to a new location, you must use multi-factor authentication to access the resource.",
  50126: "Error validating credentials due to invalid username or password.",
  50140: "This error occurred due to 'Keep me signed in' interrupt when the user was signing-in.",
  50199: "For security reasons, user confirmation is required for this request.",
  53003: "Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.",
  500121: "Authentication failed during strong authentication request.",
  65001: "The user or administrator has not consented to use the application.",
  90094: "An administrator of the organization has set a policy that prevents you from granting the application "
    + "permissions.",
  7000215: "Invalid client secret is provided.", 7000222: "The provided client secret keys are expired.",
  530035: "Access has been blocked by security defaults.",
};

/** Results of sign-ins that did not come to the second factor. */
const BAD_PASSWORD = new Set([50034, 50053, 50055, 50057, 50126]);

function policyStatus(result: number, mfa: Mfa): string {
  if (result === 53003 || result === 500121) return "failure";
  return result !== 0 || mfa === "none" ? "notApplied" : "success";
}

export type Mfa = "none" | "claim" | "push" | "fido" | "sms" | "denied" | "timeout" | "tap";

export type SigninOptions = {
  net: Net;
  app?: string;
  /** `null` is a device that the directory does not know. */
  device?: Device | null;
  result?: number;
  client?: string;
  mfa?: Mfa;
  protocol?: string;
  transfer?: string;
  risk?: string;
  riskTypes?: string[];
  ca?: string;
  agent?: string;
  os?: string;
  browser?: string;
  session?: string;
  crossTenant?: string;
};

export function deviceDetail(device: Device | null | undefined, o: { os?: string; browser?: string }): Row {
  if (!device) return { deviceId: "", operatingSystem: o.os ?? "Windows10", browser: o.browser ?? "Chrome 140.0.0" };
  if (device.os === "Linux") return { deviceId: "", operatingSystem: "Linux", browser: device.browser };
  return {
    deviceId: device.id, displayName: device.name, operatingSystem: device.os, browser: o.browser ?? device.browser,
    isCompliant: device.managed, isManaged: device.managed,
    trustType: device.os === "Windows 11" ? "Hybrid Azure AD joined" : "Azure AD registered",
  };
}

const UNKNOWN_AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

function mfaDetails(t: number, mfa: Mfa, result: number): Row[] {
  const password = {
    authenticationStepDateTime: iso(t), authenticationMethod: "Password",
      authenticationMethodDetail: "Password Hash Sync",
    succeeded: result !== 50126, authenticationStepResultDetail: result === 50126 ? "Invalid username or password"
      : "Correct password",
    authenticationStepRequirement: "Primary authentication",
  };
  const method: Record<Mfa, [string, string]> = {
    none: ["", ""], claim: ["Previously satisfied", "MFA requirement satisfied by claim in the token"],
    push: ["Mobile app notification", "MFA successfully completed"],
      fido: ["FIDO2 security key", "MFA successfully completed"],
    sms: ["Text message", "MFA successfully completed"],
      denied: ["Mobile app notification", "MFA denied; user declined the authentication"],
    timeout: ["Mobile app notification", "MFA denied; user did not respond to mobile app notification"],
    tap: ["Temporary Access Pass", "MFA successfully completed"],
  };
  if (mfa === "none" || BAD_PASSWORD.has(result)) return [{ ...password, succeeded: !BAD_PASSWORD.has(result) }];
  const [name, text] = method[mfa];
  const second = {
    authenticationStepDateTime: iso(t + 9000), authenticationMethod: name,
      succeeded: mfa !== "denied" && mfa !== "timeout",
    authenticationStepResultDetail: text, authenticationStepRequirement: "Multifactor authentication",
  };
  return mfa === "claim" ? [second] : [password, second];
}

/** An interactive sign-in of a person. */
export function signin(w: World, t: number, p: Person, o: SigninOptions): string {
  const [app, appId, resource] = APPS[o.app ?? "officehome"] as [string, string, string];
  const result = o.result ?? 0;
  const mfa = o.mfa ?? (o.client && /SMTP|IMAP|POP/.test(o.client) ? "none" : "claim");
  const known = o.device === undefined ? p.laptop : o.device;
  const odd = w.rng.chance(0.03) ? p.upn.replace(/^./, (c) => c.toUpperCase()) : p.upn;
  return w.sink.emit("SigninLogs", t, {
    Id: w.rng.uuid(), CreatedDateTime: iso(t), CorrelationId: w.rng.uuid(), OperationName: "Sign-in activity",
      Category: "SignInLogs",
    UserPrincipalName: odd, UserId: p.id, UserDisplayName: p.display, UserType: p.kind === "guest" ? "Guest" : "Member",
    AppDisplayName: app, AppId: appId, ResourceDisplayName: resource, IPAddress: o.net.ip,
    AutonomousSystemNumber: String(o.net.asn), ResultType: String(result), ResultSignature: result === 0 ? "SUCCESS"
      : "FAILURE",
    ResultDescription: RESULTS[result] ?? "Other", ClientAppUsed: o.client ?? "Browser", IsInteractive: true,
    AuthenticationRequirement: mfa === "none" || BAD_PASSWORD.has(result) ? "singleFactorAuthentication"
      : "multiFactorAuthentication",
    AuthenticationProtocol: o.protocol ?? "none", OriginalTransferMethod: o.transfer ?? "none",
    AuthenticationDetails: JSON.stringify(mfaDetails(t, mfa, result)),
    ConditionalAccessStatus: o.ca ?? policyStatus(result, mfa),
    DeviceDetail: deviceDetail(known, o), Location: o.net.country,
    LocationDetails: {
      city: o.net.city, countryOrRegion: o.net.country, geoCoordinates: { latitude: o.net.lat, longitude: o.net.lon },
    },
    Status: { errorCode: result, ...(result ? { failureReason: RESULTS[result] ?? "Other" } : {}) },
    RiskLevelDuringSignIn: o.risk ?? "none", RiskState: o.risk ? "atRisk" : "none",
    RiskEventTypes_V2: JSON.stringify(o.riskTypes ?? []), UserAgent: o.agent ?? known?.agent ?? UNKNOWN_AGENT,
    SessionId: o.session ?? w.rng.uuid(), UniqueTokenIdentifier: w.rng.base62(22), TokenIssuerType: "AzureAD",
    CrossTenantAccessType: o.crossTenant ?? (p.kind === "guest" ? "b2bCollaboration" : "none"),
  });
}

/** A sign-in by a client with a token that it has. */
export function silent(w: World, t: number, p: Person, o: SigninOptions): string {
  const [app, appId, resource] = APPS[o.app ?? "outlook"] as [string, string, string];
  const known = o.device === undefined ? p.laptop : o.device;
  return w.sink.emit("AADNonInteractiveUserSignInLogs", t, {
    Id: w.rng.uuid(), CorrelationId: w.rng.uuid(), UserPrincipalName: p.upn, UserId: p.id, UserDisplayName: p.display,
    AppDisplayName: app, AppId: appId, ResourceDisplayName: resource, IPAddress: o.net.ip,
      ResultType: String(o.result ?? 0),
    Location: o.net.country, DeviceDetail: JSON.stringify(deviceDetail(known, o)), UserAgent: o.agent ?? known?.agent
      ?? UNKNOWN_AGENT,
    ClientAppUsed: "Mobile Apps and Desktop clients", SessionId: o.session, IsInteractive: false,
  });
}

export type Target = Row;
export type Change = [name: string, before: string | null, after: string | null];

const quote = (value: string | null): string | null => (value === null ? null : JSON.stringify(value));
const changes = (list: Change[]): Row[] =>
  list.map(([displayName, before, after]) => ({ displayName, oldValue: quote(before), newValue: quote(after) }));

export const user = (p: Person, ...props: Change[]): Target =>
  ({ id: p.id, type: "User", displayName: null, userPrincipalName: p.upn, modifiedProperties: changes(props) });
export const sp = (a: App, ...props: Change[]): Target =>
  ({ id: a.id, type: "ServicePrincipal", displayName: a.name, modifiedProperties: changes(props) });
export const thing = (type: string, id: string, name: string, ...props: Change[]): Target =>
  ({ id, type, displayName: name, modifiedProperties: changes(props) });

export type By = { person: Person; net: Net } | { app: App | string; id?: string };

export function initiator(by: By): Row {
  if ("person" in by) return { user: { id: by.person.id, userPrincipalName: by.person.upn, ipAddress: by.net.ip,
    roles: [] } };
  if (typeof by.app === "string") return { app: { displayName: by.app, servicePrincipalId: by.id ?? "" } };
  return { app: { displayName: by.app.name, servicePrincipalId: by.app.id, appId: null } };
}

export function audit(
  w: World, t: number, by: By, op: string, category: string, targets: Target[],
  o: { result?: string; reason?: string; service?: string; details?: [string, string][] } = {},
): string {
  return w.sink.emit("AuditLogs", t, {
    Id: `Directory_${w.rng.uuid().slice(0, 8)}_${w.rng.base62(5)}_${w.rng.int(1_000_000, 90_000_000)}`,
      ActivityDateTime: iso(t - w.rng.int(0, 4000)),
    OperationName: op, ActivityDisplayName: op, Category: category, Result: o.result ?? "success",
      ResultReason: o.reason ?? "",
    LoggedByService: o.service ?? "Core Directory", CorrelationId: w.rng.uuid(), InitiatedBy: initiator(by),
    AADOperationType: /^(Add|Invite|Create)/.test(op) ? "Add" : /^(Delete|Remove|Hard)/.test(op) ? "Delete" : "Update",
    TargetResources: targets, AdditionalDetails: (o.details ?? []).map(([key, value]) => ({ key, value })),
  });
}

/** A role is given, by an administrator or by an activation. */
export function giveRole(
  w: World, t: number, by: By, role: string, to: Target,
  way: "direct" | "eligible" | "activate" | "remove" | "expire" = "direct", reason = "",
): string {
  const names = {
    direct: "Add member to role", eligible: "Add eligible member to role in PIM completed (permanent)",
    activate: "Add member to role completed (PIM activation)", remove: "Remove member from role",
      expire: "Remove member from role (PIM activation expired)",
  };
  const changed: Change[] = [["Role.DisplayName", null, role],
    ["Role.TemplateId", null, DIRECTORY_ROLES[role] ?? null]];
  if (way === "remove" || way === "expire") changed.splice(0, 2, ["Role.DisplayName", role, null],
    ["Role.TemplateId", DIRECTORY_ROLES[role] ?? null, null]);
  const before = (to.modifiedProperties as Row[]) ?? [];
  const target = { ...to, modifiedProperties: [...before, ...changes(changed)] };
  const roleTarget = { id: DIRECTORY_ROLES[role], type: "Role", displayName: role, modifiedProperties: [] };
  const pim = way === "eligible" || way === "activate" || way === "expire";
  if (way === "direct" && "person" in by) {
    audit(w, t + 1800, { app: "MS-PIM" }, "Add member to role outside of PIM (permanent)", "RoleManagement",
      [roleTarget, target],
      { service: "PIM", reason: "Role assigned outside of PIM" });
  }
  return audit(w, t, by, names[way], "RoleManagement", pim ? [roleTarget, target] : [target, roleTarget], {
    service: pim ? "PIM" : "Core Directory", reason,
    ...(pim ? { details: [["RoleDefinitionOriginType", "BuiltInRole"], ["TemplateId", DIRECTORY_ROLES[role] ?? ""]] }
      : {}),
  });
}

export function risk(w: World, t: number, p: Person, type: string, level: string, net: Net, state = "atRisk",
    delay = 240_000): string {
  return w.sink.emit("AADUserRiskEvents", t + delay, {
    Id: w.rng.hex(64), ActivityDateTime: iso(t), DetectedDateTime: iso(t + delay), LastUpdatedDateTime: iso(t + delay),
      Activity: "signin",
    CorrelationId: w.rng.uuid(), DetectionTimingType: delay > 900_000 ? "offline" : "realtime", RiskEventType: type,
      RiskLevel: level,
    RiskState: state, RiskDetail: state === "remediated" ? "userPassedMFADrivenByRiskBasedPolicy" : "none",
      Source: "IdentityProtection",
    TokenIssuerType: "AzureAD", UserPrincipalName: p.upn, UserId: p.id, UserDisplayName: p.display, IpAddress: net.ip,
    Location: { city: net.city, countryOrRegion: net.country,
      geoCoordinates: { latitude: net.lat, longitude: net.lon } },
  });
}

export function appSignin(w: World, t: number, app: App, o: { ip?: string; result?: number; resource?: string;
    key?: string; country?: string } = {}): string {
  if (app.type === "ManagedIdentity") {
    return w.sink.emit("AADManagedIdentitySignInLogs", t, {
      Id: w.rng.uuid(), ServicePrincipalId: app.id, ServicePrincipalName: app.name, AppId: app.appId,
        ResultType: String(o.result ?? 0),
      ResourceDisplayName: o.resource ?? app.resource,
    });
  }
  return w.sink.emit("AADServicePrincipalSignInLogs", t, {
    Id: w.rng.uuid(), ServicePrincipalId: app.id, ServicePrincipalName: app.name, AppId: app.appId,
      IPAddress: o.ip ?? app.ips[0],
    Location: o.country ?? "NL", ResultType: String(o.result ?? 0), ResourceDisplayName: o.resource ?? app.resource,
    ServicePrincipalCredentialKeyId: o.key ?? app.keyId,
  });
}

export function graph(
  w: World, t: number, who: App | Person, method: string, path: string,
  o: { ip?: string; status?: number; appId?: string; scopes?: string; agent?: string } = {},
): string {
  const isApp = "appId" in who;
  return w.sink.emit("MicrosoftGraphActivityLogs", t, {
    RequestId: w.rng.uuid(), RequestMethod: method, RequestUri: `https://graph.microsoft.com/v1.0/${path}`,
    ResponseStatusCode: o.status ?? 200, AppId: o.appId ?? (isApp ? who.appId : "14d82eec-204b-4c2f-b7e8-296a70dab67e"),
    ...(isApp ? { ServicePrincipalId: who.id, Roles: who.roles.filter((r) => APP_ROLES[r]).join(" ") }
      : { UserId: who.id, Roles: "" }),
    Scopes: o.scopes ?? "", IPAddress: o.ip ?? (isApp ? who.ips[0] : undefined), UserAgent: o.agent,
  });
}

export function provision(w: World, t: number, action: string, name: string, target: string, app: App,
    result = "Success"): string {
  return w.sink.emit("AADProvisioningLogs", t, {
    Id: w.rng.uuid(), JobId: `${target.replaceAll(" ", "")}.${app.id.slice(0, 8)}`, ProvisioningAction: action,
      ResultType: result,
    OperationName: "Provisioning activity", InitiatedBy: { id: app.id, name: "Azure AD Provisioning Service",
      initiatorType: "system" },
    ServicePrincipal: { Id: app.id, Name: app.name }, SourceIdentity: { identityType: "User", displayName: name },
    TargetSystem: { displayName: target }, DurationMs: w.rng.int(180, 2400),
  });
}

export function behavior(w: World, t: number, p: Person, activity: string, action: string, net: Net, priority: number,
    insights: Row): string {
  return w.sink.emit("BehaviorAnalytics", t + 1_200_000, {
    SourceRecordId: w.rng.uuid(), ActivityType: activity, ActionType: action, UserPrincipalName: p.upn, UserName: p.sam,
    SourceIPAddress: net.ip, SourceIPLocation: net.country, InvestigationPriority: priority, ActivityInsights: insights,
    EventVendor: "Microsoft", EventSource: "Azure AD",
      UsersInsights: { AccountObjectID: p.id, AccountDisplayName: p.display },
  });
}

export function anomaly(
  w: World, t: number, template: string, score: number, tactics: string, techniques: string,
    o: { p?: Person; ip?: string; host?: string },
): string {
  return w.sink.emit("Anomalies", t + 3_600_000, {
    Id: w.rng.uuid(), StartTime: iso(t - 3_600_000), EndTime: iso(t), AnomalyTemplateName: template, RuleName: template,
      RuleStatus: "Production",
    Score: Math.round(score * 100) / 100, Tactics: tactics, Techniques: techniques, VendorName: "Microsoft",
    UserPrincipalName: o.p?.upn, UserName: o.p?.sam, SourceIpAddress: o.ip, SourceDevice: o.host,
  });
}
