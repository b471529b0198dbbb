import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readBoolean, readText } from "../../../../model/rows/row-fields.ts";
import {
  DAY_MS,
  HOUR_MS,
  type Memory,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { inboxRuleOf } from "../signals/inbox-rule.ts";
import { looksAlike } from "../signals/look-alike.ts";
import { isAboutPayment } from "../signals/payment-words.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["paymentFraud"];

/** Detects a payment mail from an unknown sender together with an inbox rule that hides mail of its recipient. */
export function paymentFraud(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "payment_fraud",
      major: 1,
      title: "Payment mail from an unknown sender and an inbox rule that hides mail",
      severity: "high",
      tactics: ["defense_evasion", "impact"],
      techniques: ["T1564.008", "T1657"],
      threatType: "financial_fraud",
      signal: "communications",
    },
    tables: ["EmailEvents", "OfficeActivity", "CloudAppEvents"],
    spanMs: settings.withinDays * DAY_MS,
    foldMs: HOUR_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow) {
  if (seen.row.table === "EmailEvents") return mailHits(seen);
  const rule = inboxRuleOf(seen.row);
  if (rule === null) return [];
  const data = {
    rule: toName(rule.name),
    hides: rule.isHiding,
    money: isAboutPayment(rule.about),
    about: toName(rule.about, ""),
  };
  return hitOfActor(seen, `rule:${toKey(rule.name)}`, data);
}

function mailHits(seen: SeenRow) {
  const { fields } = seen.row;
  const subject = readText(fields, "Subject") ?? "";
  if (readText(fields, "EmailDirection")?.toLowerCase() !== "inbound" || !isAboutPayment(subject)) return [];
  const sender = readText(fields, "SenderFromAddress")?.toLowerCase() ?? "";
  const unknown = unknownSenderReason(seen.row, sender);
  return unknown === null
    ? []
    : hitOfActor(seen, `mail:${toKey(sender)}`, {
        sender: toName(sender),
        subject: toName(subject),
        stranger: unknown,
      });
}

function unknownSenderReason({ fields }: LogRow, sender: string): string | null {
  const theirs = sender.slice(sender.lastIndexOf("@") + 1);
  const own = readText(fields, "RecipientEmailAddress")?.toLowerCase().split("@").at(-1) ?? "";
  if (looksAlike(theirs, own)) return `whose domain looks like ${toName(own)}`;
  return readBoolean(fields, "IsFirstContact") === true ? "a first contact" : null;
}

/** Matches both orders: an intruder creates the rule before or after the mail arrives. */
function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const mails = hits.filter(({ value }) => value.startsWith("mail:"));
  const rules = hits.filter(({ value }) => value.startsWith("rule:"));
  const reachMs = settings.withinDays * DAY_MS;
  const isNear = (first: RowHit, second: RowHit) => second.at - first.at <= settings.orderedWithinHours * HOUR_MS;
  for (const { first, second } of followUps(
    mails,
    rules,
    reachMs,
    (mail, rule) => isMeant(mail, rule) || isNear(mail, rule),
  ))
    yield toFiring(first, second, second, settings);
  for (const { first, second } of followUps(rules, mails, reachMs, (rule, mail) => isMeant(mail, rule)))
    yield toFiring(second, first, second, settings);
}

/** Putting mail into order is everyday work, unless the rule hides mail, or is about payments or about the sender. */
function isMeant(mail: RowHit, rule: RowHit): boolean {
  if (rule.data?.["hides"] === true || rule.data?.["money"] === true) return true;
  const [about, sender] = [dataText(rule, "about"), dataText(mail, "sender").toLowerCase()];
  const domain = sender.slice(sender.lastIndexOf("@") + 1);
  return domain.length >= SHORTEST_DOMAIN && about.includes(domain);
}

const SHORTEST_DOMAIN = 4;

function toFiring(mail: RowHit, rule: RowHit, trigger: RowHit, settings: Settings): Firing {
  const gap = toDuration(Math.abs(mail.at - rule.at));
  const order = trigger === rule ? `${gap} later` : `${gap} earlier`;
  const meant = isMeant(mail, rule);
  const does = rule.data?.["hides"] === true ? "hides, deletes or forwards mail" : "moves mail";
  const limit = meant ? `${settings.withinDays} days` : `${settings.orderedWithinHours} h`;
  return {
    trigger,
    evidence: [mail, rule],
    about: rule.value,
    severity: meant ? "high" : "medium",
    summary: () =>
      `Received "${dataText(mail, "subject")}" from ${dataText(mail, "sender")}, ${dataText(mail, "stranger")}, and ${order} ` +
      `created the inbox rule "${dataText(rule, "rule")}" that ${does}; the two within ${limit} are reported together.`,
  };
}
