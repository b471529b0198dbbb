import { expect, it } from "vitest";
import type { Holding } from "../../model/identity/holding.ts";
import { exactChanges, type HeldFacts } from "./exact-changes.ts";

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

const changesOf = (facts: Omit<HeldFacts, "countIn">, kind: "user" | "nhi" = "user") =>
  exactChanges({ id: "ana", kind, group: null }, { ...facts, countIn: () => ({ activeDays: 0, events: 0 }) }, DAY);

/** Returns the windows in which the entitlements of a user changed who held something all the time. */
const periodsOf = (observedFrom: number | null, times: Partial<Holding>) =>
  changesOf({ holdings: [holdingOf("old"), holdingOf("role", times)], observedFrom, createdAt: null })
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

/** Returns the computators that find a change of an identity that was created 20 days before. */
const changesOfNew = (holdings: readonly Holding[], kind: "user" | "nhi" = "user") => [
  ...new Set(
    changesOf({ holdings, observedFrom: DAY - 300, createdAt: timeOf(DAY - 20) }, kind).map(
      ({ computator }) => computator,
    ),
  ),
];
const granted = (key: string, day: number, more: Partial<Holding> = {}): Holding =>
  holdingOf(key, { grantedAt: timeOf(day), ...more });

it("what an identity gets in the week in which it is created is no change", () => {
  expect(changesOfNew([granted("group", DAY - 20), granted("role", DAY - 17)])).toEqual([]);
  expect(changesOfNew([granted("role", DAY - 19, { removedAt: timeOf(DAY - 18) })])).toEqual([]);
  const credential = granted("key", DAY - 20, { kind: "credential" });
  expect(changesOfNew([credential], "nhi")).toEqual([]);
});

it("what a new identity gets or loses later is a change", () => {
  const usual = granted("group", DAY - 20);
  const group = { ...usual, attributes: { ...usual.attributes, tier: 2 as const, isPrivileged: false } };
  expect(changesOfNew([group, granted("role", DAY - 3)])).toEqual(["entitlement_set", "privilege_level"]);
  expect(changesOfNew([granted("role", DAY - 3)])).toEqual(["privilege_level"]);
  expect(changesOfNew([group, granted("role", DAY - 19, { removedAt: timeOf(DAY - 2) })])).toEqual(["entitlement_set"]);
});
