import type { Columns, Log } from "../lib/log.ts";
import { iso } from "../lib/time.ts";
import { apps } from "../org/identities.ts";
import type { Person } from "../org/people.ts";
import type { Spot } from "../org/places.ts";
import type { Site } from "../org/world.ts";
import { tenantId } from "./entra.ts";

export interface Actor {
  from?: Spot;
  agent?: string;
  device?: string;
  /** The application that acts on behalf of the person. */
  appId?: string;
  managed?: boolean;
}

/** Operations which the cloud application connector also sends (the rest is filtered out by it). */
const mirrored = new Set(["FileDownloaded", "FileSyncDownloadedFull", "FileDeleted", "FileRenamed", "FileUploaded",
  "FileRecycled", "FolderDeleted", "AnonymousLinkCreated", "AnonymousLinkUsed", "SharingSet",
    "SharingInvitationCreated",
  "SecureLinkCreated", "AddedToSecureLink", "SiteCollectionAdminAdded", "MemberAdded", "New-InboxRule", "Set-InboxRule",
  "Set-Mailbox", "Add-MailboxPermission", "New-TransportRule", "SharingPolicyChanged", "FileVersionsAllDeleted"]);

const appName: Record<string, [string, number]> = {
  Exchange: ["Microsoft Exchange Online", 20893], SharePoint: ["Microsoft SharePoint Online", 20892],
  OneDrive: ["Microsoft OneDrive for Business", 15600], MicrosoftTeams: ["Microsoft Teams", 28375],
};

/** A row of the cloud application log. */
export const cloudApp = (
  log: Log, time: number, who: Person, action: string, application: string, object: string, actor: Actor = {},
  extra: Columns = {}, raw: Columns = {},
): string => {
  const from = actor.from ?? who.home;
  const id = Object.values(appName).find(([name]) => name === application)?.[1] ?? 11161;
  return log.add("CloudAppEvents", time, {
    ReportId: `${log.r.digits(9)}_${id}_${log.r.uuid()}`, ActionType: action, ActivityType: "Basic",
      Application: application,
    ApplicationId: id, AccountObjectId: who.id, AccountId: who.id, AccountDisplayName: who.name,
    AccountType: who.admin ? "Admin" : "Regular", IPAddress: from.ip, CountryCode: from.country,
    City: log.r.chance(0.05) ? undefined : from.city, ISP: from.isp, IsAnonymousProxy: from.isp.startsWith("Onion"),
    IsExternalUser: who.guest, IsAdminOperation: /-|Policy|Admin/.test(action), ObjectName: object, ObjectType: "File",
    UserAgent: actor.agent ?? who.laptop.agent, DeviceType: "Desktop", OSPlatform: who.laptop.os,
    OAuthAppId: actor.appId, AuditSource: "Microsoft 365", ...extra,
    RawEventData: { Id: log.r.uuid(), Operation: action, UserId: who.upn, UserKey: who.id, ClientIP: from.ip,
      CreationTime: iso(time).slice(0, 19), ObjectId: object, OrganizationId: tenantId, ...raw },
  });
};

const mirror = (
  log: Log, time: number, who: Person, operation: string, workload: string, object: string, actor: Actor, raw: Columns,
): string[] => mirrored.has(operation)
  ? [cloudApp(log, time + log.r.int(0, 900), who, operation, appName[workload]?.[0] ?? workload, object, actor, {}, {
    Workload: workload, ...raw })]
  : [];

const common = (log: Log, who: Person, actor: Actor): Columns => {
  const from = actor.from ?? who.home;
  return {
    OfficeId: log.r.uuid(), OrganizationId: tenantId, UserId: log.r.chance(0.03) && who.alias ? who.alias : who.upn,
    UserKey: `i:0h.f|membership|${who.id.replace(/-/g, "").slice(0, 16)}@live.com`,
    UserType: who.admin ? "Admin" : "Regular", ClientIP: from.ip, UserAgent: actor.agent ?? who.laptop.agent,
    AppAccessContext: { AADSessionId: log.r.uuid(), CorrelationId: log.r.uuid(), UniqueTokenId: log.r.hex(22) },
  };
};

export const personalSite = (who: Person): Site => ({
  name: "OneDrive", departments: [who.department], sensitive: false,
  url: `https://brightkilnhq-my.sharepoint.example/personal/${who.upn.replace(/[.@#]/g, "_").toLowerCase()}/`,
  files: Array.from({ length: 24 },
    (_, i) => `Documents/${["notes", "draft", "plan", "todo", "export", "screenshots"][i % 6]}` +
    `-${i + 1}.${["docx", "xlsx", "pptx", "pdf", "txt", "png"][i % 6]}`),
});

/** An operation on a file. */
export const file = (
  log: Log, time: number, who: Person, operation: string, site: Site, path: string, actor: Actor = {},
    extra: Columns = {},
): string[] => {
  const workload = site.url.includes("-my.") ? "OneDrive" : "SharePoint";
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const object = site.url + path.replace(/ /g, "%20");
  if (operation === "SearchQueryPerformed") {
    return [log.add("OfficeActivity", time, {
      ...common(log, who, actor), OfficeWorkload: workload, Operation: operation, RecordType: "SharePoint",
      Site_Url: site.url, EventSource: "SharePoint", ItemType: "Page", Event_Data: `<SearchQueryText>${path}` +
        "</SearchQueryText>", OfficeObjectId: `${site.url}_layouts/15/search.aspx`,
    })];
  }
  const sync = operation.startsWith("FileSync");
  return [
    log.add("OfficeActivity", time, {
      ...common(log, who, actor), OfficeWorkload: workload, Operation: operation,
      RecordType: /Sharing|Link/.test(operation) ? "SharePointSharingOperation" : "SharePointFileOperation",
      Site_Url: site.url, SourceRelativeUrl: path.slice(0, Math.max(slash, 0)), SourceFileName: name,
      SourceFileExtension: name.slice(name.lastIndexOf(".") + 1), OfficeObjectId: site.url + path, ItemType: "File",
      EventSource: "SharePoint", IsManagedDevice: actor.managed ?? who.laptop.managed,
      MachineDomainInfo: sync ? log.r.hex(8) : undefined, MachineId: sync ? actor.device ?? who.laptop.name : undefined,
      ...(sync ? { UserAgent: "Microsoft SkyDriveSync 25.164.0824.0003 ship; Windows NT 10.0 (26100)" } : {}),
      ApplicationId: actor.appId ?? apps.sharepoint.id, ...extra,
    }),
    ...mirror(log, time, who, operation, workload, object, actor, { SourceFileName: name, SiteUrl: site.url }),
  ];
};

/** Sharing: links, invitations, members of sites. */
export const sharing = (
  log: Log, time: number, who: Person, operation: string, site: Site, path: string, target: string, actor: Actor = {},
  permission = "View",
): string[] => file(log, time, who, operation, site, path, actor, {
  TargetUserOrGroupName: target, TargetUserOrGroupType: target
    ? (target.includes("#EXT#") || !target.includes("brightkiln")
    ? "Guest" : "Member") : undefined, UniqueSharingId: log.r.uuid(),
  Event_Data: `<Permissions granted>${permission === "Edit" ? "Contribute" : "Read"}</Permissions granted>`,
});

/** A cmdlet of Exchange, as its audit log has it. */
export const cmdlet = (
  log: Log, time: number, who: Person, operation: string, parameters: Record<string, string>, actor: Actor = {},
  object = "",
): string[] => {
  const from = actor.from ?? who.home;
  const list = Object.entries(parameters).map(([Name, Value]) => ({ Name, Value }));
  return [
    log.add("OfficeActivity", time, {
      ...common(log, who, actor), UserKey: who.id, UserAgent: undefined, OfficeWorkload: "Exchange",
        Operation: operation,
      RecordType: "ExchangeAdmin", ResultStatus: "True", OfficeObjectId: object || parameters["Identity"]
        || parameters["Name"],
      Parameters: JSON.stringify(list), ExternalAccess: "False", OrganizationName: "brightkilnhq.onmicrosoft.example",
      ClientIP: from.ip.includes(":") ? `[${from.ip}]:${log.r.int(20000, 60000)}`
        : `${from.ip}:${log.r.int(20000, 60000)}`,
      OriginatingServer: `AM0PR0${log.r.int(1, 9)}MB${log.r.digits(4)} (15.20.9052.019)`,
    }),
    ...mirror(log, time, who, operation, "Exchange", object || parameters["Name"] || "", actor, { Parameters: list }),
  ];
};

/** An operation on a mailbox by its owner, a delegate, an administrator or an application. */
export const mailbox = (
  log: Log, time: number, who: Person, operation: string, owner: Person, actor: Actor = {}, extra: Columns = {},
): string => {
  const from = actor.from ?? who.home;
  return log.add("OfficeActivity", time, {
    ...common(log, who, actor), UserKey: who.id, OfficeWorkload: "Exchange", Operation: operation,
    RecordType: operation === "MailItemsAccessed" ? "ExchangeItemAggregated" : /Delete/.test(operation)
      ? "ExchangeItemGroup" : "ExchangeItem",
    ResultStatus: "Succeeded", MailboxOwnerUPN: owner.upn, MailboxGuid: owner.id, ExternalAccess: "false",
    Logon_Type: who.id === owner.id ? "Owner" : who.admin ? "Admin" : "Delegated",
    InternalLogonType: 0, Client_IPAddress: from.ip, ClientIP: undefined,
    ClientInfoString: actor.appId ? "Client=REST;Client=RESTSystem;;" : "Client=OWA;Action=ViaProxy",
    AppId: actor.appId ?? "00000002-0000-0ff1-ce00-000000000000", ClientAppId: actor.appId,
    OriginatingServer: `AM0PR0${log.r.int(1, 9)}MB${log.r.digits(4)} (15.20.9052.019)`, ...extra,
  });
};

export const itemsAccessed = (
  log: Log, time: number, who: Person, owner: Person, count: number, actor: Actor = {}, kind: "Bind" | "Sync" = "Bind",
): string => mailbox(log, time, who, "MailItemsAccessed", owner, actor, {
  OperationProperties: [{ Name: "MailAccessType", Value: kind }, { Name: "IsThrottled", Value: "False" }],
  Folders: JSON.stringify([{ Path: "\\Inbox", FolderItems: Array.from({ length: Math.min(count, 12) }, () => ({
    InternetMessageId: `<${log.r.hex(20)}@mail.brightkiln.example>`, SizeInBytes: log.r.int(4000, 90_000) })) }]),
  ExtraProperties: [{ Name: "OperationCount", Value: String(count) }],
});

export const teams = (
  log: Log, time: number, who: Person, operation: string, extra: Columns = {}, actor: Actor = {},
): string[] => [
  log.add("OfficeActivity", time, {
    ...common(log, who, actor), UserKey: who.id, OfficeWorkload: "MicrosoftTeams", RecordType: "MicrosoftTeams",
    Operation: operation, CommunicationType: operation.startsWith("Message") ? "OneOnOne" : undefined, ...extra,
  }),
  ...mirror(log, time, who, operation, "MicrosoftTeams", String(extra["TeamName"] ?? ""), actor, {}),
];

/** A change of a sensitivity label. */
export const label = (
  log: Log, time: number, who: Person, event: "LabelApplied" | "LabelUpgraded" | "LabelDowngraded" | "LabelRemoved",
  object: string, from: string, to: string, justification = "", actor: Actor = {},
): string => log.add("MicrosoftPurviewInformationProtection", time, {
  Id: log.r.uuid(), Operation: event === "LabelApplied" ? "SensitivityLabelApplied" : event === "LabelRemoved"
    ? "SensitivityLabelRemoved" : "SensitivityLabelUpdated",
  LabelEventType: event, LabelName: to, SensitivityLabelId: labelIds[to], OldSensitivityLabelId: labelIds[from],
  UserId: who.upn, UserKey: who.id, UserType: "Regular", ObjectId: object,
    ItemName: object.slice(object.search(/[^\\/]*$/)),
  JustificationText: justification, ClientIP: (actor.from ?? who.home).ip, DeviceName: actor.device ?? who.laptop.name,
  Application: log.r.pick(["Excel", "Word", "PowerPoint", "Microsoft Purview Information Protection File Labeler"]),
  ActionSource: "Manual", Workload: "Aip", RecordType: 94, RecordTypeName: "AipSensitivityLabelAction",
  OrganizationId: tenantId, Platform: who.laptop.os, ResultStatus: "Success",
});

export const labelIds: Record<string, string> = {
  Public: "0b1c5e7e-2f60-4b53-9a10-6de0f0a1b001", General: "0b1c5e7e-2f60-4b53-9a10-6de0f0a1b002",
  Confidential: "0b1c5e7e-2f60-4b53-9a10-6de0f0a1b003", "Highly Confidential": "0b1c5e7e-2f60-4b53-9a10-6de0f0a1b004",
};
