import type { Device, Net, Person, Row, Site, World } from "./model.ts";
import { APPS, DOMAIN } from "./model.ts";

/** How a product writes a person's name: mostly the UPN, sometimes the alias or other cases. */
export function say(w: World, p: Person): string {
  if (p.kind === "guest") return w.rng.chance(0.2) ? p.mail : p.upn.toLowerCase();
  const x = w.rng.next();
  return x < 0.93 || p.kind !== "staff" ? p.upn : x < 0.97 ? p.mail : p.upn.replace(/^./, (c) => c.toUpperCase());
}

/** Operations that the connector of Defender for Cloud Apps also delivers. */
const MIRRORED = new RegExp("Download|Sharing|Anonymous|Deleted|Recycled|Inbox|Mailbox|Rule|Renamed|Permission|Admin|"
  + "Set-|New-|Remove-|SecureLink|Member|Search|Export|Bypass");

function mirror(w: World, t: number, p: Person, app: string, op: string, net: Net, object: string, raw: Row,
    device: Device | null): void {
  if (!MIRRORED.test(op)) return;
  w.sink.emit("CloudAppEvents", t + w.rng.int(0, 3000), {
    ReportId: `${w.rng.int(100, 999)}_${w.rng.int(10, 99)}_${w.rng.hex(12)}`, ActionType: op, Application: app,
    ActivityType: /Delete|Recycled/.test(op) ? "Delete" : /Download/.test(op) ? "Download" : "Basic",
    AccountObjectId: p.id, AccountId: say(w, p), AccountDisplayName: p.display,
      AccountType: /-/.test(op) && app.includes("Exchange") ? "Admin" : "Regular",
    IPAddress: net.ip, CountryCode: net.country, City: net.city, ISP: net.isp, ObjectName: object,
      ObjectType: object.includes("://") ? "File" : "",
    DeviceType: device?.os.startsWith("Ios") || device?.os.startsWith("Android") ? "Mobile" : "Desktop",
    IsExternalUser: p.kind === "guest", IsAnonymousProxy: net.kind === "tor" || net.kind === "vpn",
    IsAdminOperation: /^(Set|New|Remove|Add)-|SiteCollectionAdmin/.test(op), UserAgent: device?.agent,
    RawEventData: { UserId: p.upn, Operation: op, ...raw },
  });
}

export type FileOptions = { net: Net; device?: Device | null; agent?: string; target?: string; linked?: string;
  label?: string; extra?: Row };

/** Something with a file of a SharePoint site or a OneDrive. */
export function file(w: World, t: number, p: Person, op: string, site: Site, name: string, o: FileOptions): string {
  const device = o.device === undefined ? p.laptop : o.device;
  const drive = site.url.includes("/personal/");
  const path = drive ? "Documents" : "Shared Documents";
  const object = `${site.url}/${path.replace(" ", "%20")}/${name}`;
  const sharing = /Sharing|Link|AddedTo/.test(op);
  const id = w.sink.emit("OfficeActivity", t, {
    OfficeId: w.rng.uuid(), OfficeWorkload: drive ? "OneDrive" : "SharePoint", Operation: op,
    RecordType: sharing ? "SharePointSharingOperation" : "SharePointFileOperation", UserType: "Regular",
      UserId: say(w, p),
    UserKey: `i:0h.f|membership|${p.sid.slice(-4)}${p.id.slice(0, 12).replace("-", "")}@live.com`, ClientIP: o.net.ip,
    UserAgent: o.agent ?? device?.agent ?? "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36",
    Site_Url: `${site.url}/`, SourceRelativeUrl: path, SourceFileName: name, SourceFileExtension: name.split(".").pop(),
    OfficeObjectId: object, ItemType: "File", EventSource: "SharePoint", OrganizationId: w.tenant,
      IsManagedDevice: device?.managed ?? false,
    TargetUserOrGroupName: o.target, TargetUserOrGroupType: o.target ? (o.target.includes(DOMAIN) ? "Member" : "Guest")
      : undefined,
    SensitivityLabelId: o.label, ...o.extra,
  });
  const raw: Row = { Workload: drive ? "OneDrive" : "SharePoint", SourceFileName: name, SiteUrl: site.url };
  if (o.target) raw.TargetUserOrGroupName = o.target;
  mirror(w, t, p, drive ? "Microsoft OneDrive for Business" : "Microsoft SharePoint Online", op, o.net, object, raw,
    device);
  return id;
}

/** An operation on a site as a whole. */
export function siteOp(w: World, t: number, p: Person, op: string, site: Site, o: FileOptions): string {
  const id = w.sink.emit("OfficeActivity", t, {
    OfficeId: w.rng.uuid(), OfficeWorkload: "SharePoint", Operation: op, RecordType: "SharePoint", UserType: "Admin",
      UserId: say(w, p),
    ClientIP: o.net.ip, Site_Url: `${site.url}/`, OfficeObjectId: site.url, EventSource: "SharePoint", ItemType: "Site",
    OrganizationId: w.tenant, TargetUserOrGroupName: o.target, ...o.extra,
  });
  mirror(w, t, p, "Microsoft SharePoint Online", op, o.net, site.url, { Target: o.target ?? null }, p.laptop);
  return id;
}

/** An administrative command of Exchange; users cause some of them with Outlook. */
export function command(
  w: World, t: number, p: Person, op: string, object: string, params: Record<string, string>, net: Net,
  o: { result?: string; user?: boolean } = {},
): string {
  const Parameters = JSON.stringify(Object.entries(params).map(([Name, Value]) => ({ Name, Value })));
  const ip = net.ip.includes(":") ? `[${net.ip}]` : net.ip;
  const id = w.sink.emit("OfficeActivity", t, {
    OfficeId: w.rng.uuid(), OfficeWorkload: "Exchange", Operation: op, RecordType: "ExchangeAdmin",
      UserType: o.user ? "Regular" : "Admin",
    UserId: say(w, p), UserKey: p.upn, ClientIP: `${ip}:${w.rng.int(20000, 64000)}`, ResultStatus: o.result ?? "True",
    OfficeObjectId: object, Parameters, ExternalAccess: false, OriginatingServer: "AM9PR04MB8211 (15.20.9115.013)",
    OrganizationName: "waalhaven.onmicrosoft.example", OrganizationId: w.tenant,
    AppId: o.user ? (APPS.owa as string[])[1] : (APPS.exops as string[])[1],
  });
  mirror(w, t, p, "Microsoft Exchange Online", op, net, object, { Parameters: JSON.parse(Parameters) as unknown },
    p.laptop);
  return id;
}

export type MailboxOptions = {
  net: Net; owner?: Person; logon?: "Owner" | "Delegated" | "Admin"; client?: string; items?: string[]; folder?: string;
    count?: number;
  access?: "Bind" | "Sync"; appId?: string; sendAs?: string; behalf?: string; destination?: string;
};

/** Something with the items of a mailbox. */
export function mailbox(w: World, t: number, p: Person, op: string, o: MailboxOptions): string {
  const owner = o.owner ?? p;
  const many = op === "MailItemsAccessed";
  const folder = o.folder ?? "\\Inbox";
  const items = (o.items ?? []).map((Subject) => ({ Subject, ParentFolder: { Path: folder },
    InternetMessageId: `<${w.rng.hex(16)}@mail>` }));
  const folders = [{ Path: folder, FolderItems: Array.from({ length: o.count ?? w.rng.int(1, 6) }, () => (
    { InternetMessageId: `<${w.rng.base62(12)}@AM9PR04MB8211>` })) }];
  const logon = o.logon ?? (owner === p ? "Owner" : "Delegated");
  return w.sink.emit("OfficeActivity", t, {
    OfficeId: w.rng.uuid(), OfficeWorkload: "Exchange", Operation: op, RecordType: many ? "ExchangeItemAggregated"
      : items.length > 1 ||
      /Delete|Move/.test(op) ? "ExchangeItemGroup" : "ExchangeItem",
    UserType: "Regular", UserId: say(w, p), UserKey: p.sid, ClientIP: o.net.ip, Client_IPAddress: o.net.ip,
    ClientInfoString: o.client ?? "Client=OWA;Action=ViaProxy", Logon_Type: logon, InternalLogonType: 0,
      ExternalAccess: false,
    MailboxOwnerUPN: owner.upn, MailboxGuid: owner.mailbox, MailboxOwnerSid: owner.sid, LogonUserSid: p.sid,
      ResultStatus: "Succeeded",
    Folders: many ? JSON.stringify(folders) : undefined,
    OperationProperties: many ? [{ Name: "MailAccessType", Value: o.access ?? "Bind" },
      { Name: "IsThrottled", Value: "False" }] : undefined,
    AffectedItems: !many && items.length ? JSON.stringify(items) : undefined,
      Item: items.length === 1 ? JSON.stringify(items[0]) : undefined,
    Folder: JSON.stringify({ Path: folder }), DestFolder: o.destination ? JSON.stringify({ Path: o.destination })
      : undefined,
    SendAsUserSmtp: o.sendAs, SendOnBehalfOfUserSmtp: o.behalf, AppId: o.appId ?? (APPS.owa as string[])[1],
      OrganizationId: w.tenant,
    CrossMailboxOperations: owner !== p || undefined,
  });
}

export function teams(w: World, t: number, p: Person, op: string, team: string, net: Net, extra: Row = {}): string {
  const id = w.sink.emit("OfficeActivity", t, {
    OfficeId: w.rng.uuid(), OfficeWorkload: "MicrosoftTeams", Operation: op, RecordType: "MicrosoftTeams",
      UserType: "Regular",
    UserId: say(w, p), UserKey: p.id, ClientIP: net.ip, TeamName: team, TeamGuid: `19:${w.rng.hex(32)}@thread.tacv2`,
    OrganizationId: w.tenant, ...extra,
  });
  mirror(w, t, p, "Microsoft Teams", op, net, team, {}, p.laptop);
  return id;
}

export type MailOptions = {
  from: string; name?: string; to: string; toPerson?: Person; fromPerson?: Person; subject: string;
    direction: "Inbound" | "Outbound" | "Intra-org";
  ip?: string; mailFrom?: string; action?: string; location?: string; threat?: string; auth?: string; first?: boolean;
    url?: string;
  attachment?: [name: string, size: number]; detection?: string; connectors?: string; message?: string; cc?: string[];
    hash?: string;
};

/** A message, with its links and attachments. Returns the id of the message. */
export function mail(w: World, t: number, o: MailOptions): string {
  const message = o.message ?? w.rng.uuid();
  const domain = o.from.split("@")[1] as string;
  const report = `${message}-${w.rng.int(1, 9_999_999)}`;
  w.sink.emit("EmailEvents", t, {
    ReportId: report, NetworkMessageId: message, InternetMessageId: `<${w.rng.hex(20)}@${domain}>`,
      EmailDirection: o.direction,
    SenderFromAddress: o.from, SenderFromDomain: domain, SenderDisplayName: o.name ?? o.fromPerson?.display,
      SenderObjectId: o.fromPerson?.id,
    SenderMailFromAddress: o.mailFrom ?? o.from, SenderMailFromDomain: (o.mailFrom ?? o.from).split("@")[1],
      SenderIPv4: o.ip,
    RecipientEmailAddress: o.to, RecipientDomain: o.to.split("@")[1], RecipientObjectId: o.toPerson?.id,
      Subject: o.subject,
    DeliveryAction: o.action ?? "Delivered", DeliveryLocation: o.location ?? (o.action === "Blocked" ? "Quarantine" :
      o.direction === "Outbound" ? "On-premises/external" : "Inbox/folder"),
    ThreatTypes: o.threat ?? "", DetectionMethods: o.detection ?? "", EmailSize: w.rng.int(6_000, 90_000)
      + (o.attachment?.[1] ?? 0),
    AuthenticationDetails: o.auth ?? (o.direction === "Inbound"
      ? '{"SPF":"pass","DKIM":"pass","DMARC":"pass","CompAuth":"pass"}' : ""),
    AttachmentCount: o.attachment ? 1 : 0, UrlCount: o.url ? 1 : 0, EmailLanguage: w.rng.pick(["en", "nl", "en", "de"]),
    IsFirstContact: o.first ?? false, Connectors: o.connectors ?? "", Cc: o.cc, EmailClusterId: w.rng.int(1e8, 4e9),
  });
  if (o.url) {
    w.sink.emit("EmailUrlInfo", t, {
      ReportId: report, NetworkMessageId: message, Url: o.url, UrlDomain: o.url.split("/")[2], UrlLocation: "Body",
    });
  }
  if (o.attachment) {
    const [FileName, FileSize] = o.attachment;
    w.sink.emit("EmailAttachmentInfo", t, {
      ReportId: report, NetworkMessageId: message, RecipientEmailAddress: o.to, RecipientObjectId: o.toPerson?.id,
        SenderFromAddress: o.from,
      FileName, FileSize, FileType: FileName.split(".").pop(), FileExtension: FileName.split(".").pop(),
        SHA256: o.hash ?? w.rng.hex(64),
      ThreatTypes: o.threat === "Malware" ? "Malware" : "",
    });
  }
  return message;
}

export function click(w: World, t: number, p: Person, url: string, message: string, net: Net,
    action = "ClickAllowed"): string {
  return w.sink.emit("UrlClickEvents", t, {
    ReportId: w.rng.uuid(), AccountUpn: p.upn, ActionType: action, IsClickedThrough: action === "ClickAllowed",
      IPAddress: net.ip, Url: url,
    UrlChain: JSON.stringify([url]), Workload: "Email", AppName: "Mail", NetworkMessageId: message,
    ThreatTypes: action === "ClickBlocked" ? "Phish" : "",
  });
}

export function zap(w: World, t: number, to: string, message: string, type = "Phish ZAP"): string {
  return w.sink.emit("EmailPostDeliveryEvents", t, {
    ReportId: `${message}-zap`, NetworkMessageId: message, RecipientEmailAddress: to, ActionType: type,
    Action: type === "Manual Remediation" ? "Soft deleted" : "Moved to quarantine",
      ActionTrigger: type === "Manual Remediation" ? "AdminAction" : "SpecialAction",
    ActionResult: "Success", DeliveryLocation: "Quarantine", ThreatTypes: type === "Phish ZAP" ? "Phish" : "",
  });
}

export function label(
  w: World, t: number, p: Person, op: "SensitivityLabelApplied" | "SensitivityLabelUpdated" | "SensitivityLabelRemoved",
  item: string, before: string | null, after: string, net: Net, reason?: string, path?: string,
): string {
  const order = [...w.labels.keys()];
  const down = before !== null && order.indexOf(after) < order.indexOf(before);
  return w.sink.emit("MicrosoftPurviewInformationProtection", t, {
    Id: w.rng.uuid(), Operation: op, LabelEventType: op === "SensitivityLabelRemoved" ? "LabelRemoved"
      : before === null ? "None" : down ?
      "LabelDowngraded" : "LabelUpgraded",
    LabelName: after, SensitivityLabelId: w.labels.get(after), OldSensitivityLabelId: before ? w.labels.get(before)
      : undefined, UserId: say(w, p),
    UserKey: p.id, UserType: "Regular", ObjectId: path ?? `C:\\Users\\${p.sam}\\Documents\\${item}`, ItemName: item,
      JustificationText: reason,
    ClientIP: net.ip, Application: item.endsWith("xlsx") ? "Excel" : "Word",
      Platform: p.laptop.os.startsWith("Windows") ? "Windows" : "Mac",
    DeviceName: p.laptop.name, ActionSource: "Manual", RecordTypeName: "SensitivityLabelAction",
      Workload: "PublicEndpoint", OrganizationId: w.tenant,
  });
}
