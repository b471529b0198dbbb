import { appendTo } from "../../../../model/append-to.ts";
import { readNumber, readText } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, toHit } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { isLetterDoubled, looksAlike, skeletonOf } from "../signals/look-alike.ts";
import { domainOfAddress, isPrivateProvider, isSameOrganization, registeredDomainOf } from "../signals/mail-domains.ts";
import { isAboutPayment } from "../signals/payment-words.ts";
import { toName } from "../wording.ts";

type Settings = BehaviorSettings["lookAlikePartner"];

/** Detects correspondence with a domain that looks like that of a partner: about payments, answered, or with attachments. */
export function lookAlikePartner(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "look_alike_partner",
      major: 1,
      title: "Mail with a domain that looks like that of a partner",
      severity: "high",
      tactics: ["initial_access", "impact"],
      techniques: ["T1566", "T1583.001", "T1657"],
      threatType: "financial_fraud",
      signal: "communications",
      precision: 0.5,
    },
    tables: ["EmailEvents"],
    // The past is counted by whole days.
    spanMs: (settings.baselineDays + 1) * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

/** What a mail shows: received, received and about a payment, sent, sent with attachments. */
type Kind = "in" | "pay" | "out" | "files";

/** The letters at the start and at the end of a name that two look-alikes have in common: one change cannot touch both. */
const COMMON = 3;

function hitsOf({ row }: SeenRow): readonly Hit[] {
  const direction = readText(row.fields, "EmailDirection")?.toLowerCase();
  const isSent = direction === "outbound";
  if (!isSent && direction !== "inbound") return [];
  const [sender, recipient] = ["SenderFromAddress", "RecipientEmailAddress"].map((name) =>
    domainOfAddress(readText(row.fields, name) ?? ""),
  );
  const [theirs, own] = isSent ? [recipient, sender] : [sender, recipient];
  if (!theirs || !own || isPrivateProvider(theirs) || isSameOrganization(theirs, own)) return [];
  const domain = toName(registeredDomainOf(theirs), "");
  const name = skeletonOf(domain).split(".")[0] ?? "";
  if (domain === "" || name.length < COMMON) return [];
  const kind: Kind = isSent ? sentKind(row.fields) : receivedKind(row.fields);
  const subject = toName(readText(row.fields, "Subject"), "");
  const groups = [`starts:${name.slice(0, COMMON)}`, `ends:${name.slice(-COMMON)}`];
  return groups.map((group) => toHit(group, `${kind}:${domain}`, { kind, domain, subject }));
}

const sentKind = (fields: SeenRow["row"]["fields"]): Kind =>
  (readNumber(fields, "AttachmentCount") ?? 0) > 0 ? "files" : "out";

const receivedKind = (fields: SeenRow["row"]["fields"]): Kind =>
  isAboutPayment(readText(fields, "Subject") ?? "") ? "pay" : "in";

const kindOf = (hit: RowHit): Kind => dataText(hit, "kind") as Kind;
const isSent = (hit: RowHit): boolean => kindOf(hit) === "out" || kindOf(hit) === "files";

function* firingsOf({ group, hits }: Memory, settings: Settings): Iterable<Firing> {
  const byDomain = new Map<string, RowHit[]>();
  for (const hit of hits) appendTo(byDomain, dataText(hit, "domain"), hit);
  const partners = [...byDomain].filter(([, own]) => own.some(isSent));
  for (const [domain, own] of byDomain) {
    const twins = partners.filter(([other]) => isTwin(domain, other, group));
    for (const [partner, known] of twins) yield* firingsOfPair({ domain, partner, own }, known, settings);
  }
}

function* firingsOfPair(pair: Pair, known: readonly RowHit[], settings: Settings): Iterable<Firing> {
  for (const hit of pair.own) {
    const days = daysOfPartner(known, hit.at, settings);
    if (days < settings.partnerDays || !isNew(pair.own, hit.at, settings)) continue;
    const firing = toFiring(hit, pair, days, settings);
    if (firing !== null) yield firing;
  }
}

/** A pair that shares both ends of its names is compared in the group of the start only. */
function isTwin(domain: string, partner: string, group: string): boolean {
  const [a, b] = [domain, partner].map((text) => skeletonOf(text).split(".")[0] ?? "");
  if (group.startsWith("ends:") && a?.slice(0, COMMON) === b?.slice(0, COMMON)) return false;
  if (looksAlike(domain, partner)) return true;
  const [name, tail] = partsOf(domain);
  const [other, otherTail] = partsOf(partner);
  return tail === otherTail && isLetterDoubled(name, other);
}

const partsOf = (domain: string): readonly [string, string] => {
  const dot = domain.indexOf(".");
  return [domain.slice(0, dot), domain.slice(dot)];
};

/** Returns on how many days before mail was exchanged with a partner; 0 if only one side wrote. */
function daysOfPartner(known: readonly RowHit[], at: number, { baselineDays }: Settings): number {
  const today = periodOf(at, DAY_MS);
  const past = known.filter((hit) => hit.at < today && hit.at >= today - baselineDays * DAY_MS);
  const isMutual = past.some(isSent) && past.some((hit) => !isSent(hit));
  return isMutual ? new Set(past.map((hit) => periodOf(hit.at, DAY_MS))).size : 0;
}

/** Whoever wrote weeks ago is another correspondent with a similar name. */
function isNew(own: readonly RowHit[], at: number, { baselineDays, newDays }: Settings): boolean {
  const first = own.find((hit) => hit.at >= at - baselineDays * DAY_MS);
  return first !== undefined && first.at >= at - newDays * DAY_MS;
}

interface Pair {
  readonly domain: string;
  readonly partner: string;
  readonly own: readonly RowHit[];
}

function toFiring(hit: RowHit, { domain, partner, own }: Pair, days: number, settings: Settings): Firing | null {
  const isOtherEnding = partsOf(domain)[0] === partsOf(partner)[0];
  const received = own.filter(
    (other) => !isSent(other) && other.at <= hit.at && other.at >= hit.at - settings.newDays * DAY_MS,
  );
  const act = actOf(hit, received.length > 0);
  // Many organizations have one name under several endings.
  if (act === null || (isOtherEnding && kindOf(hit) !== "pay")) return null;
  const subject = dataText(hit, "subject");
  return {
    trigger: hit,
    evidence: received.slice(-10),
    about: domain,
    ...(isOtherEnding && { severity: "medium", precision: 0.2 }),
    summary: () =>
      `${act} ${domain}, which looks like ${partner}, a domain with mail on ${toAmount(days, "day")} of the last ` +
      `${settings.baselineDays}${subject === "" ? "" : `: "${subject}"`}. The domain was seen for the first time within ` +
      `${settings.newDays} days. Call the partner by a known number before anything is paid or sent.`,
  };
}

function actOf(hit: RowHit, wasReceived: boolean): string | null {
  if (kindOf(hit) === "pay") return "Received a mail about a payment from";
  if (kindOf(hit) === "files") return "Sent attachments to";
  return kindOf(hit) === "out" && wasReceived ? "Answered a mail from" : null;
}
