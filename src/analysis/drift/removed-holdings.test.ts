import { expect, it } from "vitest";
import type { DirectoryChange } from "../../model/identity/activity.ts";
import { SERVICE_OWNER } from "../../model/identity/holding.ts";
import { exactChanges } from "./exact-changes.ts";
import { type ListedHolding, updateHoldings } from "./update-holdings.ts";

const DAY = 20_000;
const timeOf = (day: number): Date => new Date(day * 86_400_000 + 3_600_000);

const ownerChange = (change: "owner_added" | "owner_removed", owner: string, day: number): DirectoryChange => ({
  at: timeOf(day),
  row: { table: "AuditLogs", contentKey: `${change}-${owner}-${day}` },
  change,
  by: null,
  byName: null,
  target: "oid:service",
  objectId: owner,
  objectName: `${owner}@northwind.example`,
});

const owner = (key: string, type = "app_owner"): ListedHolding => ({
  kind: "owner",
  key,
  grantedAt: null,
  attributes: { label: key, tier: null, isPrivileged: false, type, object: null },
});

const holdingsOf = (listed: readonly ListedHolding[], changes: readonly DirectoryChange[]) =>
  updateHoldings({ stored: [], listed, changes, isFirst: () => true, now: timeOf(DAY) });

const stewardChanges = (listed: readonly ListedHolding[], changes: readonly DirectoryChange[]) =>
  exactChanges(
    { id: "service", kind: "nhi", group: null },
    {
      holdings: holdingsOf(listed, changes),
      createdAt: null,
      observedFrom: DAY - 100,
      countIn: () => ({ activeDays: 0, events: 0 }),
    },
    DAY,
  ).filter(({ computator, period }) => computator === "steward_change" && period === "7d");

it("an owner that only the row of its removal reports was held until then", () => {
  const changes = [ownerChange("owner_removed", "ana", DAY - 3), ownerChange("owner_removed", "ana", DAY - 2)];
  expect(holdingsOf([], changes)).toMatchObject([{ kind: "owner", isInitial: true, removedAt: timeOf(DAY - 3) }]);
});

it("the replacement of the only owner is a change of the steward, with the rows of both", () => {
  const changes = [ownerChange("owner_removed", "ana", DAY - 3), ownerChange("owner_added", "ben", DAY - 3)];
  const [change, ...more] = stewardChanges([owner("ben")], changes);
  expect(more).toEqual([]);
  expect(change?.summary).toBe(
    "In the last 7 days 1 owner was added: ben; 1 owner was removed: ana@northwind.example. None of the former owners is left.",
  );
  expect(change?.items.flatMap(({ rows }) => rows.map(({ contentKey }) => contentKey)).sort()).toEqual(
    changes.map(({ row }) => row.contentKey).sort(),
  );
});

it("the steward did not change while an owner stays, or comes back", () => {
  expect(stewardChanges([owner("ben")], [ownerChange("owner_removed", "ana", DAY - 3)])).toEqual([]);
  const back = [ownerChange("owner_removed", "ana", DAY - 3), ownerChange("owner_added", "ana", DAY - 2)];
  expect(stewardChanges([owner("ana")], back)).toEqual([]);
});

it("a service that stays an owner does not hide that the people changed", () => {
  const changes = [ownerChange("owner_removed", "ana", DAY - 3), ownerChange("owner_added", "ben", DAY - 3)];
  const pipeline = owner("pipeline", SERVICE_OWNER);
  expect(stewardChanges([owner("ben"), pipeline], changes)[0]?.summary).toContain("None of the former owners is left.");
  expect(stewardChanges([pipeline], changes.slice(0, 1))[0]?.summary).toContain("The identity has no owner left.");
  expect(stewardChanges([owner("ana"), pipeline], [ownerChange("owner_added", "pipeline", DAY - 3)])).toEqual([]);
});
