import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { importFrom } from "../../test/support/import-records.ts";
import {
  caseRecord,
  createTestFolder,
  driftRecord,
  idOf,
  integrationRecord,
  nhiDetailRecord,
  nhiRecord,
  personaDetailRecord,
  personaRecord,
  type TestFolder,
  threatRecord,
  userRecord,
  verdictRecord,
  type WireRecord,
} from "../../test/support/records.ts";
import { assessReadiness } from "../model/readiness.ts";
import { findCaseText } from "../store/cases/cases.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { readReadiness } from "../store/domains/readiness.ts";
import { readVersions } from "../store/domains/versions.ts";
import { findNhi, listNhi } from "../store/people/nhi.ts";
import { findPersonaDetailText } from "../store/people/personas.ts";
import { findAddressees, listUsers } from "../store/people/users.ts";
import { listThreats, setEventFlags } from "../store/threats/threats.ts";
import type { ImportReport } from "./import-folder.ts";
import { findStaleTexts } from "./rebuild.ts";

const NOW = new Date("2026-11-15T00:00:00Z");
const STATE = ["state", "verdict"] as const;
let opened: TestDatabase;
let folder: TestFolder;
let db: DomainHandle;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  folder = await createTestFolder();
  db = await opened.addDomain();
});
afterEach(() => folder.remove());

const runImport = (into: DomainHandle = db): Promise<ImportReport> => importFrom(folder, into, { clock: () => NOW });

async function importFiles(files: Readonly<Record<string, readonly WireRecord[]>>): Promise<ImportReport> {
  for (const [name, records] of Object.entries(files)) await folder.write(`${name}.ndjson`, records);
  return runImport();
}

const everyKind = {
  users: [userRecord(1), userRecord(2)],
  threats: [threatRecord(1), threatRecord(2, { tuid: idOf(1) })],
  cases: [caseRecord(1, { event_ids: [idOf(2), idOf(1)] })],
  verdicts: [verdictRecord(1)],
  personas: [personaRecord(1)],
  "persona-details": [personaDetailRecord(1)],
  nhi: [nhiRecord(1), nhiRecord(2)],
  "nhi-details": [nhiDetailRecord(1)],
  integrations: [integrationRecord("okta")],
  drift: [driftRecord(1)],
};

const countRows = async (table: string): Promise<number> =>
  (await db.query<{ n: number }>(`select count(*)::int as n from ${table} where domain_id = $1`))[0]?.n ?? -1;

describe("importFolder", () => {
  test("stores every kind of record, and the stored text equals a fresh rendering", async () => {
    const report = await importFiles(everyKind);
    expect(report.files.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.files.map(({ file, stored }) => [file, stored])).toEqual(
      Object.entries(everyKind).map(([name, records]) => [`${name}.ndjson`, records.length]),
    );
    expect(await findStaleTexts(db)).toEqual([]);
    expect(await findAddressees(db, "p2@northwind.example")).toMatchObject({ tuids: [idOf(2)] });
    expect(await listNhi(db, { search: "C0FFEE00-1111", limit: 5 })).toMatchObject({ items: { length: 2 } });
  });

  test("a case has its events in the given order, and the latest verdict of its history", async () => {
    await importFiles(everyKind);
    const text = (await findCaseText(db, idOf(1), STATE))?.wire ?? "";
    const found = JSON.parse(text);
    expect(found.events.map((event: { event_id: string }) => event.event_id)).toEqual([idOf(2), idOf(1)]);
    expect(found.verdict).toMatchObject({ outcome: "ESCALATED", resolved: false });
  });

  test("a detail is returned in the order of the contract, free-form parts as imported", async () => {
    await importFiles(everyKind);
    const persona = (await findPersonaDetailText(db, idOf(1))) ?? "";
    expect(persona).toContain('"overview":{"summary":"Payroll.","key_points":["Holds');
    const detail = (await findNhi(db, idOf(1)))?.detail ?? "";
    expect(detail).toMatch(
      /^\{"nuid":"[^"]+","generated_at":"2026-11-02T09:12:44.000Z","contract_version":1,"overview"/,
    );
    expect(detail).toContain('"provider":{"key":"entra","label":"Microsoft Entra ID"}');
    expect(detail).toContain('"first_seen":"2024-02-11T00:00:00.000Z"');
    expect(detail).toContain(
      '"purpose":{"zeta":["kept",{"in":1,"its":2,"order":3}],"alpha":"2024-02-11T01:00:00+01:00"}',
    );
  });

  test("times are stored in UTC with milliseconds, ids in lower case, the domain is the importing one", async () => {
    const tuid = "ABCDEF00-0000-4000-8000-00000000000A";
    await importFiles({ users: [userRecord(1, { tuid, domain_id: idOf(99) })] });
    const page = await listUsers(db, { limit: 5 });
    const texts = page === "unknown cursor" ? [] : page.items;
    expect(texts.map((text) => JSON.parse(text))).toMatchObject([
      {
        tuid: tuid.toLowerCase(),
        domain_id: db.domainId,
        updated_at: "2026-10-30T15:20:00.500Z",
      },
    ]);
  });

  test("importing the same files again changes nothing but the versions", async () => {
    await importFiles(everyKind);
    const before = await findCaseText(db, idOf(1), STATE);
    const report = await runImport();
    expect(report.ok).toBe(true);
    expect(await findCaseText(db, idOf(1), STATE)).toEqual(before);
    expect(await Promise.all(["users", "threats", "case_events", "verdicts", "nhi_details"].map(countRows))).toEqual([
      2, 2, 2, 1, 1,
    ]);
    expect(await findStaleTexts(db)).toEqual([]);
  });

  test("the later of two lines with the same id wins", async () => {
    const report = await importFiles({ users: [userRecord(1, { name: "Early" }), userRecord(1, { name: "Late" })] });
    expect(report.files).toMatchObject([{ ok: true, lines: 2, stored: 1 }]);
    expect(JSON.stringify(await listUsers(db, { search: "late", limit: 5 }))).toContain("Late");
    expect(await listUsers(db, { search: "early", limit: 5 })).toMatchObject({ items: [] });
  });

  test("a compressed file is imported like a plain one", async () => {
    const lines = Array.from({ length: 2_100 }, (_, index) => `${JSON.stringify(threatRecord(index))}\n`);
    await folder.write("threats.ndjson.gz", gzipSync(lines.join("")));
    expect(await runImport()).toMatchObject({ ok: true, files: [{ lines: 2_100, stored: 2_100 }] });
    expect(await countRows("threats")).toBe(2_100);
  });

  test("imported records are visible in their own domain only, even with the same ids", async () => {
    const other = await opened.addDomain();
    await importFiles(everyKind);
    expect(await listUsers(other, { limit: 5 })).toMatchObject({ items: [] });
    expect(await runImport(other)).toMatchObject({ ok: true });
    expect(await listThreats(other, { limit: 5 })).toMatchObject({ items: { length: 2 } });
    expect(await countRows("threats")).toBe(2);
  });

  test("reports progress", async () => {
    await folder.write("users.ndjson", [userRecord(1)]);
    const seen: unknown[] = [];
    await importFrom(folder, db, { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([{ file: "users.ndjson", lines: 1 }]);
  });
});

describe("readiness and versions", () => {
  const readyOnes = async () =>
    (await readReadiness(db)).map(assessReadiness).flatMap(({ resource, ready }) => (ready ? [resource] : []));

  test("imported records make their resource ready, and so does an empty file", async () => {
    expect(await readyOnes()).toEqual([]);
    await importFiles({ personas: [], "nhi-details": [] });
    expect(await readyOnes()).toEqual(["personas", "nhi", "nhi-clusters"]);
    await importFiles({ threats: [threatRecord(1)], cases: [] });
    expect(await readyOnes()).toEqual(["cases", "threats", "personas", "nhi", "nhi-clusters"]);
  });

  test("a refused file makes nothing ready and raises no version", async () => {
    const before = await readVersions(db);
    await importFiles({ threats: [threatRecord(1, { severity: "awful" })] });
    expect(await readyOnes()).toEqual([]);
    expect(await readVersions(db)).toEqual(before);
  });

  test("an import raises the version of every resource it changed once, and no other", async () => {
    await importFiles({ threats: [threatRecord(1)] });
    expect(await readVersions(db)).toMatchObject({ threats: "2", cases: "1", readiness: "2", users: "1", nhi: "1" });
    await folder.write("threats.ndjson", "");
    await runImport();
    expect(await readVersions(db)).toMatchObject({ threats: "2", cases: "1", readiness: "2" });
  });
});

describe("importing over stored records", () => {
  test("never changes created_at of a threat or case, and the report names the stored value", async () => {
    await importFiles({ threats: [threatRecord(1)], cases: [caseRecord(1, { event_ids: [idOf(1)] })] });
    const at = "2026-11-02T09:12:44.001Z";
    const report = await importFiles({
      threats: [threatRecord(2), threatRecord(1, { created_at: at })],
      cases: [caseRecord(1, { created_at: at })],
    });
    const message = "cannot change: it is stored as '2026-11-02T09:12:44.000Z'";
    expect(report.files.map(({ badLines }) => badLines)).toEqual([
      [{ line: 2, field: "created_at", message }],
      [{ line: 1, field: "created_at", message }],
    ]);
    expect(await countRows("threats")).toBe(1);
  });

  test("refuses two lines of one file with different created_at", async () => {
    const report = await importFiles({
      threats: [threatRecord(1), threatRecord(1, { created_at: "2026-11-02T09:12:45Z" })],
    });
    expect(report.files[0]?.badLines).toMatchObject([{ line: 2, field: "created_at" }]);
  });

  test("renders a changed threat again in every case that contains it", async () => {
    const held = { event_ids: [idOf(1)] };
    await importFiles({ threats: [threatRecord(1)], cases: [caseRecord(1, held), caseRecord(2, held), caseRecord(3)] });
    const untouched = await findCaseText(db, idOf(3), STATE);
    await folder.write("cases.ndjson", "");
    await importFiles({ threats: [threatRecord(1, { title: "Renamed", severity: "low" })] });
    for (const caseId of [idOf(1), idOf(2)]) {
      const found = JSON.parse((await findCaseText(db, caseId, STATE))?.wire ?? "");
      expect(found).toMatchObject({ updated_at: NOW.toISOString(), events: [{ title: "Renamed" }] });
    }
    expect(await findCaseText(db, idOf(3), STATE)).toEqual(untouched);
    expect(await findStaleTexts(db)).toEqual([]);
  });

  test("keeps the flags that a verdict gave a threat when the line has none", async () => {
    await importFiles({ threats: [threatRecord(1)], cases: [caseRecord(1, { event_ids: [idOf(1)] })] });
    await db.transaction((tx) => setEventFlags(tx, [{ eventId: idOf(1), flagged: false, safe: true }], new Date(0)));
    await runImport();
    expect((await findCaseText(db, idOf(1), STATE))?.wire).toContain('"flagged":false,"safe":true');
    await importFiles({ threats: [threatRecord(1, { flagged: true })] });
    expect((await findCaseText(db, idOf(1), STATE))?.wire).toContain('"flagged":true,"safe":false');
  });

  test("keeps the verdict of a case and removes only the events that the line no longer names", async () => {
    await importFiles(everyKind);
    await folder.write("verdicts.ndjson", "");
    await importFiles({ cases: [caseRecord(1, { event_ids: [idOf(1)], threat_brief: "Shorter" })] });
    const found = JSON.parse((await findCaseText(db, idOf(1), STATE))?.wire ?? "");
    expect(found).toMatchObject({ threat_brief: "Shorter", verdict: { outcome: "ESCALATED" }, events: { length: 1 } });
    expect(await findStaleTexts(db)).toEqual([]);
  });

  test("shows the trailing run of one outcome of a verdict history, ordered by time whatever the ids", async () => {
    const verdictOf = (number: number, outcome: string, minute: number, given: WireRecord = {}) =>
      verdictRecord(number, { outcome, processed_at: `2026-11-02T10:0${minute}:00Z`, ...given });
    await importFiles({
      ...everyKind,
      verdicts: [
        verdictOf(9, "TRUE_POSITIVE", 1, { comment: "first", state_after: "enforced" }),
        verdictOf(8, "SAFE", 2, { comment: "second", state_before: "enforced", state_after: "closed" }),
        verdictOf(3, "TRUE_POSITIVE", 3, {
          comment: "third",
          event_ids: [idOf(2)],
          state_before: "closed",
          state_after: "enforced",
        }),
        verdictOf(7, "TRUE_POSITIVE", 4, {
          comment: "fourth",
          event_ids: [idOf(1), idOf(2)],
          state_before: "enforced",
          state_after: "enforced",
        }),
      ],
    });
    const found = JSON.parse((await findCaseText(db, idOf(1), STATE))?.wire ?? "");
    expect(found.verdict).toEqual({
      outcome: "TRUE_POSITIVE",
      resolved: true,
      comments: ["third", "fourth"],
      event_ids: [idOf(2), idOf(1)],
      processed_at: "2026-11-02T10:03:00.000Z",
    });
  });
});
