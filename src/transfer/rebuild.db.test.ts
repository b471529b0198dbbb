import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { importFrom } from "../../test/support/import-records.ts";
import {
  caseRecord,
  createTestFolder,
  driftRecord,
  idOf,
  nhiDetailRecord,
  nhiRecord,
  personaDetailRecord,
  personaRecord,
  type TestFolder,
  threatRecord,
  userRecord,
  verdictRecord,
} from "../../test/support/records.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { readVersions } from "../store/domains/versions.ts";
import { replaceTexts } from "../store/items/texts.ts";
import { findStaleTexts, rebuildDomain } from "./rebuild.ts";

const NOW = new Date("2026-11-15T00:00:00Z");
const clock = () => NOW;
const TABLES = ["users", "threats", "cases", "personas", "persona_details", "nhi", "nhi_details", "drift"] as const;
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
  await folder.write("users.ndjson", [userRecord(1)]);
  await folder.write("threats.ndjson", [threatRecord(1), threatRecord(2)]);
  await folder.write("cases.ndjson", [caseRecord(1, { event_ids: [idOf(1)] }), caseRecord(2)]);
  await folder.write("verdicts.ndjson", [verdictRecord(1)]);
  await folder.write("personas.ndjson", [personaRecord(1)]);
  await folder.write("persona-details.ndjson", [personaDetailRecord(1)]);
  await folder.write("nhi.ndjson", [nhiRecord(1)]);
  await folder.write("nhi-details.ndjson", [nhiDetailRecord(1)]);
  await folder.write("drift.ndjson", [driftRecord(1)]);
  expect(await importFrom(folder, db, { clock })).toMatchObject({ ok: true });
});
afterEach(() => folder.remove());

const readTexts = () =>
  Promise.all(TABLES.map((table) => db.query(`select * from ${table} where domain_id = $1 order by 2`)));

describe("rebuildDomain", () => {
  test("changes nothing in a domain whose texts are up to date", async () => {
    const before = await readVersions(db);
    expect(await rebuildDomain(db, clock)).toEqual({ rendered: 10, changed: 0 });
    expect(await readVersions(db)).toEqual(before);
  });

  test("finds and repairs every text that was changed, and no other", async () => {
    const [texts, versions] = [await readTexts(), await readVersions(db)];
    for (const table of TABLES) await db.execute(`update ${table} set wire = '{}' where domain_id = $1`);
    expect((await findStaleTexts(db)).map(({ table }) => table)).toEqual([
      "users",
      "threats",
      "threats",
      "cases",
      "cases",
      ...TABLES.slice(3),
    ]);
    const seen: unknown[] = [];
    expect(await rebuildDomain(db, clock, (progress) => seen.push(progress))).toEqual({ rendered: 10, changed: 10 });
    expect(seen).toContainEqual({ table: "cases", rendered: 2 });
    expect(await findStaleTexts(db)).toEqual([]);
    expect(await readTexts()).toEqual(texts);
    const raised = await readVersions(db);
    for (const resource of ["users", "threats", "cases", "personas", "nhi", "drift"] as const) {
      expect(Number(raised[resource])).toBeGreaterThan(Number(versions[resource]));
    }
    expect(raised.integrations).toBe(versions.integrations);
  });

  test("repairs the verdict and the entity tag of a case too", async () => {
    const texts = await readTexts();
    await db.execute("update cases set verdict = null where domain_id = $1 and case_id = $2", [idOf(1)]);
    await db.execute("update cases set etag = 'old' where domain_id = $1 and case_id = $2", [idOf(2)]);
    expect(await findStaleTexts(db)).toEqual([
      { table: "cases", id: idOf(1) },
      { table: "cases", id: idOf(2) },
    ]);
    await rebuildDomain(db, clock);
    expect(await readTexts()).toEqual(texts);
  });

  test("does not overwrite a text that changed after it was read", async () => {
    const change = { id: idOf(1), before: { wire: "what was read" }, after: { wire: "what it gave" } };
    expect(await db.transaction((tx) => replaceTexts(tx, "users", [change], NOW))).toBe(0);
    expect(await findStaleTexts(db)).toEqual([]);
  });
});
