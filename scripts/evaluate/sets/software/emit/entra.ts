import type { Columns, Log } from "../lib/log.ts";
import { iso } from "../lib/time.ts";
import { apps } from "../org/identities.ts";
import type { App, Principal } from "../org/identities.ts";
import type { Device, Person } from "../org/people.ts";
import type { Spot } from "../org/places.ts";

export const tenantId = "8c1f7e5a-3b64-4d0c-9a57-6f0de2c4b711";

export const signInFailures: Record<string, string> = {
  "50126": "Error validating credentials due to invalid username or password.",
  "50053": "The account is locked, you've tried to sign in too many times with an incorrect user ID or password.",
  "50055": "The password is expired.",
  "50057": "The user account is disabled.",
  "50072": "User needs to enroll for second factor authentication.",
  "50074": "Strong Authentication is required.",
  "50076": "Due to a configuration change made by your administrator, or because you moved to a new location, you must "
    + "use multi-factor authentication to access the resource.",
  "50097": "Device authentication is required.",
  "50140": "This error occurred due to 'Keep me signed in' interrupt when the user was signing-in.",
  "50158": "External security challenge was not satisfied.",
  "53000": "Device is not in required device state: {state}. Conditional Access policy requires a compliant device.",
  "53003": "Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.",
  "65001": "The user or administrator has not consented to use the application.",
  "65004": "User declined to consent to access the app.",
  "90095": "Admin consent is required for the permissions requested by the application.",
  "500121": "Authentication failed during strong authentication request.",
  "7000215": "Invalid client secret is provided.",
  "7000222": "The provided client secret keys are expired.",
  "700016": "Application was not found in the directory.",
};

export interface SignIn {
  app?: App;
  resource?: string;
  from?: Spot;
  device?: Device | undefined;
  agent?: string;
  result?: string;
  /** How the second factor was met. */
  mfa?: "prompt" | "claim" | "none" | "sms" | "denied" | "timeout";
  client?: string;
  protocol?: string;
  risk?: "low" | "medium" | "high";
  riskTypes?: string[];
  nonInteractive?: boolean;
  session?: string;
  upn?: string;
  detail?: string;
}

const methodOf = (mfa: SignIn["mfa"]): string =>
  mfa === "sms" ? "Text message" : mfa === "prompt" || mfa === "denied" || mfa === "timeout"
    ? "Mobile app notification" : "Previously satisfied";

export const location = (from: Spot): Columns => ({
  city: from.city, state: from.city, countryOrRegion: from.country,
  geoCoordinates: { latitude: from.latitude, longitude: from.longitude },
});

const deviceDetail = (device: Device | undefined, agent: string): Columns => device
  ? { deviceId: device.managed ? device.id : "", displayName: device.managed ? device.name : "",
    browser: device.browser,
    operatingSystem: device.os, isCompliant: device.managed, isManaged: device.managed,
    trustType: device.managed ? (device.os.startsWith("Windows") ? "Azure AD joined" : "Azure AD registered") : "" }
  : { deviceId: "", displayName: "", operatingSystem: /Windows/.test(agent) ? "Windows10" : /Linux/.test(agent)
    ? "Linux" : "",
    browser: /Firefox/.test(agent) ? "Firefox 128.0" : /Chrome/.test(agent) ? "Chrome 136.0.0" : "", isCompliant: false,
    isManaged: false, trustType: "" };

/** One row of a sign-in of a person, interactive unless it says otherwise. */
export const signIn = (log: Log, time: number, who: Person, options: SignIn = {}): string => {
  const { r } = log;
  const app = options.app ?? apps.officeHome;
  const from = options.from ?? who.home;
  const result = options.result ?? "0";
  const mfa = options.mfa ?? "claim";
  const device = "device" in options ? options.device : who.laptop;
  const agent = options.agent ?? device?.agent ?? "";
  const resource = options.resource ?? (app === apps.portal || app === apps.cli || app === apps.powershell
    ? "Windows Azure Service Management API" : app === apps.graphCli ? "Microsoft Graph" : app.name);
  const steps: Columns[] = [];
  const passwordDetail = result === "50126" ? "Invalid username or password" : "Correct password";
  if (options.nonInteractive !== true) {
    steps.push({ authenticationStepDateTime: iso(time), authenticationMethod: "Password",
      authenticationMethodDetail: "Password in the cloud", succeeded: result !== "50126" && result !== "50053",
      authenticationStepResultDetail: passwordDetail, authenticationStepRequirement: "Primary authentication" });
    if (mfa !== "none" && !["50126", "50053", "50057", "50055"].includes(result)) {
      steps.push({ authenticationStepDateTime: iso(time + 9000), authenticationMethod: methodOf(mfa),
        succeeded: mfa !== "denied" && mfa !== "timeout",
        authenticationStepResultDetail: mfa === "denied" ? "MFA denied; user declined the authentication"
          : mfa === "timeout" ? "MFA denied; user did not respond to mobile app notification"
            : mfa === "claim" ? "MFA requirement satisfied by claim in the token" : "MFA successfully completed",
        authenticationStepRequirement: "Multi-factor authentication" });
    }
  }
  const riskLevel = options.risk ?? "none";
  const row: Columns = {
    Id: r.uuid(), CorrelationId: r.uuid(), CreatedDateTime: iso(time), Category: options.nonInteractive
      ? "NonInteractiveUserSignInLogs" : "SignInLogs", OperationName: "Sign-in activity",
    UserPrincipalName: options.upn ?? (r.chance(0.03) ? who.upn.replace(/^./, (x) => x.toUpperCase()) : who.upn),
    UserId: who.id, UserDisplayName: who.name, Identity: who.name, UserType: who.guest ? "Guest" : "Member",
    AppDisplayName: app.name, AppId: app.id, ResourceDisplayName: resource, ResourceTenantId: tenantId,
    HomeTenantId: who.guest ? "b2b7a1d0-77aa-4c11-8f6d-0f2f1f4a9c20" : tenantId,
    CrossTenantAccessType: who.guest ? "b2bCollaboration" : "none",
    IPAddress: from.ip, AutonomousSystemNumber: String(from.asn), Location: from.country,
      LocationDetails: location(from),
    ResultType: result, ResultDescription: signInFailures[result],
    Status: { errorCode: Number(result), failureReason: signInFailures[result] ?? "Other.",
      additionalDetails: result === "0" && mfa === "claim" ? "MFA requirement satisfied by claim in the token"
        : mfa === "denied" ? "MFA denied; user declined the authentication" : options.detail ?? "" },
    AuthenticationRequirement: mfa === "none" ? "singleFactorAuthentication" : "multiFactorAuthentication",
    AuthenticationDetails: steps.length > 0 ? JSON.stringify(steps) : undefined,
    AuthenticationProtocol: options.protocol ?? "none",
    OriginalTransferMethod: options.protocol === "deviceCode" ? "deviceCodeFlow" : "none",
    MfaDetail: mfa === "prompt" || mfa === "sms" ? { authMethod: methodOf(mfa) } : undefined,
    ConditionalAccessStatus: result === "53003" || result === "53000" ? "failure" : result === "0" && mfa !== "none"
      ? "success" : "notApplied",
    ClientAppUsed: options.client ?? (app === apps.cli || app === apps.powershell || device?.name.includes("'s ")
      ? "Mobile Apps and Desktop clients" : "Browser"),
    DeviceDetail: deviceDetail(device, agent), UserAgent: r.chance(0.04) ? undefined : agent,
    IsInteractive: options.nonInteractive !== true, SessionId: options.session ?? r.uuid(),
    UniqueTokenIdentifier: r.hex(22), RiskLevelDuringSignIn: riskLevel, RiskLevelAggregated: riskLevel,
    RiskState: riskLevel === "none" ? "none" : "atRisk", RiskDetail: "none",
    RiskEventTypes_V2: options.riskTypes ? JSON.stringify(options.riskTypes) : "[]", TokenIssuerType: "AzureAD",
  };
  if (options.nonInteractive !== true) return log.add("SigninLogs", time, row);
  return log.add("AADNonInteractiveUserSignInLogs", time, {
    ...row, LocationDetails: JSON.stringify(row["LocationDetails"]), Status: JSON.stringify(row["Status"]),
    DeviceDetail: JSON.stringify(row["DeviceDetail"]), CrossTenantAccessType: undefined,
      IncomingTokenType: "refreshToken",
  });
};

/** What Entra ID Protection says of a sign-in. */
export const riskEvent = (
  log: Log, time: number, who: Person, from: Spot, type: string, level: "low" | "medium" | "high",
  extra: { state?: string; detail?: string; delayMinutes?: number; offline?: boolean } = {},
): string => {
  const delay = (extra.delayMinutes ?? log.r.int(1, 12)) * 60_000;
  return log.add("AADUserRiskEvents", time + delay, {
    Id: log.r.hex(64), RequestId: log.r.uuid(), CorrelationId: log.r.uuid(), Activity: "signin",
    ActivityDateTime: iso(time), DetectedDateTime: iso(time + delay), LastUpdatedDateTime: iso(time + delay + 5000),
    DetectionTimingType: extra.offline ? "offline" : "realtime", IpAddress: from.ip, Location: location(from),
    OperationName: "User Risk Detection", RiskEventType: type, RiskLevel: level, RiskState: extra.state ?? "atRisk",
    RiskDetail: extra.detail ?? "none", Source: "IdentityProtection", TokenIssuerType: "AzureAD",
    UserDisplayName: who.name, UserId: who.id, UserPrincipalName: who.upn,
    AdditionalInfo: [{ Key: "userAgent", Value: who.laptop.agent }],
  });
};

export type Property = [name: string, oldValue: unknown, newValue: unknown];

export interface Target {
  type: "User" | "Group" | "ServicePrincipal" | "Application" | "Policy" | "Device" | "Role" | "Other" | "Directory";
  id?: string;
  name?: string | undefined;
  upn?: string;
  changes?: Property[];
}

export interface Audit {
  op: string;
  category: string;
  by: Person | Principal | { app: string };
  from?: Spot;
  targets: Target[];
  service?: string;
  result?: "success" | "failure";
  reason?: string;
  details?: Record<string, string>;
  type?: "Add" | "Update" | "Delete" | "Assign" | "Unassign" | "Invite";
}

export const isPerson = (by: object): by is Person => "upn" in by;

export const userTarget = (who: Person, changes: Property[] = []): Target =>
  ({ type: "User", id: who.id, name: who.name, upn: who.upn, changes });

export const principalTarget = (one: Principal, changes: Property[] = []): Target =>
  ({ type: "ServicePrincipal", id: one.id, name: one.name, changes });

const quoted = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

/** One row of a change in Entra ID. */
export const audit = (log: Log, time: number, a: Audit): string => {
  const { r } = log;
  const service = a.service ?? "Core Directory";
  const correlation = r.uuid();
  const by = a.by;
  const initiated = isPerson(by)
    ? { user: { id: by.id, userPrincipalName: by.upn, displayName: r.chance(0.5) ? by.name : null,
      ipAddress: (a.from ?? by.home).ip, roles: [] } }
    : "purpose" in by
      ? { app: { appId: by.appId, displayName: by.name, servicePrincipalId: by.id, servicePrincipalName: null } }
      : { app: { appId: null, displayName: by.app, servicePrincipalId: null, servicePrincipalName: null } };
  return log.add("AuditLogs", time, {
    Id: `${service === "Core Directory" ? "Directory" : service.replace(/ /g, "")}_${correlation}_${r.digits(8)}`,
    CorrelationId: correlation, ActivityDateTime: iso(time), ActivityDisplayName: a.op, OperationName: a.op,
    OperationVersion: "1.0", Category: a.category, LoggedByService: service, Result: a.result ?? "success",
    ResultReason: a.reason ?? "", AADOperationType: a.type ?? (/^(Add|Create|Invite|Register)/.test(a.op) ? "Add"
      : /^(Delete|Remove)/.test(a.op) ? "Delete" : "Update"),
    AADTenantId: tenantId, Identity: isPerson(by) ? by.name : "purpose" in by ? by.name : by.app, Level: "4",
    InitiatedBy: initiated,
    TargetResources: a.targets.map((target) => ({
      id: target.id ?? r.uuid(), displayName: target.name ?? null, type: target.type,
      ...(target.upn ? { userPrincipalName: target.upn } : {}),
      modifiedProperties: (target.changes ?? []).map(([displayName, oldValue, newValue]) =>
        ({ displayName, oldValue: quoted(oldValue), newValue: quoted(newValue) })),
      administrativeUnits: [],
    })),
    AdditionalDetails: Object.entries(a.details ?? {}).map(([key, value]) => ({ key, value })),
  });
};

export const addToRole = (
  log: Log, time: number, by: Person | Principal, target: Target, role: string, templateId: string, from?: Spot,
): string => audit(log, time, {
  op: "Add member to role", category: "RoleManagement", by, ...(from ? { from } : {}), type: "Assign",
  targets: [{ ...target, changes: [["Role.ObjectID", null, templateId], ["Role.DisplayName", null, role],
    ["Role.TemplateId", null, templateId], ["Role.WellKnownObjectName", null, role.replace(/ /g, "") + "s"]] },
  { type: "Role", id: templateId, name: role }],
});

export const pimActivation = (
  log: Log, time: number, by: Person, role: string, templateId: string, reason: string, from?: Spot,
): string[] => {
  const common = { category: "RoleManagement", by, service: "PIM", ...(from ? { from } : {}), reason,
    targets: [{ type: "Role" as const, id: templateId, name: role }, userTarget(by)] };
  return [
    audit(log, time, { ...common, op: "Add member to role requested (PIM activation)" }),
    audit(log, time + 4000, { ...common, op: "Add member to role completed (PIM activation)",
      details: { RoleDefinitionOriginId: templateId, ipaddr: (from ?? by.home).ip, RequestReason: reason } }),
  ];
};

export const groupMember = (
  log: Log, time: number, by: Person | Principal, who: Person | Principal, group: { id: string; name: string },
  action: "Add" | "Remove", from?: Spot,
): string => audit(log, time, {
  op: action === "Add" ? "Add member to group" : "Remove member from group", category: "GroupManagement", by,
  ...(from ? { from } : {}), type: action === "Add" ? "Assign" : "Unassign",
  targets: [{ ...(isPerson(who) ? userTarget(who) : principalTarget(who)),
    changes: action === "Add" ? [["Group.ObjectID", null, group.id], ["Group.DisplayName", null, group.name]]
      : [["Group.ObjectID", group.id, null], ["Group.DisplayName", group.name, null]] },
  { type: "Group", id: group.id, name: group.name }],
});

export const consent = (
  log: Log, time: number, by: Person, app: { id: string; appId: string; name: string }, scopes: string, admin: boolean,
  from?: Spot,
): string[] => {
  const place = from ? { from } : {};
  const target = { type: "ServicePrincipal" as const, id: app.id, name: app.name };
  return [
    audit(log, time - 900, { op: "Add delegated permission grant", category: "ApplicationManagement", by, ...place,
      type: "Assign", targets: [{ type: "ServicePrincipal", name: "Microsoft Graph", changes: [
        ["DelegatedPermissionGrant.Scope", null, ` ${scopes}`],
        ["DelegatedPermissionGrant.ConsentType", null, admin ? "AllPrincipals" : "Principal"],
        ["ServicePrincipal.ObjectID", null, app.id]] }, target] }),
    audit(log, time, { op: "Consent to application", category: "ApplicationManagement", by, ...place, type: "Assign",
      targets: [{ ...target, changes: [["ConsentContext.IsAdminConsent", null, admin ? "True" : "False"],
        ["ConsentContext.IsAppOnly", null, "False"], ["ConsentContext.OnBehalfOfAll", null, admin ? "True" : "False"],
        ["ConsentAction.Permissions", null,
          `[] => [[Id: ${log.r.hex(12)}, ClientId: ${app.id}, PrincipalId: ${by.id}, ` +
          `ResourceId: ${log.r.uuid()}, ConsentType: ${admin ? "AllPrincipals" : "Principal"}, Scope: ${scopes}]]`],
        ["TargetId.ServicePrincipalNames", null, app.appId]] }],
      details: { "User-Agent": "EvoSTS", AppId: app.appId } }),
  ];
};

export const securityInfo = (
  log: Log, time: number, who: Person, by: Person, method: string, action: "registered" | "deleted", from?: Spot,
): string => audit(log, time, {
  op: by === who ? `User ${action} security info` : `Admin ${action} security info`, category: "UserManagement", by,
  ...(from ? { from } : {}), service: "Authentication Methods",
  reason: `${by === who ? "User" : "Admin"} ${action} ${method}`, targets: [userTarget(who)],
});

export const passwordReset = (log: Log, time: number, by: Person, who: Person, from?: Spot): string => audit(log, time,
  {
  op: by === who ? "Change user password" : "Reset user password", category: "UserManagement", by,
  ...(from ? { from } : {}), targets: [userTarget(who, [["ForceChangePassword", false, by !== who]])],
});

/** A sign-in of an application or a managed identity. */
export const principalSignIn = (
  log: Log, time: number, one: Principal,
  options: { from?: Spot; result?: string; resource?: string; keyId?: string } = {},
): string => {
  const { r } = log;
  const managed = one.type === "ManagedIdentity";
  const from = options.from ?? one.spot();
  const result = options.result ?? "0";
  return log.add(managed ? "AADManagedIdentitySignInLogs" : "AADServicePrincipalSignInLogs", time, {
    Id: r.uuid(), CorrelationId: r.uuid(), ServicePrincipalId: one.id, ServicePrincipalName: one.name, AppId: one.appId,
    IPAddress: managed ? undefined : from.ip, Location: managed ? undefined : from.country,
    LocationDetails: managed ? undefined : JSON.stringify(location(from)), ResultType: result,
    ResultDescription: signInFailures[result], ResourceDisplayName: options.resource
      ?? (one.permissions.length > 0 ? "Microsoft Graph" : "Azure Resource Manager"),
    ServicePrincipalCredentialKeyId: managed ? undefined : options.keyId ?? one.keyId,
    Category: managed ? "ManagedIdentitySignInLogs" : "ServicePrincipalSignInLogs", OperationName: "Sign-in activity",
    UniqueTokenIdentifier: r.hex(22),
  });
};

export const graphCall = (
  log: Log, time: number, by: Principal | Person, uri: string,
  options: { method?: string; from?: Spot; status?: number; appId?: string; scopes?: string; size?: number } = {},
): string => log.add("MicrosoftGraphActivityLogs", time, {
  RequestId: log.r.uuid(), OperationId: log.r.uuid(), ApiVersion: "v1.0", RequestMethod: options.method ?? "GET",
  RequestUri: `https://graph.microsoft.com/v1.0${uri}`, ResponseStatusCode: options.status ?? 200,
  ResponseSizeBytes: options.size ?? log.r.int(400, 90_000), DurationMs: log.r.int(20, 900) * 1000,
  IPAddress: (options.from ?? (isPerson(by) ? by.home : by.spot())).ip, Location: "West Europe",
  AppId: options.appId ?? (isPerson(by) ? apps.graphCli.id : by.appId),
  ...(isPerson(by) ? { UserId: by.id, Scopes: options.scopes ?? "User.Read Directory.Read.All" }
    : { ServicePrincipalId: by.id, Roles: by.permissions.join(" ") }),
});
