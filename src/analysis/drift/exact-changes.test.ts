import { expect, it } from "vitest";
import type { Holding } from "../../model/identity/holding.ts";
import { exactChanges } from "./exact-changes.ts";

const DAY = 20_000;
const timeOf = (day: number): Date => new Date(day * 86_400_000 + 3_600_000);

const holdingOf = (key: string, times: Partial<Holding> = {}): Holding => ({
  kind: "entitlement",
  key,
  firstSeen: timeOf(DAY - 1),
  isInitial: true,
  grantedAt: null,
  removedAt: null,
  lastSeen: timeOf(DAY),
  attributes: { label: key, tier: 0, isPrivileged: true, type: null, object: null, addedBy: null, removedBy: null },
  ...times,
});

/** Returns the windows in which the entitlements of a user changed who held something all the time. */
const periodsOf = (observedFrom: number | null, times: Partial<Holding>) =>
  exactChanges(
    { id: "ana", kind: "user", group: null },
    {
      holdings: [holdingOf("old"), holdingOf("role", times)],
      observedFrom,
      countIn: () => ({ activeDays: 0, events: 0 }),
    },
    DAY,
  )
    .filter(({ computator }) => computator === "entitlement_set")
    .map(({ period }) => period);

it("a grant of a first listing is a change in the windows that contain its date, from the first activity on", () => {
  expect(periodsOf(DAY - 60, { grantedAt: timeOf(DAY - 20) })).toEqual(["30d", "90d", "180d"]);
  expect(periodsOf(DAY - 20, { grantedAt: timeOf(DAY - 20) })).toEqual(["30d", "90d", "180d"]);
  expect(periodsOf(DAY - 19, { grantedAt: timeOf(DAY - 20) })).toEqual([]);
});

it("a grant or removal that precedes the first activity is no change, whatever reports it", () => {
  expect(periodsOf(DAY - 19, { grantedAt: timeOf(DAY - 20), isInitial: false })).toEqual([]);
  expect(periodsOf(DAY - 19, { grantedAt: timeOf(DAY - 25), removedAt: timeOf(DAY - 20) })).toEqual([]);
});

it("without activity only what a later listing added is a change", () => {
  expect(periodsOf(null, { grantedAt: timeOf(DAY - 3) })).toEqual([]);
  expect(periodsOf(null, { isInitial: false })).toEqual(["7d", "30d", "90d", "180d"]);
});
