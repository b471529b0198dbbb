import { expect, test } from "vitest";
import { findingsOf, seenRow } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { paymentFraud } from "./payment-fraud.ts";

const detector = paymentFraud(BEHAVIOR_DEFAULTS.paymentFraud);
const START = Date.parse("2026-03-10T09:00Z");

const mail = (day: number, more: object = {}) =>
  seenRow("EmailEvents", START + day * DAY_MS, {
    EmailDirection: "Inbound",
    RecipientEmailAddress: "ana@contoso.test",
    SenderFromAddress: "billing@vendor.test",
    Subject: "New bank details for invoice 4711",
    IsFirstContact: true,
    ...more,
  });
const rule = (day: number, parameters: readonly object[], name = "..") =>
  seenRow("OfficeActivity", START + day * DAY_MS, {
    UserId: "ana@contoso.test",
    Operation: "New-InboxRule",
    Parameters: JSON.stringify([{ Name: "Name", Value: name }, ...parameters]),
  });
const hide = [{ Name: "DeleteMessage", Value: "True" }];

test("a payment mail from an unknown sender and then a hiding rule are reported", () => {
  const [finding, ...more] = findingsOf(detector, [mail(0), rule(3, hide)]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    'ana@contoso.test: Received "New bank details for invoice 4711" from billing@vendor.test, a first contact, and 3 days ' +
      'later created the inbox rule ".." that hides, deletes or forwards mail; the two within 7 days are reported together.',
  );
  expect(finding?.severity).toBe("high");
  expect(finding?.detector.threatType).toBe("financial_fraud");
});

test("the rule may come first, and a look-alike domain counts like a first contact", () => {
  const twin = mail(1, { IsFirstContact: false, SenderFromAddress: "cfo@c0ntoso.test" });
  const [finding] = findingsOf(detector, [rule(0, hide), twin]);
  expect(finding?.summary).toContain("from cfo@c0ntoso.test, whose domain looks like contoso.test, and 24 h earlier");
});

test("a known sender, another subject, a harmless rule, or more than a week is not reported", () => {
  expect(findingsOf(detector, [mail(0, { IsFirstContact: false }), rule(1, hide)])).toEqual([]);
  expect(findingsOf(detector, [mail(0, { Subject: "Lunch?" }), rule(1, hide)])).toEqual([]);
  expect(findingsOf(detector, [mail(0), rule(1, [{ Name: "DeleteMessage", Value: "False" }])])).toEqual([]);
  expect(findingsOf(detector, [mail(0), rule(1, [{ Name: "MarkImportance", Value: "High" }])])).toEqual([]);
  expect(findingsOf(detector, [mail(0), rule(7.1, hide)])).toEqual([]);
  expect(findingsOf(detector, [mail(0, { EmailDirection: "Intra-org" }), rule(1, hide)])).toEqual([]);
});

test("an older rule that puts mail into an ordinary folder is nothing, a new one is medium within a day", () => {
  const tidy = (day: number, more: readonly object[] = []) =>
    rule(day, [{ Name: "MoveToFolder", Value: "Newsletters" }, ...more], "Newsletters");
  expect(findingsOf(detector, [tidy(0), mail(1)])).toEqual([]);
  expect(findingsOf(detector, [mail(0), tidy(2)])).toEqual([]);
  const [finding] = findingsOf(detector, [mail(0), tidy(0.5)]);
  expect(finding).toMatchObject({ severity: "medium" });
  expect(finding?.summary).toContain('the inbox rule "Newsletters" that moves mail; the two within 24 h are reported');
});

test("a rule that nobody notices, or that is about payments or the sender, counts in both orders", () => {
  const about = (name: string, value: string) => [
    { Name: "MoveToFolder", Value: "Projects" },
    { Name: name, Value: value },
  ];
  const older = [
    rule(0, [{ Name: "MoveToFolder", Value: "RSS Subscriptions" }], "Feeds"),
    rule(0, [{ Name: "MoveToFolder", Value: "Conversation History" }], "Talks"),
    rule(0, [{ Name: "MarkAsRead", Value: "True" }], "Read"),
    rule(0, [{ Name: "MoveToFolder", Value: "Projects" }], "."),
    rule(0, about("SubjectOrBodyContainsWords", "invoice;payment"), "Projects"),
    rule(0, about("From", "billing@vendor.test"), "Projects"),
    seenRow("OfficeActivity", START, {
      UserId: "ana@contoso.test",
      Operation: "UpdateInboxRules",
      OperationProperties: [
        { Name: "RuleName", Value: "Projects" },
        { Name: "RuleActions", Value: '[{"ActionType":"Delete"}]' },
      ],
    }),
  ];
  for (const each of older) {
    const letter = mail(2);
    const found = findingsOf(detector, [each, letter]);
    expect(found.map(({ severity }) => severity)).toEqual(["high"]);
    expect(findingsOf(detector, [letter, each])).toEqual(found);
  }
  expect(findingsOf(detector, [rule(0, about("From", "news@press.test"), "Press"), mail(2)])).toEqual([]);
});
