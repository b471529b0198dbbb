import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { externalShareBurst } from "./external-share-burst.ts";

const detector = externalShareBurst(BEHAVIOR_DEFAULTS.externalShareBurst);
const START = Date.parse("2026-03-10T09:00Z");

const share = (minute: number, file: string, more: object) =>
  seenRow("OfficeActivity", START + minute * MINUTE_MS, {
    UserId: "ana@ours.test",
    OfficeObjectId: `https://ours.test/${file}`,
    ...more,
  });
const anonymous = { Operation: "AnonymousLinkCreated" };
const guest = {
  Operation: "AddedToSecureLink",
  TargetUserOrGroupType: "Guest",
  TargetUserOrGroupName: "eve@theirs.test",
};
const shares = (count: number, every: number, more: object) =>
  times(count, (number) => share(number * every, `f${number}.xlsx`, more));

test("ten external shares within an hour are reported with their recipients", () => {
  const [finding, ...more] = findingsOf(detector, [
    ...shares(6, 5, anonymous),
    share(50, "g.xlsx", guest),
    ...shares(5, 6, guest),
  ]);
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: 12 shares outside the organization within 60 min, with anybody with the link, eve@theirs.test; " +
      "first f0.xlsx; 10 or more is unusual.",
  );
  expect(finding?.severity).toBe("medium");
});

test("thirty shares are severe, and more often right if they are links for anybody", () => {
  const weightOf = (more: object) => {
    const [finding] = findingsOf(detector, shares(32, 1, more));
    return [finding?.severity, finding?.detector.precision];
  };
  expect(weightOf(anonymous)).toEqual(["high", 0.75]);
  expect(weightOf(guest)).toEqual(["high", 0.6]);
  expect(weightOf({ ...guest, TargetUserOrGroupName: "eve_theirs.test#EXT#" })).toEqual(["high", 0.6]);
});

test("nine shares, a slower pace, or the same share again are not reported", () => {
  expect(findingsOf(detector, shares(9, 1, anonymous))).toEqual([]);
  expect(findingsOf(detector, shares(12, 7, anonymous))).toEqual([]);
  expect(
    findingsOf(
      detector,
      times(30, (number) => share(number, "same.xlsx", anonymous)),
    ),
  ).toEqual([]);
});

test("colleagues, groups and company links are internal", () => {
  const colleague = {
    Operation: "SharingSet",
    TargetUserOrGroupType: "Member",
    TargetUserOrGroupName: "ben@ours.test",
  };
  const group = {
    Operation: "SharingSet",
    TargetUserOrGroupType: "SharePointGroup",
    TargetUserOrGroupName: "x@y.test",
  };
  for (const inside of [colleague, group, { Operation: "CompanyLinkCreated" }]) {
    expect(findingsOf(detector, shares(20, 1, inside))).toEqual([]);
  }
});

test("the directory decides who is outside, not the name of a mail domain", () => {
  const target = (type: string | undefined, name: string) => ({
    Operation: "SharingSet",
    TargetUserOrGroupType: type,
    TargetUserOrGroupName: name,
  });
  const isReported = (more: object) => findingsOf(detector, shares(10, 1, more)).length === 1;
  // A member may have another of the organization's domains.
  expect(isReported(target("Member", "eve@subsidiary.test"))).toBe(false);
  expect(isReported(target("Guest", "eve@ours.test"))).toBe(true);
  expect(isReported(target("Member", "eve_theirs.test#ext#@ours.test"))).toBe(true);
  expect(isReported(target("Member", "eve@gmail.com"))).toBe(true);
  // Where the row does not state it, a domain below the own one is the organization's.
  expect(isReported(target(undefined, "ben@mail.ours.test"))).toBe(false);
  expect(isReported(target(undefined, "eve@ours.example"))).toBe(true);
});

test("a partner with whom the user shares regularly makes a burst less severe, a private mailbox never is one", () => {
  const severityAfter = (days: number, name: string) => {
    const recipient = { ...guest, TargetUserOrGroupName: name };
    const earlier = times(days, (day) => share(-(day + 1) * 1_440, `old${day}.xlsx`, recipient));
    return findingsOf(detector, [...earlier, ...shares(12, 1, recipient)])[0]?.severity;
  };
  expect(severityAfter(3, "eve@partner.test")).toBe("low");
  expect(severityAfter(2, "eve@partner.test")).toBe("medium");
  expect(severityAfter(5, "eve@gmail.com")).toBe("medium");
});

test("a share logged in both tables is one share", () => {
  const alsoReported = times(9, (number) =>
    seenRow("CloudAppEvents", START + number * MINUTE_MS, {
      AccountId: "ana@ours.test",
      ActionType: "AnonymousLinkCreated",
      RawEventData: { Operation: "AnonymousLinkCreated", ObjectId: `https://ours.test/f${number}.xlsx` },
    }),
  );
  expect(findingsOf(detector, [...shares(9, 1, anonymous), ...alsoReported])).toEqual([]);
});
