import { usualNet } from "./habits.ts";
import type { App, Device, Person, Principal, World } from "./model.ts";
import { apps } from "./org.ts";
import type { Net } from "./places.ts";
import { MINUTE } from "./places.ts";
import type { Row } from "./sink.ts";

/** What Entra ID says about each result of a sign-in. */
const results: Record<string, string> = {
  "50126": "Error validating credentials due to invalid username or password.",
  "50053": "The account is locked, you've tried to sign in too many times with an incorrect user ID or password.",
  "50055": "The password is expired.",
  "50057": "The user account is disabled.",
  "50034": "The user account does not exist in the tenant directory.",
  "50074": "Strong Authentication is required.",
  "50076": "Due to a configuration change made by your administrator, or because you moved to a new location, you must "
    + "use multi-factor authentication to access the resource.",
  "50079": "The user is required to enroll for second factor authentication.",
  "50140": "This occurred due to 'Keep me signed in' interrupt when the user was signing in.",
  "500121": "Authentication failed during strong authentication request.",
  "53003": "Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.",
  "50133": "Session is invalid due to expiration or recent password change.",
  "65001": "The user or administrator has not consented to use the application.",
  "7000215": "Invalid client secret is provided.",
  "700016": "Application was not found in the directory.",
  "7000222": "The provided client secret keys are expired.",
};

export const geo = (net: Net): Row => ({
  city: net.place.city, state: net.place.state, countryOrRegion: net.place.country,
  geoCoordinates: { latitude: net.place.lat, longitude: net.place.lon },
});

export type Mfa = "push" | "code" | "sms" | "fido" | "claim" | "password" | "denied" | "timeout" | "fraud";

const methods: Record<Mfa, [string, boolean, string]> = {
  push: ["Mobile app notification", true, "MFA successfully completed"],
  code: ["OATH verification code", true, "MFA successfully completed"],
  sms: ["Text message", true, "MFA successfully completed"],
  fido: ["Passkey (device-bound)", true, "MFA successfully completed"],
  claim: ["Previously satisfied", true, "MFA requirement satisfied by claim in the token"],
  password: ["", true, ""],
  denied: ["Mobile app notification", false, "MFA denied; user declined the authentication"],
  timeout: ["Mobile app notification", false, "MFA denied; user did not respond to mobile app notification"],
  fraud: ["Mobile app notification", false, "MFA denied; Fraud code entered"],
};

export type SignInOptions = {
  app?: App;
  net?: Net;
  error?: string;
  mfa?: Mfa;
  device?: Device | null;
  ua?: string;
  client?: string;
  protocol?: string;
  risk?: "low" | "medium" | "high";
  riskType?: string;
  session?: string;
  token?: string;
};

/** The name under which sign-in logs show an account; guests appear with the address of their own organization. */
const shown = (w: World, p: Person): string => {
  const name = p.grade === "guest" ? p.mail : p.upn;
  return w.rng.chance(0.02) ? name.replace(/^./, (c) => c.toUpperCase()) : name;
};

/** An interactive sign-in of a user. */
export const signIn = (w: World, t: number, p: Person, o: SignInOptions = {}): string => {
  const app = o.app ?? w.rng.pick(p.apps);
  const net = o.net ?? usualNet(w, t, p);
  const device = o.device === undefined ? p.device : o.device;
  const error = o.error ?? "0";
  const mfa = o.mfa ?? (error === "50126" || error === "50053" ? "password" : "push");
  const [method, succeeded, detail] = methods[mfa];
  const single = mfa === "password";
  const client = o.client ?? (device !== null && device.name.startsWith("iPhone") && app !== apps.owa
    ? "Mobile Apps and Desktop clients" : "Browser");
  const time = new Date(t).toISOString();
  const first = { authenticationStepDateTime: time, authenticationMethod: "Password", succeeded: error !== "50126",
    authenticationStepResultDetail: error === "50126" ? "Invalid username or password" : "Correct password" };
  const steps = single ? [first] : [first, { authenticationStepDateTime: time, authenticationMethod: method, succeeded,
    authenticationStepResultDetail: detail }];
  const guest = p.grade === "guest";
  return w.sink.add("SigninLogs", t, {
    Id: w.rng.guid(), OperationName: "Sign-in activity", Category: "SignInLogs", CorrelationId: w.rng.guid(),
    UserPrincipalName: shown(w, p), UserId: p.id, UserDisplayName: p.name, UserType: guest ? "Guest" : "Member",
    AppDisplayName: app.name, AppId: app.id, ResourceDisplayName: app.resource ?? app.name, ClientAppUsed: client,
    IPAddress: net.ip, AutonomousSystemNumber: String(net.asn), Location: net.place.country, LocationDetails: geo(net),
    ResultType: error, ResultDescription: results[error],
    Status: { errorCode: Number(error), additionalDetails: detail, failureReason: results[error] ?? "Other." },
    AuthenticationRequirement: single ? "singleFactorAuthentication" : "multiFactorAuthentication",
    AuthenticationDetails: JSON.stringify(steps),
    MfaDetail: single || mfa === "claim" ? undefined : { authMethod: method, authDetail: detail },
    ConditionalAccessStatus: error === "53003" || error.startsWith("5007") ? "failure" : single
      ? "notApplied" : "success",
    DeviceDetail: device === null ? { deviceId: "", operatingSystem: o.ua?.includes("Windows") ? "Windows10" : "Linux",
      browser: "Chrome 128.0.0" } : { deviceId: device.managed ? device.id : "", displayName: device.managed
      ? device.name : "", operatingSystem: device.os, browser: device.browser, isCompliant: device.managed,
    isManaged: device.managed, trustType: device.managed ? "Azure AD joined" : "" },
    UserAgent: o.ua ?? device?.ua, IsInteractive: true, SessionId: o.session ?? w.rng.guid(),
    UniqueTokenIdentifier: o.token ?? w.rng.hex(22), TokenIssuerType: "AzureAD",
    AuthenticationProtocol: o.protocol ?? "none", RiskLevelDuringSignIn: o.risk ?? "none",
    RiskLevelAggregated: o.risk ?? "none", RiskState: o.risk === undefined ? "none" : "atRisk",
    RiskEventTypes_V2: o.riskType === undefined ? "[]" : JSON.stringify([o.riskType]), ResourceTenantId: w.org.tenant,
    CrossTenantAccessType: guest ? "b2bCollaboration" : "none", HomeTenantId: guest ? undefined : w.org.tenant,
  });
};

/** A sign-in of a client in the name of a user. */
export const silent = (w: World, t: number, p: Person, o: SignInOptions = {}): string => {
  const app = o.app ?? w.rng.pick(p.apps);
  const net = o.net ?? usualNet(w, t, p);
  const device = o.device === undefined ? p.device : o.device;
  return w.sink.add("AADNonInteractiveUserSignInLogs", t, {
    Id: w.rng.guid(), OperationName: "Sign-in activity", Category: "NonInteractiveUserSignInLogs",
    UserPrincipalName: shown(w, p), UserId: p.id, UserDisplayName: p.name, AppDisplayName: app.name, AppId: app.id,
    ResourceDisplayName: app.resource ?? app.name, IPAddress: net.ip, AutonomousSystemNumber: String(net.asn),
    Location: net.place.country, LocationDetails: JSON.stringify(geo(net)), ResultType: o.error ?? "0",
    ResultDescription: results[o.error ?? "0"], AuthenticationRequirement: "multiFactorAuthentication",
    ClientAppUsed: o.client ?? "Mobile Apps and Desktop clients", UserAgent: o.ua ?? device?.ua, IsInteractive: false,
    IncomingTokenType: w.rng.pick(["primaryRefreshToken", "refreshToken", "none"]), SessionId: o.session,
    DeviceDetail: JSON.stringify(device === null ? { operatingSystem: "Linux" } : { deviceId: device.id,
      displayName: device.name, operatingSystem: device.os, trustType: "Azure AD joined" }),
    UniqueTokenIdentifier: o.token ?? w.rng.hex(22),
  });
};

export const appSignIn = (w: World, t: number, sp: Principal, o: { net?: Net; error?: string; resource?: string;
  keyId?: string; federated?: string } = {}): string => {
  const net = o.net ?? sp.net;
  const managed = sp.kind === "ManagedIdentity";
  return w.sink.add(managed ? "AADManagedIdentitySignInLogs" : "AADServicePrincipalSignInLogs", t, {
    Id: w.rng.guid(), OperationName: "Sign-in activity", ServicePrincipalId: sp.id, ServicePrincipalName: sp.name,
    AppId: sp.appId, IPAddress: managed ? undefined : net.ip, Location: managed ? undefined : net.place.country,
    LocationDetails: managed ? undefined : JSON.stringify(geo(net)),
    ResultType: o.error ?? "0", ResultDescription: results[o.error ?? "0"],
    ResourceDisplayName: o.resource ?? "Microsoft Graph", CorrelationId: w.rng.guid(),
    ServicePrincipalCredentialKeyId: managed || o.federated !== undefined ? undefined : o.keyId ?? sp.keyId,
    FederatedCredentialId: o.federated,
    Category: managed ? "ManagedIdentitySignInLogs" : "ServicePrincipalSignInLogs",
  });
};

export const graph = (w: World, t: number, who: { sp?: Principal; person?: Person; appId?: string }, uri: string,
  o: { method?: string; status?: number; net?: Net; scopes?: string; ua?: string } = {}): string => {
  const net = o.net ?? who.sp?.net ?? (who.person === undefined ? undefined : usualNet(w, t, who.person));
  return w.sink.add("MicrosoftGraphActivityLogs", t, {
    RequestId: w.rng.guid(), RequestMethod: o.method ?? "GET", RequestUri: `https://graph.microsoft.com/v1.0/${uri}`,
    ResponseStatusCode: o.status ?? 200, AppId: who.sp?.appId ?? who.appId ?? apps.graphShell.id,
    ServicePrincipalId: who.sp?.id, UserId: who.person?.id, IPAddress: net?.ip, Location: net?.place.city,
    Scopes: o.scopes ?? "", Roles: who.sp?.roles.join(" ") ?? "", DurationMs: w.rng.int(20, 900) * 1000,
    ResponseSizeBytes: w.rng.int(300, 90000), ApiVersion: "v1.0",
    UserAgent: o.ua ?? (who.sp === undefined
      ? "Mozilla/5.0 (Windows NT; Windows NT 10.0) PowerShell/7.4.6" : undefined),
  });
};

export type Actor = { person: Person; net?: Net; app?: string } | { sp: Principal | { name: string; id: string } }
| { system: string };

export type Target = Row;

export const prop = (displayName: string, oldValue: unknown, newValue: unknown): Row => ({
  displayName, oldValue: oldValue === null ? null : JSON.stringify(oldValue),
  newValue: newValue === null ? null : JSON.stringify(newValue),
});

export const userTarget = (p: Person, ...modifiedProperties: Row[]): Target =>
  ({ id: p.id, displayName: null, type: "User", userPrincipalName: p.upn, modifiedProperties });

export const target = (type: string, displayName: string, id: string, ...modifiedProperties: Row[]): Target =>
  ({ id, displayName, type, modifiedProperties });

type AuditOptions = { details?: Record<string, string>; result?: string; reason?: string; correlation?: string };

/** The services of Entra ID that log operations, by the operation. */
const services: readonly [RegExp, string][] = [
  [/self-service/i, "Self-service Password Management"],
  [/security info|temporary access|Admin registered|Authentication Methods/i, "Authentication Methods"],
  [/PIM/, "PIM"], [/cross-tenant/, "B2B Auth"], [/conditional access|named location/, "Conditional Access"],
  [/external user/, "Invited Users"], [/Register device/, "Device Registration Service"],
];

/** A change in Entra ID. */
export const audit = (w: World, t: number, operation: string, category: string, actor: Actor, targets: Target[],
  o: AuditOptions = {}): string => {
  const by = "person" in actor
    ? { user: { id: actor.person.id, userPrincipalName: actor.person.upn, displayName: null,
      ipAddress: (actor.net ?? usualNet(w, t, actor.person)).ip, roles: [] } }
    : "sp" in actor
      ? { app: { displayName: actor.sp.name, servicePrincipalId: actor.sp.id, appId: null } }
      : { app: { displayName: actor.system, servicePrincipalId: null, appId: null } };
  const service = services.find(([pattern]) => pattern.test(operation))?.[1] ?? "Core Directory";
  const details = Object.entries({ ...o.details, ...("person" in actor && w.rng.chance(0.6)
    ? { "User-Agent": actor.app ?? "Mozilla/5.0 (Windows NT 10.0; Win64; x64)" } : {}) });
  return w.sink.add("AuditLogs", t, {
    Id: `Directory_${w.rng.hex(8).toUpperCase()}_${w.rng.int(1000, 9999999)}`, OperationName: operation,
    ActivityDisplayName: operation, Category: category, LoggedByService: service, Result: o.result ?? "success",
    ResultReason: o.reason, CorrelationId: o.correlation ?? w.rng.guid(), InitiatedBy: by, TargetResources: targets,
    AdditionalDetails: details.map(([key, value]) => ({ key, value })), AADTenantId: w.org.tenant,
    AADOperationType: operation.startsWith("Add") ? "Add" : operation.startsWith("Delete") ? "Delete" : "Update",
    Identity: "person" in actor ? actor.person.name : undefined,
  });
};

const roleTemplates: Record<string, string> = {
  "Global Administrator": "62e90394-69f5-4237-9190-012177145e10",
  "Privileged Role Administrator": "e8611ab8-c189-46e8-94e1-60213ab1f814",
  "User Administrator": "fe930be7-5e62-47db-91af-98c3a49a38b1",
  "Helpdesk Administrator": "729827e3-9c14-49f7-bb1b-9608f156bbb8",
  "Exchange Administrator": "29232cdf-9323-42fd-ade2-1d097af3e4de",
  "SharePoint Administrator": "f28a1f50-f6e7-4571-818b-6a12f2af6b6c",
  "Application Administrator": "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3",
  "Security Administrator": "194ae4cb-b126-40b2-bd5b-6091b380977d",
  "Security Reader": "5d6b6bb7-de71-4623-b4af-96380a352509",
  "Conditional Access Administrator": "b1be1c3e-b65d-4f19-8427-f6fa0d97feb9",
  "Compliance Administrator": "17315797-102d-40b4-93e0-432062caca18",
  "Authentication Administrator": "c4e39bd9-1100-46d3-8c65-fb160da0071f",
  "Intune Administrator": "3a2c62db-5318-420d-8d74-23affee5d9d5",
  "Global Reader": "f2ef992c-3afb-46b9-b7cf-a126ee74c451",
  "Reports Reader": "4a5d8f65-41da-4de4-8968-e035b65339cf",
  "Directory Readers": "88d8e3e3-8f55-4a1e-953a-9b9898b8876b",
  "Hybrid Identity Administrator": "8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2",
  "Directory Synchronization Accounts": "d29b2b05-8046-44ba-8758-1e26182fcf32",
  "Groups Administrator": "fdd7a751-b60b-444a-984c-02652fe8fa1c",
  "Privileged Authentication Administrator": "7be44c8a-adaf-4e2a-84d6-ab2649e08a13",
};
export const roleNames = Object.keys(roleTemplates);
export const roleId = (name: string): string => roleTemplates[name] ?? "";

/** Someone gets or loses a role of the directory. */
export const roleChange = (w: World, t: number, actor: Actor, to: Person | Principal, role: string,
  operation = "Add member to role"): string => {
  const properties = [prop("Role.ObjectID", null, roleId(role)), prop("Role.DisplayName", null, role),
    prop("Role.TemplateId", null, roleId(role)), prop("Role.WellKnownObjectName", null, role.replaceAll(" ", ""))];
  const swapped = operation.startsWith("Remove")
    ? properties.map((x) => ({ ...x, oldValue: x.newValue, newValue: null })) : properties;
  const who = "upn" in to ? userTarget(to, ...swapped) : target("ServicePrincipal", to.name, to.id, ...swapped);
  if (operation.includes("PIM")) {
    return audit(w, t, operation, "RoleManagement", actor,
      [target("Role", role, roleId(role)), who], { details: { RoleDefinitionOriginId: roleId(role) } });
  }
  return audit(w, t, operation, "RoleManagement", actor, [who]);
};

export const groupChange = (w: World, t: number, actor: Actor, member: Person, group: { id: string; name: string },
  operation = "Add member to group"): string => audit(w, t, operation, "GroupManagement", actor,
  [userTarget(member, prop("Group.ObjectID", null, group.id), prop("Group.DisplayName", null, group.name)),
    target("Group", group.name, group.id)]);

/** Credentials of an application change. */
export const keyChange = (w: World, t: number, actor: Actor, sp: Principal, keyId: string, label: string,
  type: "Password" | "AsymmetricX509Cert" = "Password"): string => {
  const old = `[KeyIdentifier=${sp.keyId},KeyType=Password,KeyUsage=Verify,DisplayName=current]`;
  const fresh = `[KeyIdentifier=${keyId},KeyType=${type},KeyUsage=Verify,DisplayName=${label}]`;
  return audit(w, t, "Update application – Certificates and secrets management ", "ApplicationManagement", actor,
    [target("Application", sp.name, sp.appObjectId, prop("KeyDescription", [old], [old, fresh]),
      prop("Included Updated Properties", null, "KeyDescription"))], { details: { AppId: sp.appId } });
};

export const risk = (w: World, t: number, p: Person, type: string, level: "low" | "medium" | "high", net: Net,
  state = "atRisk"): string => w.sink.add("AADUserRiskEvents", t + w.rng.int(0, 40) * MINUTE, {
  Id: w.rng.hex(32), DetectedDateTime: new Date(t + 60_000).toISOString(), RiskEventType: type,
  RiskLevel: level, RiskState: state, RiskDetail: state === "dismissed" ? "aiConfirmedSigninSafe" : "none",
  Source: "IdentityProtection", DetectionTimingType: type === "unfamiliarFeatures" ? "realtime" : "offline",
  Activity: "signin", UserPrincipalName: p.upn, UserId: p.id, UserDisplayName: p.name, IpAddress: net.ip,
  Location: { city: net.place.city, state: net.place.state, countryOrRegion: net.place.country },
  TokenIssuerType: "AzureAD", CorrelationId: w.rng.guid(),
});

export const behavior = (w: World, t: number, p: Person, action: string, activity: string, net: Net, priority: number,
  insights: Record<string, string>): string => w.sink.add("BehaviorAnalytics", t, {
  SourceRecordId: w.rng.guid(), TimeProcessed: new Date(t + 25 * MINUTE).toISOString(), ActivityType: activity,
  ActionType: action, EventSource: "Azure AD", EventVendor: "Microsoft", UserPrincipalName: p.upn, UserName: p.sam,
  SourceIPAddress: net.ip, SourceIPLocation: net.place.country, InvestigationPriority: priority,
  ActivityInsights: insights, UsersInsights: { AccountObjectID: p.id, BlastRadius: p.grade === "admin"
    ? "High" : "Low" },
  NativeTableName: activity === "LogOn" ? "SigninLogs" : "AuditLogs",
});

export const anomaly = (w: World, t: number, who: { person?: Person; net?: Net; host?: string }, template: string,
  score: number, tactics: string, techniques: string): string => w.sink.add("Anomalies", t, {
  Id: w.rng.guid(), StartTime: new Date(t - 60 * MINUTE).toISOString(), EndTime: new Date(t).toISOString(),
  AnomalyTemplateName: template, RuleName: template, RuleStatus: "Production", VendorName: "Microsoft",
  Score: Math.round(score * 100) / 100, UserPrincipalName: who.person?.upn, UserName: who.person?.sam,
  SourceIpAddress: who.net?.ip, SourceDevice: who.host, Tactics: tactics, Techniques: techniques,
  Description: `Anomaly found by the template ${template}.`,
});

export const provision = (w: World, t: number, sp: Principal, action: string, p: Person, system: string,
  result = "Success"): string => w.sink.add("AADProvisioningLogs", t, {
  Id: w.rng.guid(), ChangeId: w.rng.guid(), JobId: `${sp.name.replaceAll(" ", "")}.${w.org.tenant.slice(0, 8)}`,
  ProvisioningAction: action, ResultType: result, OperationName: "Provisioning activity",
  InitiatedBy: JSON.stringify({ id: sp.id, name: "Azure AD Provisioning Service", initiatorType: "system" }),
  ServicePrincipal: JSON.stringify({ Id: sp.id, Name: sp.name }),
  SourceIdentity: JSON.stringify({ identityType: "User", displayName: p.name, id: p.id,
    details: { UserPrincipalName: p.upn } }),
  TargetSystem: JSON.stringify({ displayName: system }), DurationMs: w.rng.int(200, 4000),
});
