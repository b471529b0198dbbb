import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { lookAlikePartner } from "./look-alike-partner.ts";

const detector = lookAlikePartner(BEHAVIOR_DEFAULTS.lookAlikePartner);
const NOW = Date.parse("2026-03-30T09:30Z");

const received = (when: number, domain: string, Subject = "Delivery on Monday") =>
  seenRow("EmailEvents", when, {
    EmailDirection: "Inbound",
    SenderFromAddress: `desk@${domain}`,
    RecipientEmailAddress: "ana@ours.test",
    Subject,
  });
const sent = (when: number, domain: string, AttachmentCount = 0) =>
  seenRow("EmailEvents", when, {
    EmailDirection: "Outbound",
    SenderFromAddress: "ana@ours.test",
    RecipientEmailAddress: `desk@${domain}`,
    Subject: "Re: Delivery on Monday",
    AttachmentCount,
  });
/** Mail with a partner on ten days. */
const partner = (domain = "lindgren-papers.test") =>
  times(10, (index) => {
    const when = NOW - (20 - index) * DAY_MS;
    return index % 2 === 0 ? received(when, domain) : sent(when, domain);
  });
const pay = (domain: string, when = NOW) => received(when, domain, "New bank details for invoice 20417");

test("a payment mail from a look-alike of a partner is severe and names both domains", () => {
  const [finding, ...more] = findingsOf(detector, [...partner(), pay("lindgren-paper.test")]);
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", actor: { upn: "ana@ours.test" } });
  expect(finding?.summary).toContain(
    "Received a mail about a payment from lindgren-paper.test, which looks like lindgren-papers.test, a domain with mail on 10 days",
  );
});

test.each([
  "1indgren-papers.test",
  "lindgrem-papers.test",
  "lidngren-papers.test",
  "lindgrenpapers.test",
  "llindgren-papers.test",
])("%s is noticed, in any order of the rows", (domain) => {
  const rows = [...partner(), pay(domain)];
  const found = findingsOf(detector, rows);
  expect(found).toHaveLength(1);
  expect(findingsOf(detector, [...rows].reverse())).toEqual(found);
});

test("an answer and attachments to a look-alike are noticed without a word about payments", () => {
  const other = "lindgren-paperss.test";
  expect(findingsOf(detector, [...partner(), received(NOW, other)])).toEqual([]);
  expect(findingsOf(detector, [...partner(), received(NOW, other), sent(NOW + HOUR_MS, other)])).toHaveLength(1);
  expect(findingsOf(detector, [...partner(), sent(NOW, other, 1)])).toHaveLength(1);
  expect(findingsOf(detector, [...partner(), sent(NOW, other)])).toEqual([]);
});

test("of short names only a doubled letter is noticed", () => {
  expect(findingsOf(detector, [...partner("kpfz.test"), pay("kpffz.test")])).toHaveLength(1);
  expect(findingsOf(detector, [...partner("kpfz.test"), pay("kpaz.test")])).toEqual([]);
});

test("the same name under another ending is medium, and only about payments", () => {
  expect(findingsOf(detector, [...partner(), pay("lindgren-papers.example")])).toMatchObject([{ severity: "medium" }]);
  expect(findingsOf(detector, [...partner(), sent(NOW, "lindgren-papers.example", 1)])).toEqual([]);
});

test("a correspondent of weeks, a domain to which nobody writes, a subdomain and the partner itself are silent", () => {
  const old = received(NOW - 12 * DAY_MS, "lindgren-paper.test");
  expect(findingsOf(detector, [...partner(), old, pay("lindgren-paper.test")])).toEqual([]);
  const news = times(10, (index) => received(NOW - (20 - index) * DAY_MS, "lindgren-papers.test"));
  expect(findingsOf(detector, [...news, pay("lindgren-paper.test")])).toEqual([]);
  expect(findingsOf(detector, [...partner(), pay("mail.lindgren-papers.test"), pay("lindgren-papers.test")])).toEqual(
    [],
  );
  expect(findingsOf(detector, [pay("lindgren-paper.test")])).toEqual([]);
});
