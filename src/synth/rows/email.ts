import type { Fields } from "../../model/fields.ts";
import { type Account, COMPANY_DOMAIN } from "../account.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface Correspondent {
  readonly name: string;
  readonly email: string;
}

/** An e-mail message in the mail tables. */
export interface Message {
  readonly id: string;
  readonly at: Date;
  readonly from: Account | Correspondent;
  readonly to: Account | Correspondent;
  readonly subject: string;
  readonly senderIp: string;
  readonly url?: string | undefined;
  readonly attachment?: { readonly name: string; readonly bytes: number; readonly threat?: string } | undefined;
  readonly threat?: "Phish" | "Spam" | "Malware" | undefined;
  readonly delivered?: "Delivered" | "Junked" | "Blocked";
  readonly more?: Fields;
}

const domainOf = (address: string): string => address.split("@")[1] ?? "";
const isOurs = ({ email }: Correspondent): boolean => domainOf(email) === COMPANY_DOMAIN;
const objectIdOf = (party: Account | Correspondent): string => ("objectId" in party ? party.objectId : "");

function directionOf({ from, to }: Message): string {
  if (!isOurs(from)) return "Inbound";
  return isOurs(to) ? "Intra-org" : "Outbound";
}

/** Creates the rows of a message: the message itself, its link and its attachment. */
export const messageRows = (message: Message): readonly SynthRow[] => [
  emailRow(message),
  ...(message.url === undefined ? [] : [emailUrlRow(message, message.url)]),
  ...(message.attachment === undefined ? [] : [attachmentRow(message, message.attachment)]),
];

export const emailRow = (message: Message): SynthRow =>
  toRow({
    table: "EmailEvents",
    at: message.at,
    idColumn: "ReportId",
    fields: {
      NetworkMessageId: message.id,
      InternetMessageId: `<${message.id}@${domainOf(message.from.email)}>`,
      EmailDirection: directionOf(message),
      SenderDisplayName: message.from.name,
      SenderFromAddress: message.from.email,
      SenderFromDomain: domainOf(message.from.email),
      SenderMailFromAddress: message.from.email,
      SenderMailFromDomain: domainOf(message.from.email),
      SenderIPv4: message.senderIp,
      SenderObjectId: objectIdOf(message.from),
      RecipientEmailAddress: message.to.email,
      RecipientObjectId: objectIdOf(message.to),
      Subject: message.subject,
      DeliveryAction: message.delivered ?? "Delivered",
      DeliveryLocation: message.delivered === "Junked" ? "Junk folder" : "Inbox/folder",
      ThreatTypes: message.threat ?? "",
      UrlCount: message.url === undefined ? 0 : 1,
      AttachmentCount: message.attachment === undefined ? 0 : 1,
      AuthenticationDetails: JSON.stringify({ SPF: "pass", DKIM: "pass", DMARC: "pass" }),
    },
    more: message.more,
  });

const emailUrlRow = ({ id, at }: Message, url: string): SynthRow =>
  toRow({
    table: "EmailUrlInfo",
    at,
    idColumn: "ReportId",
    fields: { NetworkMessageId: id, Url: url, UrlDomain: new URL(url).hostname, UrlLocation: "Body" },
  });

const attachmentRow = (message: Message, { name, bytes, threat }: NonNullable<Message["attachment"]>): SynthRow =>
  toRow({
    table: "EmailAttachmentInfo",
    at: message.at,
    idColumn: "ReportId",
    fields: {
      NetworkMessageId: message.id,
      SenderFromAddress: message.from.email,
      SenderDisplayName: message.from.name,
      SenderObjectId: objectIdOf(message.from),
      RecipientEmailAddress: message.to.email,
      RecipientObjectId: objectIdOf(message.to),
      FileName: name,
      FileType: name.slice(name.lastIndexOf(".") + 1),
      FileExtension: name.slice(name.lastIndexOf(".") + 1),
      FileSize: bytes,
      SHA256: message.id.replaceAll("-", "").repeat(2),
      ThreatTypes: threat ?? "",
    },
  });

export interface Removal {
  readonly at: Date;
  readonly message: Message;
  readonly actionType?: string;
  readonly more?: Fields;
}

/** Creates the row of a message that was removed after delivery. */
export const postDeliveryRow = ({ at, message, actionType = "Phish ZAP", more }: Removal): SynthRow =>
  toRow({
    table: "EmailPostDeliveryEvents",
    at,
    idColumn: "ReportId",
    fields: {
      NetworkMessageId: message.id,
      InternetMessageId: `<${message.id}@${domainOf(message.from.email)}>`,
      Action: "Moved to quarantine",
      ActionType: actionType,
      ActionTrigger: "SpecialAction",
      ActionResult: "Success",
      DeliveryLocation: "Quarantine",
      EmailDirection: directionOf(message),
      RecipientEmailAddress: message.to.email,
      SenderFromAddress: message.from.email,
      ThreatTypes: message.threat ?? "",
    },
    more,
  });

export interface Click {
  readonly at: Date;
  readonly account: Account;
  readonly message?: Message;
  readonly url: string;
  readonly ip: string;
  readonly action?:
    | "ClickAllowed"
    | "ClickBlocked"
    | "ClickBlockedByTenantPolicy"
    | "UrlErrorPage"
    | "UrlScanInProgress";
  readonly clickedThrough?: boolean;
  readonly threat?: string;
  readonly more?: Fields;
}

export const urlClickRow = (click: Click): SynthRow =>
  toRow({
    table: "UrlClickEvents",
    at: click.at,
    idColumn: "ReportId",
    fields: {
      AccountUpn: click.account.email,
      // A warning can only be clicked through where one was shown.
      ActionType: click.action ?? (click.clickedThrough ? "ClickBlocked" : "ClickAllowed"),
      AppName: "Mail",
      IPAddress: click.ip,
      IsClickedThrough: click.clickedThrough ?? false,
      NetworkMessageId: click.message?.id ?? "",
      ThreatTypes: click.threat ?? "",
      Url: click.url,
      UrlChain: JSON.stringify([click.url]),
      Workload: "Email",
    },
    more: click.more,
  });
