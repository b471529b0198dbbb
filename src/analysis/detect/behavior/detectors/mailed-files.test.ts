import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, HOUR_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { mailedFiles } from "./mailed-files.ts";

const START = Date.parse("2026-03-10T09:00Z");
const detector = mailedFiles(BEHAVIOR_DEFAULTS.mailedFiles);

const mail = (when: number, to: string, more: object = {}) =>
  seenRow("EmailEvents", when, {
    SenderFromAddress: "ana.lindqvist@ours.test",
    RecipientEmailAddress: to,
    EmailDirection: "Outbound",
    AttachmentCount: 1,
    ...more,
  });
const several = (count: number, to: string, more: object = {}, start = START) =>
  times(count, (number) => mail(start + number * HOUR_MS, to, more));

test("three messages with attachments to a private mailbox within a day are reported", () => {
  const [finding, ...more] = findingsOf(detector, several(3, "box77@gmail.com"));
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("medium");
  expect(finding?.summary).toBe(
    "ana.lindqvist@ours.test: 3 messages with attachments within 24 h to box77@gmail.com, a private mailbox that got some " +
      "on fewer than 3 days before; 3 or more is unusual.",
  );
});

test("a mailbox with the sender's own name is private whatever its provider is", () => {
  expect(findingsOf(detector, several(3, "lindqvist.home@small-host.test"))).toHaveLength(1);
  expect(findingsOf(detector, several(3, "orders@small-host.test"))).toEqual([]);
});

test("a domain that is new for the user needs more messages, and one that got attachments before is a correspondent", () => {
  expect(findingsOf(detector, several(10, "desk@buyer.test"))).toHaveLength(1);
  expect(findingsOf(detector, several(9, "desk@buyer.test"))).toEqual([]);
  const known = [mail(START - 5 * DAY_MS, "other@buyer.test"), ...several(10, "desk@buyer.test")];
  expect(findingsOf(detector, known)).toEqual([]);
});

test("one large archive in a private mailbox is enough, a small one or one for a partner is not", () => {
  const archive = (to: string, name: string, bytes: number) =>
    seenRow("EmailAttachmentInfo", START, {
      SenderFromAddress: "ana.lindqvist@ours.test",
      SenderObjectId: "00000000-0000-4000-8000-00000000000a",
      RecipientEmailAddress: to,
      FileName: name,
      FileSize: bytes,
    });
  expect(findingsOf(detector, [archive("box77@gmail.com", "all.zip", 9e6)])[0]?.summary).toContain("1 large archive");
  expect(findingsOf(detector, [archive("box77@gmail.com", "all.zip", 9e4)])).toEqual([]);
  expect(findingsOf(detector, [archive("box77@gmail.com", "photo.jpg", 9e6)])).toEqual([]);
  expect(findingsOf(detector, [archive("desk@buyer.test", "all.zip", 9e6)])).toEqual([]);
});

test("two messages, messages without attachments, received ones and those within the organization are not reported", () => {
  expect(findingsOf(detector, several(2, "box77@gmail.com"))).toEqual([]);
  expect(findingsOf(detector, several(5, "box77@gmail.com", { AttachmentCount: 0 }))).toEqual([]);
  expect(findingsOf(detector, several(5, "box77@gmail.com", { EmailDirection: "Inbound" }))).toEqual([]);
  expect(findingsOf(detector, several(20, "ben@mail.ours.test"))).toEqual([]);
});

test("a private mailbox that got attachments on three earlier days is a habit", () => {
  const days = (count: number) => times(count, (day) => several(3, "box77@gmail.com", {}, START + day * DAY_MS)).flat();
  expect(findingsOf(detector, days(3))).toHaveLength(3);
  expect(findingsOf(detector, days(9))).toHaveLength(4);
});
