/** Rows of Microsoft 365: files, mail, labels, Teams. One activity is in the tables of all products that see it. */
import type { Actor, DocumentRef, Person, Team, World } from "./types.ts";
import type { Endpoint } from "./places.ts";
import type { Row, Sink } from "./sink.ts";
import type { Rng } from "./util.ts";
import { iso } from "./util.ts";

export type FileRef = { site: string; document: DocumentRef };

export const LABELS: Record<string, string> = {
  Public: "0a1f7c52-3b0e-4f4a-9a51-6d2b1c9e7001",
  General: "0a1f7c52-3b0e-4f4a-9a51-6d2b1c9e7002",
  Confidential: "0a1f7c52-3b0e-4f4a-9a51-6d2b1c9e7003",
  "Strictly Confidential": "0a1f7c52-3b0e-4f4a-9a51-6d2b1c9e7004",
};

const LABEL_ORDER = Object.keys(LABELS);

type MailOptions = {
  name?: string;
  direction?: "Inbound" | "Outbound" | "Intra-org";
  threat?: string;
  blocked?: boolean;
  junk?: boolean;
  urls?: string[];
  files?: [string, number][];
  ip?: string;
  authentication?: "pass" | "fail" | "none";
  mailFrom?: string;
  firstContact?: boolean;
  forwarded?: string;
  cluster?: string;
  senderId?: string;
};

export function m365(w: World, sink: Sink, rng: Rng) {
  const applications: Record<string, [string, number]> = {
    SharePoint: ["Microsoft SharePoint Online", 20892],
    OneDrive: ["Microsoft OneDrive for Business", 15600],
    Exchange: ["Microsoft Exchange Online", 20893],
    MicrosoftTeams: ["Microsoft Teams", 28375],
    SecurityComplianceCenter: ["Microsoft 365", 11161],
    Endpoint: ["Microsoft 365", 11161],
  };
  const cluster = (): string => String(BigInt(`0x${rng.hex(15)}`));

  function cloud(time: number, actor: Actor, at: Endpoint, workload: string, action: string, object: string, raw: Row,
    admin = false): string {
    const [application, applicationId] = applications[workload]!;
    return sink.row("CloudAppEvents", time + rng.int(200, 20_000), {
      ReportId: `${rng.int(1e8, 9e8)}_${applicationId}_${rng.hex(12)}`,
      ActionType: action,
      ActivityType: "Basic",
      Application: application,
      ApplicationId: applicationId,
      AccountObjectId: actor.id,
      AccountDisplayName: actor.name,
      AccountType: admin ? "Admin" : "Regular",
      IsAdminOperation: admin,
      IsExternalUser: actor.kind === "guest",
      IPAddress: at.net.ip,
      CountryCode: at.net.country,
      City: at.net.city,
      ISP: at.net.isp,
      UserAgent: at.device.agent,
      OSPlatform: at.device.os,
      ObjectName: object,
      RawEventData: { Workload: workload, Operation: action, UserId: actor.upn, ClientIP: at.net.ip, ...raw },
    });
  }

  function office(time: number, actor: Actor, at: Endpoint, workload: string, record: string, operation: string,
    extra: Row): string {
    return sink.row("OfficeActivity", time, {
      OfficeId: rng.uuid(),
      OfficeWorkload: workload,
      RecordType: record,
      Operation: operation,
      OrganizationId: w.tenant,
      UserType: record === "ExchangeAdmin" ? "Admin" : actor.kind === "guest" ? "Guest" : "Regular",
      UserId: rng.chance(0.02) ? actor.upn.toUpperCase() : actor.upn,
      UserKey: actor.id,
      ClientIP: workload === "Exchange" && !at.net.ip.includes(":") ? `${at.net.ip}:${rng.int(1025, 65000)}`
        : at.net.ip,
      Start_Time: iso(time),
      ...extra,
    });
  }

  function file(time: number, actor: Actor, at: Endpoint, operation: string, ref: FileRef,
    o: { target?: string; label?: string; destination?: string; extra?: Row } = {}): string[] {
    const { name, folder } = ref.document;
    const url = `${ref.site}/Shared Documents/${folder}/${name}`;
    const sharing = /Sharing|Link|Invitation|AddedToSecureLink/.test(operation);
    const workload = ref.site.includes("/personal/") ? "OneDrive" : "SharePoint";
    const details: Row = {
      OfficeObjectId: url,
      Site_Url: `${ref.site}/`,
      SourceRelativeUrl: `Shared Documents/${folder}`,
      SourceFileName: name,
      SourceFileExtension: name.split(".").pop(),
      ItemType: /Folder/.test(operation) ? "Folder" : "File",
      EventSource: "SharePoint",
      UserAgent: at.device.agent,
      IsManagedDevice: at.device.managed,
      TargetUserOrGroupName: o.target,
      TargetUserOrGroupType: o.target === undefined ? undefined : o.target.endsWith(w.domain) ? "Member" : "Guest",
      SensitivityLabelId: o.label === undefined ? undefined : LABELS[o.label],
      DestinationFileName: o.destination,
      ResultStatus: "Succeeded",
      ...o.extra,
    };
    return [
      office(time, actor, at, workload, sharing ? "SharePointSharingOperation" : "SharePointFileOperation", operation,
        details),
      cloud(time, actor, at, workload, operation, url,
        { ObjectId: url, SourceFileName: name, SiteUrl: ref.site, TargetUserOrGroupName: o.target }),
    ];
  }

  /** An administrative command of Exchange, or one that a user runs on his own mailbox. */
  function exchange(time: number, actor: Actor, at: Endpoint, command: string, object: string,
    parameters: Record<string, string>): string[] {
    const list = Object.entries(parameters).map(([Name, Value]) => ({ Name, Value }));
    return [
      office(time, actor, at, "Exchange", "ExchangeAdmin", command, {
        OfficeObjectId: object,
        Parameters: JSON.stringify(list),
        ResultStatus: "True",
        ExternalAccess: "False",
        OriginatingServer: `AM0PR0${rng.int(1, 9)}MB${rng.int(1000, 9999)} (15.20.8400.021)`,
        UserType: actor.kind === "admin" ? "Admin" : "Regular",
      }),
      cloud(time, actor, at, "Exchange", command, object, { ObjectId: object, Parameters: list },
        actor.kind === "admin"),
    ];
  }

  function mailbox(time: number, actor: Actor, at: Endpoint, operation: string, owner: Actor,
    o: { folder?: string; subject?: string; client?: string; count?: number; app?: string } = {}): string[] {
    const aggregated = operation === "MailItemsAccessed";
    const items = Array.from({ length: o.count ?? 1 },
      () => ({ InternetMessageId: `<${rng.hex(20)}@${w.domain}>`, Subject: o.subject }));
    const extra: Row = {
      MailboxOwnerUPN: owner.upn,
      MailboxGuid: owner.id,
      Logon_Type: actor === owner ? "Owner" : actor.kind === "admin" ? "Admin" : "Delegate",
      ClientInfoString: o.client ?? `Client=OWA;${at.device.agent}`,
      Client_IPAddress: at.net.ip,
      ClientAppId: o.app,
      ResultStatus: "Succeeded",
      ExternalAccess: "False",
      Folders: aggregated ? JSON.stringify([{ Path: `\\${o.folder ?? "Inbox"}`, FolderItems: items }]) : undefined,
      OperationProperties: aggregated ? [{ Name: "MailAccessType", Value: "Bind" },
        { Name: "IsThrottled", Value: "False" }] : undefined,
      AffectedItems: aggregated ? undefined : JSON.stringify(items),
      Folder: aggregated ? undefined : JSON.stringify({ Path: `\\${o.folder ?? "Inbox"}` }),
    };
    return [
      office(time, actor, at, "Exchange", aggregated ? "ExchangeItemAggregated" : "ExchangeItemGroup", operation,
        extra),
      cloud(time, actor, at, "Exchange", operation, owner.mail,
        { MailboxOwnerUPN: owner.upn, ItemCount: items.length, ClientInfoString: extra.ClientInfoString }),
    ];
  }

  function mail(time: number, from: string, to: Actor | string, subject: string, o: MailOptions = {}): { ids: string[];
    message: string } {
    const message = rng.uuid();
    const report = `${message}-${rng.int(1e9, 9e9)}-1`;
    const address = typeof to === "string" ? to : to.mail;
    const domain = from.split("@")[1]!;
    const inside = domain === w.domain;
    const direction = o.direction ?? (inside ? (address.endsWith(`@${w.domain}`) ? "Intra-org" : "Outbound")
      : "Inbound");
    const authentication = o.authentication ?? "pass";
    const ids = [sink.row("EmailEvents", time, {
      ReportId: report,
      NetworkMessageId: message,
      InternetMessageId: `<${rng.hex(24)}@${domain}>`,
      EmailDirection: direction,
      EmailLanguage: "en",
      SenderFromAddress: from,
      SenderFromDomain: domain,
      SenderDisplayName: o.name,
      SenderObjectId: o.senderId,
      SenderMailFromAddress: o.mailFrom ?? from,
      SenderMailFromDomain: (o.mailFrom ?? from).split("@")[1],
      SenderIPv4: direction === "Inbound" ? (o.ip ?? `40.107.${rng.int(1, 250)}.${rng.int(1, 250)}`) : undefined,
      RecipientEmailAddress: rng.chance(0.03) ? address.toUpperCase() : address,
      RecipientObjectId: typeof to === "string" ? undefined : to.id,
      Subject: subject,
      DeliveryAction: o.blocked ? "Blocked" : o.junk ? "Junked" : "Delivered",
      DeliveryLocation: o.blocked ? "Quarantine" : o.junk ? "Junk folder" : direction === "Outbound" ? "External"
        : "Inbox/folder",
      ThreatTypes: o.threat,
      ConfidenceLevel: o.threat === undefined ? undefined : JSON.stringify({ [o.threat]: "High" }),
      DetectionMethods: o.threat === undefined ? undefined
        : JSON.stringify({ [o.threat]: ["URL malicious reputation"] }),
      AuthenticationDetails: direction === "Inbound"
        ? JSON.stringify({ SPF: authentication, DKIM: authentication, DMARC: authentication,
          CompAuth: authentication === "pass" ? "pass" : "softpass" })
        : undefined,
      IsFirstContact: direction === "Inbound" ? (o.firstContact ?? false) : undefined,
      ForwardingInformation: o.forwarded,
      AttachmentCount: o.files?.length ?? 0,
      UrlCount: o.urls?.length ?? 0,
      EmailSize: 9000 + rng.int(0, 60_000) + (o.files ?? []).reduce((sum, [, size]) => sum + size, 0),
      EmailClusterId: o.cluster ?? cluster(),
    })];
    for (const url of o.urls ?? []) {
      ids.push(sink.row("EmailUrlInfo", time, {
        ReportId: report, NetworkMessageId: message, Url: url, UrlDomain: url.split("/")[2], UrlLocation: "Body",
      }));
    }
    for (const [name, size] of o.files ?? []) {
      ids.push(sink.row("EmailAttachmentInfo", time, {
        ReportId: report, NetworkMessageId: message, RecipientEmailAddress: address, SenderFromAddress: from,
        SenderDisplayName: o.name, FileName: name, FileType: name.split(".").pop(),
        FileExtension: name.split(".").pop(),
        FileSize: size, SHA256: rng.hex(64), ThreatTypes: o.threat,
      }));
    }
    return { ids, message };
  }

  function postDelivery(time: number, message: string, recipient: string, type: string, action: string): string[] {
    return [sink.row("EmailPostDeliveryEvents", time, {
      ReportId: `${message}-${rng.int(1e9, 9e9)}-2`, NetworkMessageId: message, RecipientEmailAddress: recipient,
      ActionType: type,
      Action: action, ActionResult: "Success", ActionTrigger: type.includes("ZAP") ? "SpecialAction" : "AdminAction",
      EmailDirection: "Inbound", DeliveryLocation: "Quarantine",
    })];
  }

  function click(time: number, actor: Actor, ip: string, url: string,
    o: { message?: string; action?: string; through?: boolean; workload?: string } = {}): string[] {
    return [sink.row("UrlClickEvents", time, {
      ReportId: rng.uuid(), AccountUpn: actor.upn, ActionType: o.action ?? "ClickAllowed",
      IsClickedThrough: o.through ?? false,
      IPAddress: ip, Url: url, UrlChain: JSON.stringify([url]), Workload: o.workload ?? "Email",
      NetworkMessageId: o.message,
    })];
  }

  function label(time: number, actor: Actor, at: Endpoint, ref: FileRef, before: string | null, after: string | null,
    justification?: string): string[] {
    const change = before === null ? "LabelUpgraded" : after === null ? "LabelRemoved"
      : LABEL_ORDER.indexOf(after) < LABEL_ORDER.indexOf(before) ? "LabelDowngraded" : "LabelUpgraded";
    const operation = before === null ? "SensitivityLabelApplied" : after === null ? "SensitivityLabelRemoved"
      : "SensitivityLabelUpdated";
    return [sink.row("MicrosoftPurviewInformationProtection", time, {
      Id: rng.uuid(),
      RecordType: 94,
      RecordTypeName: "AipSensitivityLabelAction",
      Operation: operation,
      LabelEventType: change,
      LabelName: after ?? undefined,
      SensitivityLabelId: after === null ? undefined : LABELS[after],
      OldSensitivityLabelId: before === null ? undefined : LABELS[before],
      UserId: actor.upn,
      UserKey: actor.id,
      UserType: "Regular",
      Workload: "PublicEndpoint",
      Application: rng.pick(["Word", "Excel", "PowerPoint"]),
      ObjectId: `${ref.site}/Shared Documents/${ref.document.folder}/${ref.document.name}`,
      ItemName: ref.document.name,
      JustificationText: justification,
      ClientIP: at.net.ip,
      DeviceName: at.device.name,
      Platform: "Windows",
    })];
  }

  /** An activity on the endpoint that Purview reports, such as copying to a removable drive. */
  function endpointFile(time: number, actor: Actor, at: Endpoint, action: string, path: string,
    extra: Row = {}): string[] {
    return [cloud(time, actor, at, "Endpoint", action, path,
      { ObjectId: path, DeviceName: at.device.name, RecordType: 63, ...extra })];
  }

  function teamsEvent(time: number, actor: Actor, at: Endpoint, operation: string, extra: Row = {}): string[] {
    return [
      office(time, actor, at, "MicrosoftTeams", "MicrosoftTeams", operation,
        { ChatThreadId: `19:${rng.hex(32)}@thread.v2`, ...extra }),
      cloud(time, actor, at, "MicrosoftTeams", operation, String(extra.ChatName ?? extra.TeamName ?? ""), extra),
    ];
  }

  function compliance(time: number, actor: Actor, at: Endpoint, operation: string, object: string,
    raw: Row = {}): string[] {
    return [
      office(time, actor, at, "SecurityComplianceCenter", "SecurityComplianceCenterEOPCmdlet", operation, {
        OfficeObjectId: object, UserType: "Admin", ResultStatus: "Success", Parameters: JSON.stringify(raw),
      }),
      cloud(time, actor, at, "SecurityComplianceCenter", operation, object, raw, true),
    ];
  }

  const of = (team: Team): FileRef => ({ site: team.url, document: rng.pick(team.documents) });
  const personal = (person: Person, name: string): FileRef => ({
    site: `${team0()}/personal/${person.upn.replace(/[@.]/g, "_")}`, document: { name, folder: "Documents" },
  });
  const team0 = (): string => w.teams[0]!.url.split("/sites/")[0]!.replace(".sharepoint", "-my.sharepoint");

  return { file, exchange, mailbox, mail, postDelivery, click, label, endpointFile, teamsEvent, compliance, of,
    personal, cloud };
}
