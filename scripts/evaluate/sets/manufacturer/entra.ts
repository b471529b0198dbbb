/** Rows of Entra ID: sign-ins, audit, risks, provisioning, Graph requests, and what analytics say about them. */
import type { Actor, AppSpec, World } from "./types.ts";
import type { Endpoint, Net } from "./places.ts";
import type { Row, Sink } from "./sink.ts";
import type { Rng } from "./util.ts";
import { iso, MINUTE } from "./util.ts";

export type By = { actor: Actor; ip: string } | { app: AppSpec | string };
export type Target = Row & { type: string };
export type Change = { displayName: string; oldValue: string | null; newValue: string | null };

type SigninOptions = {
  app?: string;
  code?: number;
  mfa?: boolean | "claim" | "denied" | "sms";
  protocol?: string;
  client?: string;
  risk?: string;
  riskTypes?: string[];
  conditional?: string;
  resource?: string;
  session?: string;
  quiet?: boolean;
  issuer?: string;
  crossTenant?: string;
  unmanaged?: boolean;
};

const APP_IDS: Record<string, string> = {
  "Office 365 Exchange Online": "00000002-0000-0ff1-ce00-000000000000",
  "Office 365 SharePoint Online": "00000003-0000-0ff1-ce00-000000000000",
  "Microsoft Teams": "1fec8e78-bce4-4aaf-ab1b-5451cc387264",
  "One Outlook Web": "9199bf20-a13f-4107-85dc-02114787ef48",
  "Azure Portal": "c44b4083-3bb0-49c1-b47d-974e53cbdf3c",
  "Microsoft Azure CLI": "04b07795-8ddb-461a-bbee-02f9e1bf7b46",
  "Microsoft Azure PowerShell": "1950a258-227b-4e31-a9cf-717495945fc2",
  "Microsoft Authentication Broker": "29d9ed98-a469-4536-ade2-f981bc1d605e",
  "Microsoft Office": "d3590ed6-52b3-4102-aeff-aad2292ab01c",
  OfficeHome: "4765445b-32c6-49b0-83e6-1d93765276ca",
  "Microsoft Graph Command Line Tools": "14d82eec-204b-4c2f-b7e8-296a70dab67e",
  "Microsoft Exchange REST API Based Powershell": "fb78d390-0c51-40cd-8e17-fdbfab77341b",
  "Microsoft Power BI": "871c010f-5e61-4fb1-83ac-98610a7e9110",
  "My Signins": "19db86c3-b2b9-44cc-b339-36da233a3be2",
  "OneDrive SyncEngine": "ab9b8c07-8f02-4f72-87fa-80105867a763",
  "Outlook Mobile": "27922004-5251-4030-b22d-91ecd9a37ea4",
};

const FAILURES: Record<number, string> = {
  50126: "Invalid username or password or Invalid on-premise username or password.",
  50053: "Account is locked because user tried to sign in too many times with an incorrect user ID or password.",
  50034: "The user account does not exist in the directory. To sign into this application, the account must be added " +
    "to the directory.",
  50057: "User account is disabled. The account has been disabled by an administrator.",
  50055: "Invalid password, entered expired password.",
  50074: "User did not pass the MFA challenge.",
  50076: "Due to a configuration change made by your administrator, or because you moved to a new location, you must " +
    "use multi-factor authentication to access this resource.",
  500121: "Authentication failed during strong authentication request.",
  53003: "Access has been blocked due to conditional access policies.",
  50140: "This error occurred due to 'Keep me signed in' interrupt when the user was signing-in.",
  65001: "The user or administrator has not consented to use the application.",
  7000215: "Invalid client secret is provided.",
  7000222: "The provided client secret keys are expired.",
};

/** Category, service and type of the operations of the audit log. */
const OPERATIONS: Record<string, [string, string, string]> = {
  "Add member to role": ["RoleManagement", "Core Directory", "Assign"],
  "Remove member from role": ["RoleManagement", "Core Directory", "Unassign"],
  "Add eligible member to role in PIM completed (permanent)": ["RoleManagement", "PIM", "AddEligible"],
  "Add member to role completed (PIM activation)": ["RoleManagement", "PIM", "ActivateRole"],
  "Add member to role requested (PIM activation)": ["RoleManagement", "PIM", "ActivateRole"],
  "Add member to role outside of PIM (permanent)": ["RoleManagement", "PIM", "Assign"],
  "Update role setting in PIM": ["RoleManagement", "PIM", "Update"],
  "Consent to application": ["ApplicationManagement", "Core Directory", "Assign"],
  "Add delegated permission grant": ["ApplicationManagement", "Core Directory", "Add"],
  "Add app role assignment to service principal": ["ApplicationManagement", "Core Directory", "Assign"],
  "Add service principal": ["ApplicationManagement", "Core Directory", "Add"],
  "Add application": ["ApplicationManagement", "Core Directory", "Add"],
  "Delete application": ["ApplicationManagement", "Core Directory", "Delete"],
  "Remove service principal": ["ApplicationManagement", "Core Directory", "Delete"],
  "Update application": ["ApplicationManagement", "Core Directory", "Update"],
  "Update application – Certificates and secrets management ": ["ApplicationManagement", "Core Directory", "Update"],
  "Add service principal credentials": ["ApplicationManagement", "Core Directory", "Add"],
  "Add owner to application": ["ApplicationManagement", "Core Directory", "Assign"],
  "Add owner to service principal": ["ApplicationManagement", "Core Directory", "Assign"],
  "Update conditional access policy": ["Policy", "Conditional Access", "Update"],
  "Add conditional access policy": ["Policy", "Conditional Access", "Add"],
  "Delete conditional access policy": ["Policy", "Conditional Access", "Delete"],
  "Add named location": ["Policy", "Conditional Access", "Add"],
  "Update named location": ["Policy", "Conditional Access", "Update"],
  "Update authorization policy": ["AuthorizationPolicy", "Core Directory", "Update"],
  "Authentication Methods Policy Update": ["ApplicationManagement", "Authentication Methods", "Update"],
  "Disable Strong Authentication": ["UserManagement", "Core Directory", "Update"],
  "Reset password (by admin)": ["UserManagement", "Self-service Password Management", "Reset"],
  "Reset user password": ["UserManagement", "Core Directory", "Update"],
  "Change user password": ["UserManagement", "Core Directory", "Update"],
  "Reset password (self-service)": ["UserManagement", "Self-service Password Management", "Reset"],
  "Self-service password reset flow activity progress": ["UserManagement", "Self-service Password Management",
    "Update"],
  "User registered security info": ["UserManagement", "Authentication Methods", "Update"],
  "User deleted security info": ["UserManagement", "Authentication Methods", "Update"],
  "Admin registered security info": ["UserManagement", "Authentication Methods", "Update"],
  "Admin deleted security info": ["UserManagement", "Authentication Methods", "Update"],
  "Invite external user": ["UserManagement", "Invited Users", "Add"],
  "Redeem external user invite": ["UserManagement", "B2B Auth", "Update"],
  "Add user": ["UserManagement", "Core Directory", "Add"],
  "Update user": ["UserManagement", "Core Directory", "Update"],
  "Delete user": ["UserManagement", "Core Directory", "Delete"],
  "Hard Delete user": ["UserManagement", "Core Directory", "Delete"],
  "Restore user": ["UserManagement", "Core Directory", "Update"],
  "Restore application": ["ApplicationManagement", "Core Directory", "Update"],
  "Disable account": ["UserManagement", "Core Directory", "Update"],
  "Enable account": ["UserManagement", "Core Directory", "Update"],
  "Change user license": ["UserManagement", "Core Directory", "Update"],
  "Add member to group": ["GroupManagement", "Core Directory", "Assign"],
  "Remove member from group": ["GroupManagement", "Core Directory", "Unassign"],
  "Update group": ["GroupManagement", "Core Directory", "Update"],
  "Add owner to group": ["GroupManagement", "Core Directory", "Assign"],
  "Set domain authentication": ["DirectoryManagement", "Core Directory", "Update"],
  "Set federation settings on domain": ["DirectoryManagement", "Core Directory", "Update"],
  "Add unverified domain": ["DirectoryManagement", "Core Directory", "Add"],
  "Verify domain": ["DirectoryManagement", "Core Directory", "Update"],
  "Add a partner to cross-tenant access setting": ["CrossTenantAccessSettings", "Core Directory", "Add"],
  "Update a partner cross-tenant access setting": ["CrossTenantAccessSettings", "Core Directory", "Update"],
  "Create a partner cross-tenant identity sync setting": ["CrossTenantIdentitySyncSettings", "Core Directory", "Add"],
  "Register connector": ["Authentication", "Application Proxy", "Add"],
  "Add device": ["Device", "Device Registration Service", "Add"],
  "Add registered owner to device": ["Device", "Core Directory", "Assign"],
  "Delete device": ["Device", "Core Directory", "Delete"],
  "Add scoped member to role": ["AdministrativeUnit", "Core Directory", "Assign"],
  "Remove scoped member from role": ["AdministrativeUnit", "Core Directory", "Unassign"],
  "Update external secrets": ["ApplicationManagement", "Core Directory", "Update"],
  "Fraud reported - no action taken": ["UserManagement", "Azure MFA", "Update"],
};

const MIRRORED = /role|consent|credentials|domain|delegated|secrets|owner to app/i;

export function change(displayName: string, oldValue: unknown, newValue: unknown): Change {
  const text = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  return { displayName, oldValue: text(oldValue), newValue: text(newValue) };
}

export function userTarget(actor: Actor, ...modifiedProperties: Change[]): Target {
  return { id: actor.id, displayName: actor.name, type: "User", userPrincipalName: actor.upn, modifiedProperties };
}

export function appTarget(app: AppSpec, type = "ServicePrincipal", ...modifiedProperties: Change[]): Target {
  return { id: app.id, displayName: app.name, type, modifiedProperties };
}

export function thingTarget(type: string, id: string, displayName: string, ...modifiedProperties: Change[]): Target {
  return { id, displayName, type, modifiedProperties };
}

export function entra(w: World, sink: Sink, rng: Rng) {
  const invented = new Map<string, string>();
  const appId = (name: string): string => {
    const known = APP_IDS[name] ?? Object.values(w.apps).find((a) => a.name === name)?.appId ?? invented.get(name);
    if (known !== undefined) {
      return known;
    }
    invented.set(name, rng.uuid());
    return invented.get(name)!;
  };
  const written = (actor: Actor): string => (rng.chance(0.03) ? actor.upn.replace(/^./, (c) => c.toUpperCase())
    : actor.upn);
  const place = (net: Net): Row => ({
    city: net.city,
    state: net.city,
    countryOrRegion: net.country,
    geoCoordinates: { latitude: net.latitude, longitude: net.longitude },
  });

  function signin(time: number, actor: Actor, at: Endpoint, o: SigninOptions = {}): string[] {
    const code = o.code ?? 0;
    const app = o.app ?? "Office 365 Exchange Online";
    const mfa = o.mfa ?? "claim";
    const request = rng.uuid();
    const detail = (method: string, ok: boolean, result: string): Row => ({
      authenticationStepDateTime: iso(time), authenticationMethod: method, succeeded: ok,
      authenticationStepResultDetail: result,
    });
    const steps: Row[] = [detail("Password", code !== 50126,
      code === 50126 ? "Invalid username or password" : "Correct password")];
    if (mfa === "claim" && code === 0) {
      steps[0] = detail("Previously satisfied", true, "MFA requirement satisfied by claim in the token");
    } else if (mfa === "denied") {
      steps.push(detail("Mobile app notification", false, "MFA denied; user declined the authentication"));
    } else if (mfa === true || mfa === "sms") {
      steps.push(detail(mfa === "sms" ? "Text message" : "Mobile app notification", code === 0,
        "MFA completed in Azure AD"));
    }
    const device = at.device;
    const managed = device.managed && !o.unmanaged;
    const row: Row = {
      Id: request,
      CreatedDateTime: iso(time),
      CorrelationId: rng.uuid(),
      Category: o.quiet ? "NonInteractiveUserSignInLogs" : "SignInLogs",
      OperationName: "Sign-in activity",
      UserPrincipalName: written(actor),
      UserId: actor.id,
      UserDisplayName: actor.name,
      UserType: actor.kind === "guest" ? "Guest" : "Member",
      AppDisplayName: app,
      AppId: appId(app),
      ResourceDisplayName: o.resource ?? (app.startsWith("Office 365") ? app : "Microsoft Graph"),
      IPAddress: at.net.ip,
      Location: at.net.country,
      LocationDetails: o.quiet ? JSON.stringify(place(at.net)) : place(at.net),
      AutonomousSystemNumber: String(at.net.asn),
      ResultType: String(code),
      ResultDescription: code === 0 ? undefined : FAILURES[code],
      AuthenticationRequirement: mfa === false ? "singleFactorAuthentication" : "multiFactorAuthentication",
      AuthenticationDetails: JSON.stringify(steps),
      AuthenticationProtocol: o.protocol ?? "none",
      ConditionalAccessStatus: o.conditional ?? (code === 0 ? "success" : code === 53003 ? "failure" : "notApplied"),
      ClientAppUsed: o.client ?? (device.os.startsWith("iOS") || device.os.startsWith("Android")
        ? "Mobile Apps and Desktop clients" : "Browser"),
      UserAgent: device.agent,
      DeviceDetail: {
        deviceId: managed ? device.id : "",
        displayName: managed ? device.name : "",
        operatingSystem: device.os,
        browser: device.browser,
        ...(managed ? { isCompliant: true, isManaged: true,
          trustType: device.name.includes("-") ? "Hybrid Azure AD joined" : "Azure AD registered" } : {}),
      },
      IsInteractive: !o.quiet,
      RiskLevelDuringSignIn: o.risk ?? "none",
      RiskState: o.risk === undefined ? "none" : "atRisk",
      RiskEventTypes_V2: o.riskTypes === undefined ? undefined : JSON.stringify(o.riskTypes),
      UniqueTokenIdentifier: rng.hex(22),
      SessionId: o.session,
      TokenIssuerType: o.issuer ?? "AzureAD",
      CrossTenantAccessType: o.crossTenant ?? (actor.kind === "guest" ? "b2bCollaboration" : "none"),
    };
    return [sink.row(o.quiet ? "AADNonInteractiveUserSignInLogs" : "SigninLogs", time, row)];
  }

  function risk(time: number, actor: Actor, net: Net, type: string, level: string,
    o: { state?: string; lag?: number; detail?: string } = {}): string[] {
    const detected = time + (o.lag ?? rng.int(2, 40) * MINUTE);
    return [sink.row("AADUserRiskEvents", detected, {
      Id: rng.hex(64),
      ActivityDateTime: iso(time),
      DetectedDateTime: iso(detected),
      LastUpdatedDateTime: iso(detected),
      DetectionTimingType: o.lag === undefined ? "offline" : "realtime",
      Activity: "signin",
      Source: "IdentityProtection",
      RiskEventType: type,
      RiskLevel: level,
      RiskState: o.state ?? "atRisk",
      RiskDetail: o.detail ?? "none",
      UserPrincipalName: actor.upn,
      UserId: actor.id,
      UserDisplayName: actor.name,
      IpAddress: net.ip,
      Location: place(net),
      TokenIssuerType: "AzureAD",
    })];
  }

  function audit(time: number, by: By, operation: string, targets: Target[],
    o: { details?: Record<string, string>; result?: string; reason?: string } = {}): string[] {
    const [category, service, type] = OPERATIONS[operation] ?? ["Other", "Core Directory", "Update"];
    const application = "app" in by ? (typeof by.app === "string" ? { displayName: by.app } : {
      displayName: by.app.name, appId: by.app.appId, servicePrincipalId: by.app.id,
    }) : undefined;
    const user = "actor" in by ? {
      id: by.actor.id, displayName: by.actor.name, userPrincipalName: by.actor.upn, ipAddress: by.ip, roles: [],
    } : undefined;
    const correlation = rng.uuid();
    const row: Row = {
      Id: `Directory_${correlation}_${rng.hex(5).toUpperCase()}_${rng.int(10000000, 99999999)}`,
      CorrelationId: correlation,
      OperationName: operation,
      ActivityDisplayName: operation,
      ActivityDateTime: iso(time),
      AADOperationType: type,
      Category: category,
      LoggedByService: service,
      OperationVersion: "1.0",
      Result: o.result ?? "success",
      ResultReason: o.reason ?? "",
      Identity: user?.displayName ?? application?.displayName,
      InitiatedBy: user === undefined ? { app: application } : { user },
      TargetResources: targets,
      AdditionalDetails: Object.entries(o.details ?? {}).map(([key, value]) => ({ key, value })),
    };
    const ids = [sink.row("AuditLogs", time, row)];
    if ("actor" in by && MIRRORED.test(operation) && service === "Core Directory") {
      ids.push(sink.row("CloudAppEvents", time + rng.int(500, 9000), {
        ReportId: `${rng.int(1e8, 9e8)}_20893_${correlation}`,
        ActionType: `${operation.trim()}.`,
        ActivityType: "Basic",
        Application: "Microsoft 365",
        ApplicationId: 11161,
        AccountObjectId: by.actor.id,
        AccountDisplayName: by.actor.name,
        AccountType: "Admin",
        IsAdminOperation: true,
        IPAddress: by.ip,
        ObjectName: String(targets[0]?.displayName ?? ""),
        ObjectType: targets[0]?.type,
        RawEventData: { Workload: "AzureActiveDirectory", Operation: `${operation.trim()}.`, UserId: by.actor.upn,
          ObjectId: targets[0]?.id, ModifiedProperties: targets[0]?.modifiedProperties },
      }));
    }
    return ids;
  }

  function spSignin(time: number, app: AppSpec,
    o: { ip?: string; net?: Net; code?: number; resource?: string; keyId?: string; federated?: string } =
    {}): string[] {
    const code = o.code ?? 0;
    return [sink.row("AADServicePrincipalSignInLogs", time, {
      Id: rng.uuid(),
      CorrelationId: rng.uuid(),
      OperationName: "Sign-in activity",
      Category: "ServicePrincipalSignInLogs",
      ServicePrincipalId: app.id,
      ServicePrincipalName: app.name,
      AppId: app.appId,
      IPAddress: o.net?.ip ?? o.ip ?? app.ip,
      Location: o.net?.country ?? "NL",
      ResultType: String(code),
      ResultDescription: code === 0 ? undefined : FAILURES[code],
      ResourceDisplayName: o.resource ?? app.resource,
      ServicePrincipalCredentialKeyId: o.federated === undefined ? (o.keyId ?? app.keyId) : undefined,
      FederatedCredentialId: o.federated,
      ClientCredentialType: o.federated === undefined ? "clientSecret" : "federatedIdentityCredential",
      UniqueTokenIdentifier: rng.hex(22),
    })];
  }

  function miSignin(time: number, app: AppSpec, resource = app.resource): string[] {
    return [sink.row("AADManagedIdentitySignInLogs", time, {
      Id: rng.uuid(),
      CorrelationId: rng.uuid(),
      OperationName: "Sign-in activity",
      Category: "ManagedIdentitySignInLogs",
      ServicePrincipalId: app.id,
      ServicePrincipalName: app.name,
      AppId: app.appId,
      ResultType: "0",
      ResourceDisplayName: resource,
      UniqueTokenIdentifier: rng.hex(22),
    })];
  }

  function graph(time: number, who: AppSpec | Actor, ip: string, method: string, path: string,
    o: { status?: number; roles?: string; scopes?: string; client?: string } = {}): string[] {
    const app = "appId" in who ? who : undefined;
    return [sink.row("MicrosoftGraphActivityLogs", time, {
      RequestId: rng.uuid(),
      OperationId: rng.uuid(),
      RequestMethod: method,
      RequestUri: `https://graph.microsoft.com/v1.0${path}`,
      ResponseStatusCode: o.status ?? (method === "GET" ? 200 : 201),
      AppId: app?.appId ?? APP_IDS[o.client ?? "Microsoft Graph Command Line Tools"] ?? o.client,
      ServicePrincipalId: app?.id,
      UserId: app === undefined ? (who as Actor).id : undefined,
      IPAddress: ip,
      Roles: app === undefined ? undefined : (o.roles ?? app.permissions.join(" ")),
      Scopes: app === undefined ? (o.scopes ?? "User.Read Directory.Read.All") : "",
    })];
  }

  function provision(time: number, app: AppSpec, action: string, name: string, system: string,
    o: { result?: string; properties?: Row[] } = {}): string[] {
    return [sink.row("AADProvisioningLogs", time, {
      Id: rng.uuid(),
      JobId: `scim.${rng.hex(32)}`,
      CycleId: rng.uuid(),
      ChangeId: rng.uuid(),
      Category: "ProvisioningLogs",
      OperationName: "Provisioning activity",
      ProvisioningAction: action,
      ResultType: o.result ?? "Success",
      InitiatedBy: JSON.stringify({ Id: "", Name: "Azure AD Provisioning Service", InitiatorType: "system" }),
      ServicePrincipal: JSON.stringify({ Id: app.id, Name: app.name }),
      SourceIdentity: JSON.stringify({ identityType: "User", displayName: name }),
      TargetIdentity: JSON.stringify({ identityType: "User", displayName: name }),
      SourceSystem: undefined,
      TargetSystem: JSON.stringify({ DisplayName: system }),
      ModifiedProperties: o.properties === undefined ? undefined : JSON.stringify(o.properties),
    })];
  }

  function behavior(time: number, actor: Actor, net: Net, activity: string, action: string, priority: number,
    insights: Record<string, string>): string[] {
    return [sink.row("BehaviorAnalytics", time, {
      SourceRecordId: rng.uuid(),
      ActivityType: activity,
      ActionType: action,
      UserName: actor.sam,
      UserPrincipalName: actor.upn,
      SourceIPAddress: net.ip,
      SourceIPLocation: net.country,
      InvestigationPriority: priority,
      ActivityInsights: insights,
      UsersInsights: { AccountObjectID: actor.id, AccountDisplayName: actor.name,
        BlastRadius: actor.kind === "admin" ? "High" : "Low" },
      EventSource: "Azure AD",
      EventVendor: "Microsoft",
    })];
  }

  function anomaly(time: number, actor: Actor, net: Net, template: string, score: number, tactic: string,
    technique: string): string[] {
    return [sink.row("Anomalies", time, {
      Id: rng.uuid(),
      StartTime: iso(time - 60 * MINUTE),
      EndTime: iso(time),
      AnomalyTemplateName: template,
      RuleName: template,
      RuleStatus: "Production",
      Score: Math.round(score * 100) / 100,
      UserName: actor.sam,
      UserPrincipalName: actor.upn,
      SourceIpAddress: net.ip,
      SourceLocation: { CountryCode: net.country, City: net.city },
      Tactics: tactic,
      Techniques: technique,
      VendorName: "Microsoft",
    })];
  }

  return { signin, risk, audit, spSignin, miSignin, graph, provision, behavior, anomaly, appId };
}
