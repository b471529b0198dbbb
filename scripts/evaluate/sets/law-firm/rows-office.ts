import { usualNet } from "./habits.ts";
import type { Matter, Person, Principal, World } from "./model.ts";
import type { Net } from "./places.ts";
import type { Row } from "./sink.ts";

const cloudApps: Record<string, [string, number]> = {
  SharePoint: ["Microsoft SharePoint Online", 20892], Exchange: ["Microsoft Exchange Online", 20893],
  OneDrive: ["Microsoft OneDrive for Business", 15600], MicrosoftTeams: ["Microsoft Teams", 28375],
  SecurityComplianceCenter: ["Microsoft 365", 11161], Azure: ["Microsoft Azure", 12260],
};

const withPort = (w: World, net: Net): string =>
  w.rng.chance(0.3) && !net.ip.includes(":") ? `${net.ip}:${w.rng.int(20000, 65000)}` : net.ip;

/** The name of an account in the audit log of Microsoft 365: mostly the principal name, at times with other case. */
export const spelled = (w: World, p: Person): string =>
  w.rng.chance(0.03) ? p.upn.toUpperCase() : w.rng.chance(0.02) && p.alias.includes("@") ? p.alias : p.upn;

export type CloudOptions = { net?: Net; object?: string; type?: string; raw?: Row; admin?: boolean; ua?: string };

/** An activity in the log of Defender for Cloud Apps. */
export const cloud = (w: World, t: number, p: Person, workload: string, action: string,
  o: CloudOptions = {}): string => {
  const net = o.net ?? usualNet(w, t, p);
  const [application, id] = cloudApps[workload] ?? [workload, 11161];
  return w.sink.add("CloudAppEvents", t, {
    ReportId: `${w.rng.int(10000, 99999)}_${id}_${w.rng.guid()}`, ActionType: action, ActivityType: "Basic",
    Application: application, ApplicationId: id, AccountObjectId: p.id, AccountDisplayName: p.name, AccountId: p.upn,
    AccountType: p.grade === "admin" ? "Admin" : "Regular", IPAddress: net.ip, CountryCode: net.place.country,
    City: net.place.city, ISP: net.isp, IsExternalUser: p.grade === "guest", IsAdminOperation: o.admin ?? false,
    IsAnonymousProxy: net.isp === "Tor exit", UserAgent: o.ua ?? p.device.ua, ObjectName: o.object,
    ObjectType: o.type ?? "File", DeviceType: "Desktop", OSPlatform: p.device.os,
    RawEventData: { UserId: p.upn, Operation: action, Workload: workload, ClientIP: net.ip, ...o.raw },
  });
};

export type FileOptions = { net?: Net; ua?: string; managed?: boolean; with?: string; scope?: string; columns?: Row;
  user?: string; onedrive?: boolean; name?: string; twin?: boolean };

/** Something happens to a file or page of SharePoint or OneDrive. */
export const file = (w: World, t: number, p: Person, operation: string, m: Matter, o: FileOptions = {}): string => {
  const net = o.net ?? usualNet(w, t, p);
  const name = o.name ?? w.rng.pick(m.files);
  const dot = name.lastIndexOf(".");
  const site = o.onedrive === true
    ? `https://aldermerequist-my.sharepoint.example/personal/${p.upn.replace(/[@.]/g, "_")}` : m.url;
  const path = o.onedrive === true ? "Documents" : m.path;
  const url = `${site}/${path}/${name}`;
  const sharing = /Shar|Link|Invitation|Permission|SiteCollectionAdmin|AddedToGroup/.test(operation);
  const workload = o.onedrive === true ? "OneDrive" : "SharePoint";
  const whole = /Site(?!Collection)/.test(operation);
  const id = w.sink.add("OfficeActivity", t, {
    OfficeId: w.rng.guid(), OfficeWorkload: workload, Operation: operation,
    RecordType: sharing ? "SharePointSharingOperation" : whole ? "SharePoint" : "SharePointFileOperation",
    UserType: p.grade === "guest" ? "Guest" : "Regular", UserId: o.user ?? spelled(w, p),
    UserKey: p.grade === "guest" ? `i:0h.f|membership|urn%3aspo%3aguest#${p.mail}`
      : `i:0h.f|membership|1003${p.sid.slice(-4)}${p.employeeId}@live.com`, ClientIP: net.ip,
    OfficeObjectId: whole ? site : url, Site_Url: `${site}/`, SourceFileName: whole ? undefined : name,
    SourceFileExtension: whole ? undefined : name.slice(dot + 1), SourceRelativeUrl: whole ? undefined : path,
    ItemType: whole ? "Site" : "File", EventSource: "SharePoint", UserAgent: o.ua ?? p.device.ua,
    IsManagedDevice: o.managed ?? p.device.managed, ResultStatus: "Succeeded", OrganizationId: w.org.tenant,
    TargetUserOrGroupName: o.with, TargetUserOrGroupType: o.with === undefined ? undefined
      : o.with.endsWith(w.org.domain) ? "Member" : "Guest", SharingType: o.scope,
    SensitivityLabelId: m.label > 1 && w.rng.chance(0.7) ? w.org.labels[m.label]?.id : undefined, ...o.columns,
  });
  if (o.twin ?? w.rng.chance(0.1)) {
    cloud(w, t + 400, p, workload, operation, { net, object: whole ? site : url, raw: { SiteUrl: `${site}/` },
      ...(o.ua === undefined ? {} : { ua: o.ua }) });
  }
  return id;
};

/** A change of the settings of Exchange or of the compliance center by a command. */
export const command = (w: World, t: number, p: Person, operation: string, parameters: Record<string, string>,
  o: { net?: Net; object?: string; compliance?: boolean; result?: string; twin?: boolean } = {}): string => {
  const net = o.net ?? usualNet(w, t, p);
  const list = Object.entries(parameters).map(([Name, Value]) => ({ Name, Value }));
  const workload = o.compliance === true ? "SecurityComplianceCenter" : "Exchange";
  const id = w.sink.add("OfficeActivity", t, {
    OfficeId: w.rng.guid(), OfficeWorkload: workload, Operation: operation,
    RecordType: o.compliance === true ? "SecurityComplianceCenterEOPCmdlet" : "ExchangeAdmin",
    UserType: p.grade === "admin" ? "Admin" : "Regular", UserId: spelled(w, p), UserKey: p.id,
      ClientIP: withPort(w, net),
    OfficeObjectId: o.object ?? parameters.Identity, ResultStatus: o.result ?? "True", Parameters: list,
    OrganizationName: "aldermerequist.onmicrosoft.example", ExternalAccess: "False",
    OriginatingServer: `LO${w.rng.int(2, 6)}P123MB${w.rng.int(1000, 9999)} (15.20.9115.0${w.rng.int(10, 30)})`,
  });
  if (o.twin ?? w.rng.chance(0.35)) {
    cloud(w, t + 700, p, workload, operation, { net, object: o.object ?? parameters.Identity ?? p.upn, type: "Object",
      admin: true, raw: { Parameters: list } });
  }
  return id;
};

export type MailboxOptions = { net?: Net; owner?: Person; access?: "Bind" | "Sync"; client?: string; folder?: string;
  subject?: string; count?: number; appId?: string; columns?: Row };

/** An access to a mailbox or a change of what lies in it. */
export const mailbox = (w: World, t: number, p: Person | Principal, operation: string,
  o: MailboxOptions = {}): string => {
  const byApp = !("upn" in p);
  const owner = o.owner ?? (byApp ? undefined : p);
  const net = o.net ?? (byApp ? p.net : usualNet(w, t, p));
  const items = Array.from({ length: Math.min(o.count ?? 1, 12) }, () => ({ Id: `RgAAAA${w.rng.hex(16)}`,
    InternetMessageId: `<${w.rng.hex(24)}@mail.example>` }));
  const accessed = operation === "MailItemsAccessed";
  const sent = operation.startsWith("Send");
  return w.sink.add("OfficeActivity", t, {
    OfficeId: w.rng.guid(), OfficeWorkload: "Exchange", Operation: operation,
    RecordType: accessed ? "ExchangeItemAggregated" : /Delete|Move/.test(operation)
      ? "ExchangeItemGroup" : "ExchangeItem",
    UserType: byApp ? "Application" : "Regular", UserId: byApp ? `ServicePrincipal_${p.id}` : spelled(w, p),
    UserKey: byApp ? p.id : p.sid, Client_IPAddress: net.ip, ClientIP: net.ip, ResultStatus: "Succeeded",
    Logon_Type: owner === p ? "Owner" : byApp ? "Owner" : "Delegated", InternalLogonType: 0,
    MailboxOwnerUPN: owner?.upn, MailboxGuid: owner === undefined ? undefined : owner.id,
    ClientInfoString: o.client ?? (byApp ? "Client=REST;Client=RESTSystem;;" : w.rng.pick(["Client=OWA;Action=ViaProxy",
      "Client=MSExchangeRPC", "Client=Outlook;Microsoft Outlook 16.0.18129"])),
    ClientAppId: byApp ? p.appId : o.appId, ExternalAccess: "False", OrganizationId: w.org.tenant,
    OperationProperties: accessed ? [{ Name: "MailAccessType", Value: o.access ?? "Bind" },
      { Name: "IsThrottled", Value: "False" }] : undefined,
    Folders: accessed ? JSON.stringify([{ Path: o.folder ?? "\\Inbox", FolderItems: items }]) : undefined,
    Item: sent ? JSON.stringify({ Subject: o.subject ?? "", ParentFolder: { Path: "\\Drafts" } }) : undefined,
    AffectedItems: /Delete|Move|Update/.test(operation) ? JSON.stringify(items.map((i) => ({ ...i,
      Subject: o.subject ?? "", ParentFolder: { Path: o.folder ?? "\\Inbox" } }))) : undefined,
    Folder: /Delete|Move|Folder/.test(operation) ? JSON.stringify({ Path: o.folder ?? "\\Inbox" }) : undefined,
    ...o.columns,
  });
};

export type Message = {
  from: string; to: string; recipient?: Person; sender?: Person; name?: string; subject: string;
  direction: "Inbound" | "Outbound" | "Intra-org"; files?: [string, number][]; url?: string; threat?: string;
  action?: string; location?: string; ip?: string; id?: string; auth?: string; first?: boolean; methods?: string;
};

/** A message with its attachments and addresses; the first id is that of the message, the others follow. */
export const email = (w: World, t: number, m: Message): string[] => {
  const id = m.id ?? w.rng.guid();
  const report = `${id}-${w.rng.int(1e9, 9e9)}-1`;
  const domain = (address: string): string => address.split("@")[1] ?? "";
  const blocked = m.action === "Blocked";
  const rows = [w.sink.add("EmailEvents", t, {
    ReportId: report, NetworkMessageId: id, InternetMessageId: `<${w.rng.hex(20)}@${domain(m.from)}>`,
    EmailDirection: m.direction, SenderFromAddress: m.from, SenderFromDomain: domain(m.from),
    SenderMailFromAddress: m.from, SenderMailFromDomain: domain(m.from), SenderDisplayName: m.name ?? m.sender?.name,
    SenderObjectId: m.sender?.id, SenderIPv4: m.ip, RecipientEmailAddress: m.to, RecipientDomain: domain(m.to),
    RecipientObjectId: m.recipient?.id, Subject: m.subject, DeliveryAction: m.action ?? "Delivered",
    DeliveryLocation: m.location ?? (blocked ? "Quarantine" : m.direction === "Outbound" ? "On-premises/external"
      : "Inbox/folder"), ThreatTypes: m.threat, DetectionMethods: m.methods, AttachmentCount: m.files?.length ?? 0,
    UrlCount: m.url === undefined ? 0 : 1, EmailClusterId: w.rng.int(1e8, 4e9), EmailLanguage: "en",
    AuthenticationDetails: m.auth ?? '{"SPF":"pass","DKIM":"pass","DMARC":"pass","CompAuth":"pass"}',
    IsFirstContact: m.first, EmailSize: w.rng.int(8000, 900000),
  })];
  for (const [FileName, FileSize] of m.files ?? []) {
    const extension = FileName.slice(FileName.lastIndexOf(".") + 1);
    rows.push(w.sink.add("EmailAttachmentInfo", t, {
      ReportId: report, NetworkMessageId: id, RecipientEmailAddress: m.to, RecipientObjectId: m.recipient?.id,
      SenderFromAddress: m.from, SenderObjectId: m.sender?.id, FileName, FileType: extension, FileExtension: extension,
      FileSize, SHA256: w.rng.hex(64), ThreatTypes: m.threat,
    }));
  }
  if (m.url !== undefined) {
    rows.push(w.sink.add("EmailUrlInfo", t, { ReportId: report, NetworkMessageId: id, Url: m.url,
      UrlDomain: m.url.split("/")[2] ?? "", UrlLocation: "Body" }));
  }
  return rows;
};

export const click = (w: World, t: number, p: Person, url: string, o: { id?: string; net?: Net; action?: string;
  threat?: string; through?: boolean } = {}): string => w.sink.add("UrlClickEvents", t, {
  ReportId: w.rng.guid(), AccountUpn: p.upn, ActionType: o.action ?? "ClickAllowed", IsClickedThrough: o.through
    ?? true,
  IPAddress: (o.net ?? usualNet(w, t, p)).ip, Url: url, Workload: "Email", NetworkMessageId: o.id,
  ThreatTypes: o.threat,
  AppName: "Mail", UrlChain: JSON.stringify([url]),
});

export const zap = (w: World, t: number, id: string, to: string, from: string, type = "Phish ZAP"): string =>
  w.sink.add("EmailPostDeliveryEvents", t, {
    ReportId: `${id}-zap`, NetworkMessageId: id, RecipientEmailAddress: to, SenderFromAddress: from, ActionType: type,
    Action: "Moved to quarantine", ActionResult: "Success", ActionTrigger: "SystemZap", DeliveryLocation: "Quarantine",
    ThreatTypes: type.split(" ")[0], EmailDirection: "Inbound",
  });

export type LabelEvent = "LabelUpgraded" | "LabelDowngraded" | "LabelRemoved" | "LabelChangedSameOrder";

/** A sensitivity label is set, changed or removed. */
export const label = (w: World, t: number, p: Person, m: Matter, event: LabelEvent, from: number | undefined,
  to: number | undefined, o: { why?: string; net?: Net; name?: string } = {}): string => {
  const name = o.name ?? w.rng.pick(m.files);
  const operation = to === undefined ? "SensitivityLabelRemoved" : from === undefined ? "SensitivityLabelApplied"
    : "SensitivityLabelUpdated";
  const net = o.net ?? usualNet(w, t, p);
  const shared = w.rng.chance(0.6);
  return w.sink.add("MicrosoftPurviewInformationProtection", t, {
    Id: w.rng.guid(), Operation: operation, LabelEventType: event, LabelName: to === undefined ? undefined
      : w.org.labels[to]?.name, SensitivityLabelId: to === undefined ? undefined : w.org.labels[to]?.id,
    OldSensitivityLabelId: from === undefined ? undefined : w.org.labels[from]?.id, UserId: spelled(w, p),
      UserKey: p.id,
    UserType: "Regular", ObjectId: shared ? `${m.url}/${m.path}/${name}` : `C:\\Users\\${p.sam}\\Documents\\${name}`,
    ItemName: name, JustificationText: o.why, ClientIP: net.ip, DeviceName: p.device.name,
    Application: w.rng.pick(["Microsoft Word", "Microsoft Excel", "Microsoft Outlook", "Windows Explorer"]),
    Platform: "Windows", RecordTypeName: "SensitivityLabelAction", Workload: shared ? "SharePoint" : "Aip",
    ActionSource: "Manual", OrganizationId: w.org.tenant,
  });
};
