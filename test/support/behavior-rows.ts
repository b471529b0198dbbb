import fc from "fast-check";
import type { BehaviorOverrides } from "../../src/analysis/detect/behavior/behavior-settings.ts";
import { DAY_MS, MINUTE_MS, type SeenRow } from "../../src/analysis/detect/stateful-detector.ts";
import type { Fields } from "../../src/model/fields.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";
import { seenRow, times } from "./run-detectors.ts";

/** Thresholds so low that a few rows are enough for each detector. */
export const SMALL_NUMBERS: BehaviorOverrides = {
  impossibleTravel: { habitDays: 2, habitBaselineDays: 4 },
  rareCountry: { baselineDays: 5, warmUpDays: 1 },
  organizationCountry: { baselineDays: 5, warmUpDays: 1 },
  sharedExit: { users: 1, deviceShare: 0.01, baselineDays: 4, warmUpDays: 1 },
  rareApp: { baselineDays: 5, warmUpDays: 1 },
  newDeviceAgent: { baselineDays: 5, warmUpDays: 1 },
  mfaFatigue: { denials: 2, manyDenials: 4, slowDenials: 3 },
  passwordSpray: { users: 2, withinMinutes: 45, usersPerDay: 3 },
  distributedSpray: { users: 1, baselineDays: 5, timesUsual: 1 },
  networkSpray: { usersPerDay: 1, users: 2, withinDays: 2, addresses: 1, failuresPerSuccess: 0.1 },
  bruteForce: { failures: 3, withinMinutes: 45, failuresPerDay: 4, networksPerDay: 2 },
  sshSweep: { failures: 3, hosts: 2 },
  sshNewPlace: { baselineDays: 5, warmUpDays: 1 },
  remoteSignIn: { baselineDays: 5, warmUpDays: 1, adminHosts: 2, adminDays: 2, adminChain: 2 },
  logonFanOut: { baselineDays: 5, warmUpDays: 1, hosts: 2, withinMinutes: 45 },
  certificateLogOn: { baselineDays: 3, warmUpDays: 1 },
  serviceAccountSignIn: { baselineDays: 5, programDays: 1, withinDays: 5 },
  resetAfterFailures: { failures: 1 },
  phishClickSignin: { withinHours: 12, baselineDays: 2, warmUpDays: 0.2, markedWithinDays: 2 },
  massDownload: { files: 3 },
  downloadVolume: { baselineDays: 5, warmUpDays: 2, minFiles: 4, deviations: 1, manyFiles: 9 },
  downloadShift: { baselineDays: 4, warmUpDays: 2, days: 1, withinDays: 3, minFiles: 3, times: 1 },
  externalShareBurst: { shares: 2, withinMinutes: 45, habitDays: 1, habitBaselineDays: 4 },
  mailedFiles: { messages: 2, manyMessages: 2, habitDays: 2, habitBaselineDays: 4 },
  repeatedUpload: { days: 2, withinDays: 4, users: 1 },
  mailboxOfOther: { baselineDays: 3, warmUpDays: 1, items: 1 },
  labelDowngrade: { items: 2 },
  shareSweep: { files: 2, folders: 2, habitBaselineDays: 4 },
  massDelete: { files: 3, resources: 2 },
  massEncryption: { files: 2, filesPerDay: 3, habitBaselineDays: 4 },
  appCredentialUse: { baselineDays: 5, warmUpDays: 1 },
  appPermissionUse: { baselineDays: 5, warmUpDays: 1 },
  appOwnerCredential: { newWithinDays: 1 },
  appNewPlace: { baselineDays: 5, warmUpDays: 1, activeDays: 1 },
  appFirstAct: { baselineDays: 5, warmUpDays: 1, activeDays: 1 },
  appDormant: { silentDays: 3, warmUpDays: 1 },
  appDirectorySurvey: { parts: 2, baselineDays: 5, warmUpDays: 1, activeDays: 1 },
  consentThenUse: { baselineDays: 5 },
  firstDomainGrant: { baselineDays: 3, warmUpDays: 1 },
  dormantAccount: { silentDays: 3, longSilentDays: 6, reenabledSilentDays: 1, memoryDays: 60 },
  directoryRecon: { queries: 2 },
  provisioningAnomaly: { removals: 2, withinMinutes: 45 },
  lookAlikePartner: { baselineDays: 5, partnerDays: 1, newDays: 4 },
  controlWeakening: { baselineDays: 5, warmUpDays: 1 },
  networkSweep: { hosts: 2, ports: 2, slowHosts: 3 },
  networkBeacon: { contacts: 2, lastsHours: 0.01, sources: 5, jitterPercent: 900 },
  largeUpload: { megabytes: 2, baselineDays: 5, sources: 3 },
  objectEnumeration: { objects: 2, manyObjects: 4 },
  keyStoreSweep: { secrets: 2 },
  computeBurst: { machines: 2, habitBaselineDays: 4 },
};

const START = Date.UTC(2026, 2, 1);
const PLACES = [
  { city: "Berlin", countryOrRegion: "DE", geoCoordinates: { latitude: 52.5, longitude: 13.4 } },
  { city: "Lagos", countryOrRegion: "NG", geoCoordinates: { latitude: 6.5, longitude: 3.4 } },
  { city: "Osaka", countryOrRegion: "JP", geoCoordinates: { latitude: 34.7, longitude: 135.5 } },
] as const;
const IPS = ["198.51.100.1", "198.51.100.2", "203.0.113.9"] as const;
const AGENTS = ["Mozilla/5.0 (Windows NT 10.0) Chrome/120", "Mozilla/5.0 (X11; Linux) Firefox/1", "python-requests/2"];
const APPS = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"] as const;
const MAILS = ["m1", "m2"] as const;

/** The values that a generated incident picks from. */
interface Choice {
  readonly user: string;
  readonly other: string;
  pick<T>(list: readonly T[]): T;
}

type RowMaker = (choice: Choice, index: number) => readonly [LogTable, Fields];

const signIn =
  (result: string): RowMaker =>
  ({ user, pick }) => [
    "SigninLogs",
    {
      UserPrincipalName: user,
      ResultType: result,
      IPAddress: pick(IPS),
      LocationDetails: pick(PLACES),
      UserAgent: pick(AGENTS),
      AppId: pick(APPS),
      AppDisplayName: "App",
      SessionId: pick(["s1", "s2"]),
      DeviceDetail: { deviceId: pick(["", "", "", "d-1"]) },
      AuthenticationRequirement: pick(["singleFactorAuthentication", "multiFactorAuthentication"]),
      RiskLevelDuringSignIn: pick(["none", "high"]),
    },
  ];

const office =
  (operation: string, more: Fields = {}): RowMaker =>
  ({ user, pick }, index) => [
    "OfficeActivity",
    {
      UserId: user,
      Operation: operation,
      OfficeObjectId: `https://files/${pick(["a", "b"])}${index}.docx`,
      ClientIP: pick(IPS),
      UserAgent: pick(AGENTS),
      AppAccessContext: { AADSessionId: pick(["s1", "s2"]) },
      ...more,
    },
  ];

const audit =
  (operation: string): RowMaker =>
  ({ user, other, pick }) => [
    "AuditLogs",
    {
      OperationName: operation,
      Result: "success",
      InitiatedBy: { user: { userPrincipalName: user } },
      TargetResources: [{ type: "User", userPrincipalName: other, id: pick(APPS), displayName: "target" }],
    },
  ];

const azure =
  (action: string): RowMaker =>
  ({ user, pick }, index) => [
    "AzureActivity",
    {
      Caller: user,
      OperationNameValue: action,
      ActivityStatusValue: "Success",
      ResourceId: `/r/${pick([1, 2])}${index}`,
    },
  ];

const servicePrincipal: RowMaker = ({ pick }) => [
  "AADServicePrincipalSignInLogs",
  {
    AppId: pick(APPS),
    ServicePrincipalId: pick(APPS),
    IPAddress: pick(IPS),
    ResultType: pick(["0", "0", "7000215"]),
    LocationDetails: pick(PLACES),
  },
];
const appCall: RowMaker = ({ pick }) => [
  "MicrosoftGraphActivityLogs",
  {
    ServicePrincipalId: APPS[0],
    RequestMethod: "GET",
    RequestUri: `https://graph.microsoft.com/v1.0/${pick(["sites", "users", "groups", "directoryRoles", "domains"])}`,
    ResponseStatusCode: 200,
    IPAddress: pick(IPS),
  },
];
const appAzure: RowMaker = ({ pick }) => [
  "AzureActivity",
  {
    Caller: pick(APPS),
    CallerIpAddress: pick(IPS),
    OperationNameValue: pick(["Microsoft.Storage/storageAccounts/listKeys/action", "Microsoft.Compute/disks/write"]),
    ActivityStatusValue: "Success",
    ResourceId: "/r/1",
  },
];
const changedApp =
  (operation: string, property: string, value: string): RowMaker =>
  ({ user, pick }) => [
    "AuditLogs",
    {
      OperationName: operation,
      Result: "success",
      InitiatedBy: { user: { userPrincipalName: user } },
      TargetResources: [
        {
          type: "ServicePrincipal",
          id: pick(APPS),
          displayName: "App",
          modifiedProperties: [{ displayName: property, oldValue: "", newValue: value }],
        },
      ],
    },
  ];
const appMail: RowMaker = ({ user, pick }) => [
  "OfficeActivity",
  {
    UserId: user,
    Operation: "MailItemsAccessed",
    AppId: pick(APPS),
    ClientIP: pick(IPS),
    ClientInfoString: "Client=REST",
  },
];
const provisioning: RowMaker = ({ pick }, index) => [
  "AADProvisioningLogs",
  { ProvisioningAction: pick(["delete", "disable"]), TargetIdentity: { Id: `t${index}` }, JobId: "job" },
];
const query: RowMaker = ({ user, pick }, index) => [
  "IdentityQueryEvents",
  { AccountUpn: user, ActionType: "LDAP query", QueryTarget: `Domain Admins ${pick([1, 2])}${index}` },
];
const ssh: RowMaker = ({ pick }) => [
  "Syslog",
  {
    ProcessName: "sshd",
    HostName: pick(["web-1", "web-2"]),
    SyslogMessage: `${pick(["Failed", "Failed", "Accepted"])} password for ${pick(["deploy", "deploy", "kim"])} from ${pick(IPS)} port 22 ssh2`,
  },
];
const flow: RowMaker = ({ pick }, index) => [
  "CommonSecurityLog",
  {
    SourceIP: pick(["10.0.0.1", "10.0.0.2"]),
    DestinationIP: pick(["10.0.1.7", `10.0.1.${index}`, "203.0.113.9"]),
    DestinationPort: pick([22, 443, 445]),
    DeviceAction: pick(["allow", "allow", "deny"]),
  },
];
const contact: RowMaker = ({ pick }) => [
  "CommonSecurityLog",
  { SourceIP: "10.0.0.1", DestinationIP: pick(IPS), DestinationPort: 443, DeviceAction: "allow" },
];
const privateUpload: RowMaker = ({ user, pick }) => [
  "CommonSecurityLog",
  {
    SourceUserName: user,
    SourceIP: "10.0.0.1",
    DestinationIP: "203.0.113.9",
    DestinationHostName: pick(["www.dropbox.com", "ours.test"]),
    SentBytes: pick([900_000, 3_000_000]),
  },
];
const objectRead: RowMaker = ({ user, pick }, index) => [
  "SecurityEvent",
  {
    EventID: pick([4662, 4799]),
    SubjectUserName: user.split("@")[0],
    ObjectName: `o${index}`,
    TargetUserName: `g${index}`,
  },
];
const delegate: RowMaker = ({ user, pick }) => [
  "OfficeActivity",
  {
    UserId: user,
    Operation: "MailItemsAccessed",
    Logon_Type: pick(["Delegated", "Owner"]),
    MailboxOwnerUPN: pick(["cfo@ours.test", "hr@ours.test"]),
  },
];
const remoteLogOn: RowMaker = ({ user, pick }) => [
  "SecurityEvent",
  {
    EventID: pick([4624, 4624, 4648]),
    Computer: pick(["srv-1", "srv-2", "dc-1"]),
    LogonType: pick([10, 3]),
    TargetUserName: user.split("@")[0],
    SubjectUserName: user.split("@")[0],
    TargetServerName: "srv-3",
    ProcessName: "mstsc.exe",
  },
];
const renamedFile: RowMaker = ({ user, pick }, index) => [
  "OfficeActivity",
  {
    UserId: user,
    Operation: "FileRenamed",
    SourceFileName: `${index}.docx`,
    DestinationFileName: `${index}.docx.${pick(["qq1", "zz2"])}`,
  },
];
const networkLogOn: RowMaker = ({ user, pick }, index) => [
  "SecurityEvent",
  {
    EventID: 4624,
    Computer: pick(["fs-1", "fs-2", `fs-${index}`]),
    LogonType: pick([3, 3, 2]),
    IpAddress: pick(IPS),
    AuthenticationPackageName: pick(["NTLM", "Kerberos"]),
    TargetUserName: user.split("@")[0],
  },
];
const shareAccess: RowMaker = ({ user, pick }, index) => [
  "SecurityEvent",
  {
    EventID: pick([5145, 4663]),
    SubjectUserName: user.split("@")[0],
    ObjectType: "File",
    ShareName: "\\\\*\\Projects",
    RelativeTargetName: `${index}\\a.docx`,
    ObjectName: `E:\\Projects\\${index}\\a.docx`,
    AccessMask: pick(["0x1", "0x10000"]),
  },
];
const ticket: RowMaker = ({ user, pick }) => [
  "SecurityEvent",
  {
    EventID: 4768,
    TargetUserName: user.split("@")[0],
    Status: "0x0",
    PreAuthType: pick(["2", "2", "2", "16"]),
    IpAddress: pick(IPS),
  },
];
const domainGrant: RowMaker = ({ user, pick }) => {
  const account = user.split("@")[0];
  const EventID = pick([4624, 4624, 4728]);
  const TargetUserName = EventID === 4624 ? account : "Domain Admins";
  return ["SecurityEvent", { EventID, LogonType: 2, SubjectUserName: account, TargetUserName, MemberName: "CN=Kim" }];
};
const selfService: RowMaker = ({ user, pick }) => [
  "AuditLogs",
  {
    OperationName: "Reset password (self-service)",
    Result: pick(["failure", "success"]),
    InitiatedBy: { user: { userPrincipalName: user, ipAddress: pick(IPS) } },
  },
];
const label: RowMaker = ({ user, pick }, index) => [
  "MicrosoftPurviewInformationProtection",
  {
    UserId: user,
    LabelEventType: "LabelDowngraded",
    Operation: "Changed",
    ItemName: `${pick(["a", "b"])}${index}.docx`,
  },
];
const click: RowMaker = ({ user, pick }) => [
  "UrlClickEvents",
  {
    AccountUpn: user,
    ActionType: "ClickAllowed",
    Url: "https://bad.test",
    NetworkMessageId: pick(MAILS),
    ThreatTypes: pick(["", "Phish"]),
  },
];
const mail: RowMaker = ({ user, pick }) => [
  "EmailEvents",
  {
    RecipientEmailAddress: user,
    EmailDirection: "Inbound",
    Subject: "Invoice overdue",
    SenderFromAddress: pick(["a@x.test", "b@y.test"]),
    IsFirstContact: true,
    NetworkMessageId: pick(MAILS),
    ThreatTypes: pick(["", "Phish"]),
  },
];
const partnerMail: RowMaker = ({ user, pick }) => {
  const [own, theirs] = [user, pick(["desk@lindgren.test", "desk@lindgren.test", "desk@lindgrem.test"])];
  const isSent = pick([true, false]);
  return [
    "EmailEvents",
    {
      SenderFromAddress: isSent ? own : theirs,
      RecipientEmailAddress: isSent ? theirs : own,
      EmailDirection: isSent ? "Outbound" : "Inbound",
      Subject: pick(["Invoice", "Hello"]),
      AttachmentCount: pick([0, 1]),
    },
  ];
};
const sentMail: RowMaker = ({ user, pick }) => [
  "EmailEvents",
  {
    SenderFromAddress: user,
    RecipientEmailAddress: pick(["a@gmail.com", "b@y.test"]),
    EmailDirection: "Outbound",
    AttachmentCount: pick([1, 2]),
    NetworkMessageId: pick(MAILS),
  },
];
const hidingRule = office("New-InboxRule", {
  Parameters: [
    { Name: "Name", Value: "x" },
    { Name: "DeleteMessage", Value: "True" },
  ],
});

/** Row makers that belong together; each set of rows uses some of them. */
const THEMES: readonly (readonly RowMaker[])[] = [
  [signIn("0"), signIn("0"), signIn("50126")],
  [signIn("50126"), signIn("500121"), signIn("0")],
  [office("FileDownloaded"), office("FileDownloaded"), label, sentMail],
  [delegate, office("FileDownloaded"), renamedFile],
  [office("FileDeleted"), office("AnonymousLinkCreated"), azure("Microsoft.KeyVault/vaults/delete")],
  [
    azure("Microsoft.KeyVault/vaults/delete"),
    azure("Microsoft.Authorization/locks/delete"),
    audit("Add member to role"),
  ],
  [signIn("0"), click],
  [click, mail, hidingRule, signIn("0")],
  [partnerMail, sentMail],
  [audit("Add member to role"), audit("Add user"), audit("Enable account"), signIn("0")],
  [
    audit("Add service principal credentials"),
    servicePrincipal,
    audit("Add owner to application"),
    changedApp("Add app role assignment to service principal", "AppRole.Value", '"Mail.Read"'),
  ],
  [servicePrincipal, appAzure, appCall],
  [
    changedApp("Consent to application", "DelegatedPermissionGrant.Scope", '"Mail.Read offline_access"'),
    changedApp("Add service principal", "x", ""),
    appMail,
  ],
  [
    audit("Delete conditional access policy"),
    office("Set-AdminAuditLogConfig"),
    audit("Consent to application"),
    signIn("0"),
    signIn("0"),
  ],
  [provisioning, query, ssh, remoteLogOn],
  [networkLogOn, azure("Microsoft.Compute/virtualMachines/write"), privateUpload],
  [ticket, selfService, domainGrant, shareAccess],
  [flow, contact, privateUpload, objectRead, azure("Microsoft.KeyVault/vaults/secrets/getSecret/action")],
];

const anyIncident = fc.record({
  maker: fc.nat(11),
  day: fc.nat(12),
  minute: fc.integer({ min: -40, max: 40 }),
  rows: fc.integer({ min: 1, max: 5 }),
  picks: fc.array(fc.nat(5), { minLength: 8, maxLength: 8 }),
});

/** Rows of a few people over two weeks, in clusters that often span midnight. */
export const anyRows: fc.Arbitrary<readonly SeenRow[]> = fc
  .record({
    themes: fc.array(fc.constantFrom(...THEMES), { minLength: 1, maxLength: 2 }),
    incidents: fc.array(anyIncident, { minLength: 10, maxLength: 30 }),
  })
  .map(({ themes, incidents }) => {
    const makers = themes.flat();
    return incidents.flatMap(({ maker, day, minute, rows, picks }, incident) =>
      times(rows, (index) => {
        const at = START + day * DAY_MS + (minute + index) * MINUTE_MS;
        const [table, fields] = (makers[maker % makers.length] ?? query)(choiceOf(picks, index), index);
        return seenRow(table, at, fields, `${incident}-${index}`);
      }),
    );
  });

function choiceOf(picks: readonly number[], index: number): Choice {
  let next = index;
  const number = (): number => {
    next += 1;
    return picks[next % picks.length] ?? 0;
  };
  const user = (at: number): string => `user${(picks[at] ?? 0) % 3}@ours.test`;
  return {
    user: user(0),
    other: user(1),
    pick<T>(list: readonly T[]): T {
      return list[number() % list.length] as T;
    },
  };
}
