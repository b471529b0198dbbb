import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import type { Fields } from "../../src/model/fields.ts";
import type { LogTable } from "../../src/model/rows/log-row.ts";
import { LOG_TABLES } from "../../src/model/rows/log-row.ts";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import { testDetectors } from "../support/detectors.ts";
import { givenThreat } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { removeStoredRow } from "../support/stored-rows.ts";

const NOW = new Date("2026-11-02T10:00:00.000Z");

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  service.clock.now = NOW;
});
afterAll(() => service.stop());

interface Item {
  readonly source_table: string | null;
  readonly source_event_id: string | null;
  readonly time: string | null;
  readonly row: Fields | null;
  readonly reason: string | null;
}

async function evidenceOf(domain: TestDomain, eventId: string): Promise<readonly Item[]> {
  const { status, body } = await domain.ask(`/threats/${eventId}/evidence`);
  expect([status, body["event_id"]]).toEqual([200, eventId]);
  return body["items"] as unknown as readonly Item[];
}

const rowAt = (minute: number, fields: Fields = {}): Fields => ({
  TimeGenerated: new Date(NOW.getTime() - 600_000 + minute * 60_000).toISOString(),
  UserPrincipalName: "maya.ito@northwind.example",
  _ItemId: `row-${minute}`,
  ...fields,
});

/** A row as it is returned: its id is beside it. */
const withoutId = ({ _ItemId: _, ...columns }: Fields): Fields => columns;

async function deliver(domain: TestDomain, table: LogTable, rows: readonly Fields[]): Promise<void> {
  const reply = await domain.ask(`${INGEST_BASE_PATH}/tables/${table}`, { method: "POST", payload: [...rows] });
  expect(reply.body).toMatchObject({ accepted: rows.length, rejected: [] });
}

/** Delivers three sign-ins that a test detector finds, and returns the id of the event. */
async function givenBurst(domain: TestDomain, fields: Fields = {}): Promise<string> {
  await deliver(domain, "SigninLogs", [rowAt(1, fields), rowAt(3, fields)]);
  const office = { ...rowAt(2), UserId: "maya.ito@northwind.example", Operation: "FileAccessed" };
  await deliver(domain, "OfficeActivity", [office]);
  while ((await processBatch(domain.db, () => NOW, testDetectors)).rows > 0);
  const { body } = await domain.ask("/threats");
  const found = body["data"] as unknown as readonly { event_id: string; subcategory: readonly string[] }[];
  const burst = found.find(({ subcategory }) => subcategory.includes("test_burst"));
  expect(burst).toBeDefined();
  return burst?.event_id ?? "";
}

it("the rows behind an event are returned as delivered, of all tables, the triggering row first", async () => {
  const domain = await service.givenDomain();
  const eventId = await givenBurst(domain, { AppDisplayName: 'Ledger "Export" \u2603' });
  const items = await evidenceOf(domain, eventId);
  expect(items.map(({ source_table, source_event_id }) => [source_table, source_event_id])).toEqual([
    ["SigninLogs", "row-3"],
    ["SigninLogs", "row-1"],
    ["OfficeActivity", "row-2"],
  ]);
  expect(items[0]).toMatchObject({ time: "2026-11-02T09:53:00.000Z", reason: null });
  expect(items[0]?.row).toEqual({ ...withoutId(rowAt(3)), AppDisplayName: 'Ledger "Export" \u2603' });
  expect(items[2]?.row).toMatchObject({ Operation: "FileAccessed" });
});

it("a row that was removed has row null and the reason, and keeps its place, id and time", async () => {
  const domain = await service.givenDomain();
  const eventId = await givenBurst(domain);
  const before = await evidenceOf(domain, eventId);
  for (const table of LOG_TABLES) {
    for (const id of ["row-2", "row-3"]) await removeStoredRow(domain.db, table, id);
  }
  const after = await evidenceOf(domain, eventId);
  expect(after).toEqual(
    before.map((item) => {
      const { source_event_id: id } = item;
      if (id === "row-1") return item;
      // The id of a row is recorded with the event only if it is of the triggering row's table.
      return { ...item, source_event_id: id === "row-2" ? null : id, row: null, reason: "removed" };
    }),
  );
});

it("rows of an imported event are found by their ids, and those that were never delivered are not_stored", async () => {
  const domain = await service.givenDomain();
  const imported = { sourceTable: "SigninLogs", sourceEventIds: ["absent", "row-5", "row-4"] };
  const { eventId } = await givenThreat(domain.db, imported);
  await deliver(domain, "SigninLogs", [rowAt(4), rowAt(5), rowAt(6)]);
  expect(await evidenceOf(domain, eventId)).toMatchObject([
    { source_table: "SigninLogs", source_event_id: "absent", time: null, row: null, reason: "not_stored" },
    { source_event_id: "row-5", row: withoutId(rowAt(5)), reason: null },
    { source_event_id: "row-4", row: withoutId(rowAt(4)), reason: null },
  ]);
});

it("an event without a table has no rows to show, and one without ids an empty list", async () => {
  const domain = await service.givenDomain();
  const untabled = await givenThreat(domain.db, { sourceTable: null, sourceEventIds: ["a"] });
  expect(await evidenceOf(domain, untabled.eventId)).toEqual([
    { source_table: null, source_event_id: "a", time: null, row: null, reason: "not_stored" },
  ]);
  const { eventId } = await givenThreat(domain.db, { sourceEventIds: [] });
  expect(await evidenceOf(domain, eventId)).toEqual([]);
});

it("at most 100 rows are returned", async () => {
  const domain = await service.givenDomain();
  const sourceEventIds = Array.from({ length: 130 }, (_, index) => `row ${index}`);
  const { eventId } = await givenThreat(domain.db, { sourceTable: "SigninLogs", sourceEventIds });
  const items = await evidenceOf(domain, eventId);
  expect(items.map(({ source_event_id }) => source_event_id)).toEqual(sourceEventIds.slice(0, 100));
});

it("rows of more than 8 MiB together are cut off with the reason response_limit", async () => {
  const domain = await service.givenDomain();
  const sourceEventIds = Array.from({ length: 12 }, (_, index) => `large-${index}`);
  const long = Object.fromEntries(
    ["SyslogMessage", "Facility", "ProcessName"].map((name) => [name, "x".repeat(260_000)]),
  );
  for (const id of sourceEventIds) await deliver(domain, "Syslog", [rowAt(1, { ...long, _ItemId: id, HostName: id })]);
  const { eventId } = await givenThreat(domain.db, { source: "syslog", sourceTable: "Syslog", sourceEventIds });
  const items = await evidenceOf(domain, eventId);
  expect(items.map(({ row, reason }) => (row ? "shown" : reason))).toEqual([
    ...Array.from({ length: 10 }, () => "shown"),
    ...Array.from({ length: 2 }, () => "response_limit"),
  ]);
  expect(items.map(({ source_event_id }) => source_event_id)).toEqual(sourceEventIds);
});

it("a key needs the scope evidence:read, which a new key does not have by default", async () => {
  const domain = await service.givenDomain();
  const { eventId } = await givenThreat(domain.db);
  const key = await domain.anotherKey({ scopes: ["threats:read"] });
  const refused = await domain.ask(`/threats/${eventId}/evidence`, { key });
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({ error: "insufficient_scope", required_scope: "evidence:read" });
  const granted = await domain.anotherKey({ scopes: ["evidence:read"] });
  expect((await domain.ask(`/threats/${eventId}/evidence`, { key: granted })).status).toBe(200);
});

it("an unknown event is 404 threat_not_found, and an id that is not a UUID is 400", async () => {
  const domain = await service.givenDomain();
  expect((await domain.ask(`/threats/${randomUUID()}/evidence`)).body).toMatchObject({ error: "threat_not_found" });
  expect((await domain.ask("/threats/nope/evidence")).body).toMatchObject({ error: "invalid_parameter" });
});

it("the ETag changes when a row of the event is delivered later", async () => {
  const domain = await service.givenDomain();
  const { eventId } = await givenThreat(domain.db, { sourceTable: "SigninLogs", sourceEventIds: ["row-7"] });
  const first = await domain.ask(`/threats/${eventId}/evidence`);
  const headers = { "if-none-match": String(first.headers["etag"]) };
  expect((await domain.ask(`/threats/${eventId}/evidence`, { headers })).status).toBe(304);
  await deliver(domain, "SigninLogs", [rowAt(7)]);
  expect((await domain.ask(`/threats/${eventId}/evidence`, { headers })).status).toBe(200);
});
