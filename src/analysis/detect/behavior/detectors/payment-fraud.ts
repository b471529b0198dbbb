import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readBoolean, readObjects, readText } from "../../../../model/rows/row-fields.ts";
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
import { looksAlike } from "../signals/look-alike.ts";
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
  const rule = hidingRuleOf(seen.row);
  return rule === null ? [] : hitOfActor(seen, `rule:${toKey(rule)}`, { rule: toName(rule) });
}

const MONEY =
  /\b(invoices?|payments?|wire|transfer|remittance|bank(ing)? details|iban|swift|overdue|purchase order|payroll|direct deposit|rechnung|zahlung|überweisung|facture|paiement|virement|factura|pago|transferencia)\b/i;

function mailHits(seen: SeenRow) {
  const { fields } = seen.row;
  const subject = readText(fields, "Subject") ?? "";
  if (readText(fields, "EmailDirection")?.toLowerCase() !== "inbound" || !MONEY.test(subject.slice(0, 1_024)))
    return [];
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

const RULE_OPERATIONS = /^(new|set|enable)-inboxrule$|^updateinboxrules$/i;
const HIDES =
  /^(deletemessage|softdeletemessage|movetofolder|copytofolder|markasread|forwardto|redirectto|forwardasattachmentto)$/i;

/** Returns the name of a rule that moves, deletes or forwards mail. */
function hidingRuleOf({ table, fields }: LogRow): string | null {
  const raw = table === "CloudAppEvents" ? "RawEventData." : "";
  const operation = readText(fields, `${raw}Operation`) ?? readText(fields, "ActionType") ?? "";
  if (!RULE_OPERATIONS.test(operation)) return null;
  const parameters = [`${raw}Parameters`, `${raw}OperationProperties`].flatMap((path) => readObjects(fields, path));
  const hides = parameters.some((entry) => isHiding(readText(entry, "Name") ?? "", readText(entry, "Value") ?? ""));
  if (!hides) return null;
  return (
    parameters
      .map((entry) => (readText(entry, "Name") === "Name" ? readText(entry, "Value") : null))
      .find((n) => n !== null) ?? "a rule"
  );
}

function isHiding(name: string, value: string): boolean {
  if (HIDES.test(name)) return value.toLowerCase() !== "false";
  return /^ruleactions$/i.test(name) && /delete|move|forward|redirect|markasread/i.test(value.slice(0, 4_096));
}

/** Matches both orders: an intruder creates the rule before or after the mail arrives. */
function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const mails = hits.filter(({ value }) => value.startsWith("mail:"));
  const rules = hits.filter(({ value }) => value.startsWith("rule:"));
  const reachMs = settings.withinDays * DAY_MS;
  for (const { first, second } of followUps(mails, rules, reachMs)) yield toFiring(first, second, second, settings);
  for (const { first, second } of followUps(rules, mails, reachMs)) yield toFiring(second, first, second, settings);
}

function toFiring(mail: RowHit, rule: RowHit, trigger: RowHit, settings: Settings): Firing {
  const gap = toDuration(Math.abs(mail.at - rule.at));
  const order = trigger === rule ? `${gap} later` : `${gap} earlier`;
  return {
    trigger,
    evidence: [mail, rule],
    about: rule.value,
    summary: () =>
      `Received "${dataText(mail, "subject")}" from ${dataText(mail, "sender")}, ${dataText(mail, "stranger")}, and ${order} ` +
      `created the inbox rule "${dataText(rule, "rule")}" that moves, deletes or forwards mail; ` +
      `the two within ${settings.withinDays} days are reported together.`,
  };
}
