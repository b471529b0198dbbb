import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import type { DirectoryKind } from "../../model/directory-kind.ts";
import type { DriftDelta } from "../../model/drift.ts";
import type { Fields } from "../../model/fields.ts";
import { newId } from "../../runtime/ids.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import { saveDirectoryChanges } from "../../store/activity/directory-changes.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { readDrift } from "../../store/people/drift.ts";
import { saveLogRows } from "../../store/rows/log-rows.ts";
import { readThreats } from "../../store/threats/threats.ts";
import { driftEventsPhase } from "./drift-events-phase.ts";
import { driftPhase } from "./drift-phase.ts";
import { holdingsPhase } from "./holdings-phase.ts";
import { loadDirectory } from "./load-directory.ts";

const DAY_MS = 86_400_000;
const DAY = 20_000;
const at = (day: number, hour = 0): Date => new Date(day * DAY_MS + hour * 3_600_000);
const GLOBAL_ADMIN = "62e90394-69f5-4237-9190-012177145e10";
let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

async function deliver(db: DomainHandle, kind: DirectoryKind, values: readonly Fields[]): Promise<void> {
  const lines = values.map((value, index) => ({ line: index + 1, value }));
  await ingestDirectory(db, () => at(DAY), { kind, lines, walk: { first: true, last: true } });
}

const USERS = ["ana", "ben"].map((name, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  userPrincipalName: `${name}@northwind.example`,
  displayName: name,
  mail: `${name}@northwind.example`,
}));
const ANA = String(USERS[0]?.id);
const reader = { id: "ra-0", principalId: ANA, roleDefinitionId: "88d8e3e3-8f55-4a1e-953a-9b9898b8876b" };
const admin = { id: "ra-1", principalId: ANA, roleDefinitionId: GLOBAL_ADMIN };

async function givenDomain(): Promise<DomainHandle> {
  const db = await opened.addDomain();
  await deliver(db, "users", USERS);
  await deliver(db, "role-assignments", [reader]);
  return db;
}

async function analyze(db: DomainHandle, day: number): Promise<void> {
  const slice = createTimeSlice();
  const loaded = await loadDirectory(db, slice);
  const run = { db, day, asOf: at(day), now: at(day, 2), ...loaded, slice, isStopped: () => false };
  await holdingsPhase.run(run);
  await driftPhase.run(run);
  await driftEventsPhase.run(run);
}

/** An audit row that reports a change of Ana's roles. */
async function givenAuditRow(db: DomainHandle, change: "role_added" | "role_removed", when: Date): Promise<string> {
  const contentKey = newId();
  const row = { contentKey, itemId: `item-${change}`, at: when.getTime(), undated: false, text: "{}" };
  await db.transaction(async (tx) => {
    await saveLogRows(tx, { table: "AuditLogs", rows: [row], receivedAt: when, isPending: false });
    await saveDirectoryChanges(tx, [
      {
        at: when,
        row: { table: "AuditLogs", contentKey },
        change,
        by: null,
        byName: null,
        target: `oid:${ANA}`,
        objectId: GLOBAL_ADMIN,
        objectName: "Global Administrator",
      },
    ]);
  });
  return `item-${change}`;
}

const events = async (db: DomainHandle) =>
  (await readDrift(db, undefined, 100)).map(({ item }) => ({ ...item, delta: item.delta as DriftDelta }));

it("what the first listing contains is no change", async () => {
  const db = await givenDomain();
  await deliver(db, "role-assignments", [reader, admin]);
  await analyze(db, DAY);
  await analyze(db, DAY + 3);
  expect(await events(db)).toEqual([]);
});

it("a privileged role is dated by the audit row that reports it, and is a threat event with that row, once", async () => {
  const db = await givenDomain();
  await analyze(db, DAY);
  await deliver(db, "role-assignments", [reader, admin]);
  const rowId = await givenAuditRow(db, "role_added", at(DAY + 1, 12));
  await analyze(db, DAY + 3);
  const found = await events(db);
  const step = found.find(({ computator, timePeriod }) => computator === "privilege_level" && timePeriod === "7d");
  expect(found.filter(({ computator }) => computator === "privilege_level")).toHaveLength(1);
  expect(step).toMatchObject({
    detectedAt: at(DAY + 2),
    periodStartAt: at(DAY - 5),
    user: { name: "ana", email: "ana@northwind.example" },
    delta: { severity: "high", direction: "increase", items: [{ after: "tier0", tier: "tier0" }] },
  });
  expect(step?.delta.items[0]?.evidence).toContainEqual({ source_table: "AuditLogs", source_event_ids: [rowId] });
  const threats = (await readThreats(db, undefined, 100)).map(({ item }) => item);
  expect(threats.map(({ subcategory }) => subcategory[0]).sort()).toEqual([
    "drift_entitlement_set",
    "drift_privilege_level",
  ]);
  expect(threats[0]).toMatchObject({
    severity: "high",
    source: "entra_audit",
    sourceEventIds: [rowId],
    tuid: step?.tuid,
  });
  await analyze(db, DAY + 3);
  await analyze(db, DAY + 4);
  expect(await events(db)).toEqual(found);
  expect(await readThreats(db, undefined, 100)).toHaveLength(threats.length);
});

it("a role that was added and removed between two listings is found", async () => {
  const db = await givenDomain();
  await analyze(db, DAY);
  await givenAuditRow(db, "role_added", at(DAY + 1, 9));
  await givenAuditRow(db, "role_removed", at(DAY + 1, 10));
  await analyze(db, DAY + 3);
  const change = (await events(db)).find(
    ({ computator, timePeriod }) => computator === "entitlement_set" && timePeriod === "7d",
  );
  expect(change?.delta.items).toMatchObject([
    { label: "Global Administrator", status: "new", after: 0, tier: "tier0" },
  ]);
});

it.each([
  ["disabled", USERS.map((user) => ({ ...user, accountEnabled: user.id !== ANA }))],
  ["deleted", USERS.filter(({ id }) => id !== ANA)],
])("the owner of an identity is lost when the account is %s", async (_, left) => {
  const db = await givenDomain();
  const service = { id: "00000000-0000-4000-9000-000000000001", appId: newId(), displayName: "export" };
  await deliver(db, "service-principals", [service]);
  await deliver(db, "owners", [{ id: ANA, servicePrincipalId: service.id, ownerId: ANA }]);
  await analyze(db, DAY);
  expect(await events(db)).toEqual([]);
  await deliver(db, "users", left);
  await analyze(db, DAY + 3);
  await analyze(db, DAY + 4);
  const [change, ...others] = await events(db);
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    computator: "steward_change",
    timePeriod: "7d",
    delta: { direction: "removed", items: [{ label: "ana", status: "gone" }] },
  });
});
