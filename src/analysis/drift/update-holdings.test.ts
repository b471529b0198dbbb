import { expect, it } from "vitest";
import type { DirectoryChange } from "../../model/identity/activity.ts";
import { type ListedHolding, updateHoldings } from "./update-holdings.ts";

const NOW = new Date("2026-11-15T00:00:00.000Z");
const MONDAY = new Date("2026-11-09T08:00:00.000Z");

const change = (n: number, name: DirectoryChange["change"], more: Partial<DirectoryChange> = {}): DirectoryChange => ({
  at: MONDAY,
  row: { table: "AuditLogs", contentKey: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` },
  change: name,
  by: null,
  byName: null,
  target: "oid:u",
  objectId: "r1",
  objectName: "Reader",
  ...more,
});

const update = (changes: readonly DirectoryChange[], listed: readonly ListedHolding[] = []) =>
  updateHoldings({ stored: [], listed, changes, isFirst: () => true, now: NOW });

it("one grant that several rows report at the same time is one holding", () => {
  const found = update([change(1, "role_added"), change(2, "role_added"), change(3, "role_removed")]);
  expect(found.map(({ key, firstSeen }) => [key, firstSeen])).toEqual([["role_added:r1", MONDAY]]);
});

it("a removal ends every grant before it, however many changes there are", () => {
  const changes = Array.from({ length: 60_000 }, (_, n) =>
    change(n, n % 2 === 0 ? "role_added" : "role_removed", { at: new Date(MONDAY.getTime() + n) }),
  );
  const found = update(changes);
  expect(found.length).toBe(30_000);
  expect(found.every(({ grantedAt, removedAt }) => Number(removedAt) === Number(grantedAt) + 1)).toBe(true);
});

it("a group with the name of a kind does not date the other groups", () => {
  const listed = (id: string, label: string): ListedHolding => ({
    kind: "entitlement",
    key: `group:${id}`,
    grantedAt: null,
    attributes: { label, tier: 2, isPrivileged: false, type: "group", object: null },
  });
  const found = update(
    [change(1, "group_member_added", { objectId: "g1", objectName: "Group" })],
    [listed("g1", "Group"), listed("g2", "Finance")],
  );
  expect(found.map(({ key, grantedAt }) => [key, grantedAt])).toEqual([
    ["group:g1", MONDAY],
    ["group:g2", null],
  ]);
});

it("what was granted and removed before a listing saw it is as privileged as its role", () => {
  const briefly = (added: DirectoryChange["change"], removed: DirectoryChange["change"], objectName: string) => {
    const role = { objectId: null, objectName };
    const later = { ...role, at: new Date(MONDAY.getTime() + 60_000) };
    return update([change(1, added, role), change(2, removed, later)]).map(({ attributes }) => attributes);
  };
  expect(briefly("role_added", "role_removed", "Global Administrator")).toMatchObject([
    { tier: 0, isPrivileged: true },
  ]);
  expect(briefly("azure_role_added", "azure_role_removed", "Owner")).toMatchObject([{ tier: 0, isPrivileged: true }]);
  expect(briefly("azure_role_added", "azure_role_removed", "Reader")).toMatchObject([{ isPrivileged: false }]);
  expect(briefly("group_member_added", "group_member_removed", "Finance")).toMatchObject([
    { tier: null, isPrivileged: false },
  ]);
});
