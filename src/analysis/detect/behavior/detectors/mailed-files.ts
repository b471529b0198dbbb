import { appendTo } from "../../../../model/append-to.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readNumber, readText } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  HOUR_MS,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import { burstsOf } from "../patterns/burst.ts";
import { bucketOf } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { domainOfAddress, isPrivateMailbox, isSameOrganization } from "../signals/mail-domains.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["mailedFiles"];

/** Bounds the recipients of one sender that are distinguished. */
const BUCKETS = 256;

/** Detects a user who mails many attachments or an archive to a private mailbox, or many to a domain that is new for them. */
export function mailedFiles(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "mailed_files",
      major: 1,
      title: "Attachments mailed to a private mailbox or to a new domain",
      severity: "medium",
      tactics: ["exfiltration"],
      techniques: ["T1048.003", "T1567"],
      threatType: "data_exfiltration",
      signal: "communications",
    },
    tables: ["EmailEvents", "EmailAttachmentInfo"],
    spanMs: DAY_MS + Math.ceil(settings.habitBaselineDays) * DAY_MS,
    // Earlier messages can only show that the user writes to a recipient regularly.
    nearMs: DAY_MS,
    foldMs: HOUR_MS,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** What is counted: messages to a private mailbox, messages to a domain, large archives in a private mailbox. */
type Kind = "mailbox" | "domain" | "archive";

function hitsOf(seen: SeenRow) {
  const sent = sentOf(seen);
  if (sent === null) return [];
  const value = `${sent.kind}:${bucketOf(sent.to, BUCKETS)}`;
  return hitOfActor(seen, value, { to: toName(sent.to) });
}

function sentOf({ row, actor }: SeenRow): { readonly kind: Kind; readonly to: string } | null {
  const sender = readText(row.fields, "SenderFromAddress")?.toLowerCase() ?? "";
  const recipient = readText(row.fields, "RecipientEmailAddress")?.toLowerCase() ?? "";
  const domain = domainOfAddress(recipient);
  if (domain === null || isSameOrganization(domain, domainOfAddress(sender) ?? "")) return null;
  const isPrivate = isPrivateMailbox(recipient, sender);
  if (row.table === "EmailAttachmentInfo") {
    return isPrivate && actor?.upn === sender && isLargeArchive(row) ? { kind: "archive", to: recipient } : null;
  }
  if (!isSentWithAttachments(row)) return null;
  // A private mailbox belongs to one person, a domain to an organization.
  return isPrivate ? { kind: "mailbox", to: recipient } : { kind: "domain", to: domain };
}

const isSentWithAttachments = ({ fields }: LogRow): boolean =>
  readText(fields, "EmailDirection")?.toLowerCase() === "outbound" && (readNumber(fields, "AttachmentCount") ?? 0) > 0;

const ARCHIVE = /\.(?:zip|7z|rar|tar|gz|tgz|bz2|xz|iso|pst|ost)$/i;
const LARGE_BYTES = 5_000_000;

const isLargeArchive = ({ fields }: LogRow): boolean =>
  ARCHIVE.test(readText(fields, "FileName")?.slice(-80) ?? "") && (readNumber(fields, "FileSize") ?? 0) >= LARGE_BYTES;

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const byRecipient = new Map<string, RowHit[]>();
  for (const hit of hits) appendTo(byRecipient, hit.value, hit);
  for (const own of byRecipient.values()) {
    const kind = own[0]?.value.split(":")[0] as Kind;
    const least = leastOf(kind, settings);
    const habitDays = kind === "domain" ? 1 : settings.habitDays;
    const rule = { windowMs: DAY_MS, periodMs: DAY_MS, least, count: "rows" as const };
    for (const { trigger, hits: burst, peak } of burstsOf(own, rule)) {
      if (daysBefore(own, trigger, settings.habitBaselineDays) >= habitDays) continue;
      yield {
        trigger,
        evidence: burst,
        count: peak,
        summary: () =>
          `${amountOf(kind, peak)} within 24 h to ${dataText(trigger, "to")}, ` +
          `${kind === "domain" ? "a domain outside" : "a private mailbox"} that got some on fewer than ` +
          `${toAmount(habitDays, "day")} before; ${least} or more is unusual.`,
      };
    }
  }
}

const amountOf = (kind: Kind, count: number): string =>
  kind === "archive" ? toAmount(count, "large archive") : `${toAmount(count, "message")} with attachments`;

function leastOf(kind: Kind, { messages, manyMessages }: Settings): number {
  if (kind === "archive") return 1;
  return kind === "mailbox" ? messages : manyMessages;
}

/** Returns on how many days the recipient got attachments before the window of a burst. */
function daysBefore(own: readonly RowHit[], { at }: RowHit, baselineDays: number): number {
  const start = periodOf(at, DAY_MS);
  const earlier = own.filter(
    (hit) => hit.at < start && hit.at < at - DAY_MS && hit.at >= start - baselineDays * DAY_MS,
  );
  return new Set(earlier.map((hit) => periodOf(hit.at, DAY_MS))).size;
}
