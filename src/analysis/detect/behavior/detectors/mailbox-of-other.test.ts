import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import type { Fields } from "../../../../model/fields.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { mailboxOfOther } from "./mailbox-of-other.ts";

const detector = mailboxOfOther(BEHAVIOR_DEFAULTS.mailboxOfOther);
const START = Date.parse("2026-03-25T19:00Z");

const office = (when: number, operation: string, more: Fields) =>
  seenRow("OfficeActivity", when, {
    UserId: "ana@ours.test",
    Operation: operation,
    OfficeWorkload: "Exchange",
    ...more,
  });
const read = (when: number, owner: string, more: Fields = {}) =>
  office(when, "MailItemsAccessed", { Logon_Type: "Delegated", MailboxOwnerUPN: owner, ...more });
const reads = (count: number, owner = "cfo@ours.test", start = START) =>
  times(count, (number) => read(start + number * 5_000, owner));
const permission = (when: number, user: string, mailbox = "cfo@ours.test") =>
  office(when, "Add-MailboxPermission", {
    ResultStatus: "True",
    Parameters: [
      { Name: "Identity", Value: mailbox },
      { Name: "User", Value: user },
      { Name: "AccessRights", Value: "FullAccess" },
    ],
  });
/** Two weeks in the own mailbox. */
const history = times(14, (day) => read(START - (14 - day) * DAY_MS, "ana@ours.test", { Logon_Type: "Owner" }));

test("a mailbox that is read after giving oneself access to it is severe, also without a history", () => {
  const [finding, ...more] = findingsOf(detector, [permission(START - 5 * MINUTE_MS, "ana@ours.test"), ...reads(30)]);
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("high");
  expect(finding?.detector.precision).toBe(0.7);
  expect(finding?.summary).toBe(
    "ana@ours.test: Read the mailbox of cfo@ours.test 5 min after giving the own account access to it: 30 records on this day.",
  );
});

test("access given by somebody else, to somebody else or to another mailbox is not one's own", () => {
  const given = [
    permission(START - HOUR_MS, "ben@ours.test"),
    permission(START - HOUR_MS, "ana@ours.test", "hr@ours.test"),
  ];
  expect(findingsOf(detector, [...given, ...reads(10)])).toEqual([]);
});

test("the first time that many items of a mailbox are read is low", () => {
  const [finding, ...more] = findingsOf(detector, [...history, ...reads(300)]);
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("low");
  expect(finding?.count).toBe(300);
  expect(findingsOf(detector, [...history, ...reads(20)])).toEqual([]);
  expect(findingsOf(detector, reads(300))).toEqual([]);
});

test("a mailbox that was read before, and who works in several mailboxes, are silent", () => {
  const earlier = reads(3, "cfo@ours.test", START - 6 * DAY_MS);
  expect(findingsOf(detector, [...history, ...earlier, ...reads(300)])).toEqual([]);
  const assistant = ["ceo", "coo", "info"].flatMap((name) => reads(3, `${name}@ours.test`, START - 6 * DAY_MS));
  expect(findingsOf(detector, [...history, ...assistant, ...reads(300)])).toEqual([]);
});

test("the own mailbox, and log-ons of the owner or an administrator, are not those of a delegate", () => {
  expect(findingsOf(detector, [...history, ...reads(300, "ana@ours.test")])).toEqual([]);
  const owner = times(300, (n) => read(START + n, "cfo@ours.test", { Logon_Type: "Owner" }));
  const admin = times(300, (n) => read(START + n, "cfo@ours.test", { Logon_Type: "Admin" }));
  expect(findingsOf(detector, [...history, ...owner, ...admin])).toEqual([]);
});
