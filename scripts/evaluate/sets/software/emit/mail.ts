import type { Log } from "../lib/log.ts";
import { hour } from "../lib/time.ts";
import { domain } from "../org/people.ts";
import type { Person } from "../org/people.ts";
import type { Spot } from "../org/places.ts";

export interface Message {
  subject: string;
  from: { address: string; name: string; person?: Person; ip?: string; mailFrom?: string };
  to: (Person | string)[];
  attachments?: { name: string; size: number; threat?: string }[];
  urls?: string[];
  action?: "Delivered" | "Blocked" | "Junked";
  threat?: string;
  first?: boolean;
  authFailed?: boolean;
  policy?: [string, string];
  forwardedBy?: string;
  size?: number;
  transportRule?: string;
}

export interface Sent {
  id: string;
  rows: string[];
  byRecipient: Map<string, string[]>;
}

const directionOf = (from: string, to: string): string => {
  const inside = (address: string): boolean => address.toLowerCase().endsWith(domain);
  return inside(from) ? (inside(to) ? "Intra-org" : "Outbound") : "Inbound";
};

/** A message: one row for each recipient, with its links and attachments. */
export const message = (log: Log, time: number, m: Message): Sent => {
  const { r } = log;
  const id = r.uuid();
  const rows: string[] = [];
  const byRecipient = new Map<string, string[]>();
  const senderDomain = m.from.address.split("@")[1] ?? "";
  const cluster = r.digits(19);
  const fromInside = senderDomain === domain;
  for (const recipient of m.to) {
    const address = typeof recipient === "string" ? recipient : r.chance(0.04) && recipient.alias ? recipient.alias
      : recipient.upn;
    const report = `${id}-${r.digits(19)}`;
    const mine: string[] = [];
    const delivered = (m.action ?? "Delivered") === "Delivered";
    mine.push(log.add("EmailEvents", time + r.int(0, 4000), {
      ReportId: report, NetworkMessageId: id, InternetMessageId: `<${r.hex(24)}@${senderDomain}>`,
      EmailDirection: directionOf(m.from.address, address), SenderFromAddress: m.from.address,
        SenderFromDomain: senderDomain,
      SenderDisplayName: m.from.name, SenderMailFromAddress: m.from.mailFrom ?? m.from.address,
      SenderMailFromDomain: (m.from.mailFrom ?? m.from.address).split("@")[1], SenderObjectId: m.from.person?.id,
      SenderIPv4: fromInside ? undefined : m.from.ip, RecipientEmailAddress: address,
      RecipientObjectId: typeof recipient === "string" ? undefined : recipient.id,
        RecipientDomain: address.split("@")[1],
      Subject: m.subject, DeliveryAction: m.action ?? "Delivered",
      DeliveryLocation: delivered ? (address.endsWith(domain) ? "Inbox/folder" : "External") : m.action === "Junked"
        ? "Junk folder" : "Quarantine",
      EmailAction: m.action === "Blocked" ? "Send to quarantine" : m.action === "Junked"
        ? "Move message to junk mail folder"
        : "No action taken",
      AuthenticationDetails: fromInside ? JSON.stringify({ SPF: "none", DKIM: "none", DMARC: "none" })
        : JSON.stringify(m.authFailed ? { SPF: "fail", DKIM: "none", DMARC: "fail", CompAuth: "fail" }
          : { SPF: "pass", DKIM: "pass", DMARC: "pass", CompAuth: "pass" }),
      ThreatTypes: m.threat, ConfidenceLevel: m.threat ? JSON.stringify({ [m.threat]: "High" }) : undefined,
      DetectionMethods: m.threat ? JSON.stringify({ [m.threat]: [r.pick(["Fingerprint matching",
        "URL detonation reputation",
        "Mixed analysis detection", "Spoof external domain"])] }) : undefined,
      OrgLevelAction: m.policy?.[0], OrgLevelPolicy: m.policy?.[1], ExchangeTransportRule: m.transportRule,
      ForwardingInformation: m.forwardedBy, IsFirstContact: m.first ?? false, EmailClusterId: cluster,
        EmailLanguage: "en",
      EmailSize: m.size ?? r.int(8000, 220_000), AttachmentCount: m.attachments?.length ?? 0,
        UrlCount: m.urls?.length ?? 0,
      LatestDeliveryAction: m.action ?? "Delivered",
    }));
    for (const attachment of m.attachments ?? []) {
      mine.push(log.add("EmailAttachmentInfo", time + r.int(0, 4000), {
        ReportId: report, NetworkMessageId: id, RecipientEmailAddress: address, SenderFromAddress: m.from.address,
        RecipientObjectId: typeof recipient === "string" ? undefined : recipient.id, SenderDisplayName: m.from.name,
        FileName: attachment.name, FileExtension: attachment.name.split(".").pop(),
          FileType: attachment.name.split(".").pop(),
        FileSize: attachment.size, SHA256: r.hex(64), ThreatTypes: attachment.threat ? "Malware" : undefined,
        ThreatNames: attachment.threat,
      }));
    }
    for (const url of m.urls ?? []) {
      mine.push(log.add("EmailUrlInfo", time + r.int(0, 4000), {
        ReportId: report, NetworkMessageId: id, Url: url, UrlDomain: url.split("/")[2], UrlLocation: "Body",
      }));
    }
    rows.push(...mine);
    byRecipient.set(address, mine);
  }
  return { id, rows, byRecipient };
};

export const inside = (who: Person): Message["from"] => ({ address: who.upn, name: who.name, person: who });

export const click = (
  log: Log, time: number, who: Person, sent: Sent, url: string,
  options: { allowed?: boolean; through?: boolean; from?: Spot; threat?: string } = {},
): string => log.add("UrlClickEvents", time, {
  ReportId: log.r.uuid(), AccountUpn: who.upn, ActionType: options.allowed === false ? "ClickBlocked" : "ClickAllowed",
  IsClickedThrough: options.through ?? options.allowed !== false, IPAddress: (options.from ?? who.home).ip, Url: url,
  UrlChain: JSON.stringify([url]), Workload: "Email", NetworkMessageId: sent.id, ThreatTypes: options.threat,
  AppName: "Outlook",
});

/** What the mail protection does with a message after its delivery. */
export const zap = (
  log: Log, time: number, who: Person, sent: Sent, sender: string, kind: "Phish ZAP" | "Spam ZAP" | "Malware ZAP",
  delayHours = 0.5,
): string => log.add("EmailPostDeliveryEvents", time + delayHours * hour, {
  ReportId: `${sent.id}-${log.r.digits(10)}`, NetworkMessageId: sent.id, RecipientEmailAddress: who.upn,
  ActionType: kind, Action: kind === "Spam ZAP" ? "Moved to junk folder" : "Moved to quarantine",
    ActionResult: "Success",
  ActionTrigger: "SpecialAction", ThreatTypes: kind.split(" ")[0], EmailDirection: "Inbound", SenderFromAddress: sender,
  DeliveryLocation: kind === "Spam ZAP" ? "Junk folder" : "Quarantine",
});

