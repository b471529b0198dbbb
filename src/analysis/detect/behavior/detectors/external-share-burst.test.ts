import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-settings.ts";
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

test("a user of another mail domain is external even when the row calls them a member", () => {
  const foreign = {
    Operation: "SharingSet",
    TargetUserOrGroupType: "Member",
    TargetUserOrGroupName: "eve@theirs.test",
  };
  expect(findingsOf(detector, shares(10, 1, foreign))).toHaveLength(1);
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
