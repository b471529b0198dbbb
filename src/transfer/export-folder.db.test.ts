import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
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
} from "../../test/support/records.ts";
import { submitVerdict, type VerdictRequest } from "../actions/submit-verdict.ts";
import { listVerdicts } from "../store/cases/verdicts.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { exportFolder } from "./export-folder.ts";
import { findStaleTexts } from "./rebuild.ts";

const NOW = new Date("2026-11-15T00:00:00Z");
let opened: TestDatabase;
let source: TestFolder;
let target: TestFolder;
let db: DomainHandle;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  [source, target] = await Promise.all([createTestFolder(), createTestFolder()]);
  db = await opened.addDomain();
});
afterEach(async () => {
  await source.remove();
  await target.remove();
});

async function importAll(folder: TestFolder, into: DomainHandle): Promise<void> {
  const report = await importFrom(folder, into, { clock: () => NOW });
  expect(report.problems).toEqual([]);
  expect(report.files.filter(({ ok }) => !ok)).toEqual([]);
}

async function fill(into: DomainHandle, threats = 20): Promise<void> {
  const eventIds = [7, 3, 5].map(idOf);
  await source.write("users.ndjson", [userRecord(3, { name: null }), userRecord(1), userRecord(2)]);
  await source.write("threats.ndjson", [
    ...Array.from({ length: threats }, (_, index) => threatRecord(index)),
    threatRecord(5_000, {
      title: 'quotes " and \\ and \u2028 and 😀',
      category: [],
      created_at: "0099-01-01T00:00:00Z",
    }),
    threatRecord(5_001, { flagged: false, safe: true, created_at: "9999-12-31T23:59:59.999Z", tuid: idOf(1) }),
  ]);
  await source.write("cases.ndjson", [
    caseRecord(2, { event_ids: eventIds }),
    caseRecord(1, { event_ids: [idOf(5_001), idOf(7)], user_email: null }),
    caseRecord(3, { state: "closed", closed_at: "2026-11-03T00:00:00+05:30" }),
  ]);
  await source.write("personas.ndjson", [personaRecord(1), personaRecord(2, { persona_overview: null })]);
  await source.write("persona-details.ndjson", [personaDetailRecord(2), personaDetailRecord(1)]);
  await source.write("nhi.ndjson", [nhiRecord(1), nhiRecord(2, { app_id: "app" })]);
  await source.write("nhi-details.ndjson", [nhiDetailRecord(1, { custody: { "10": 1, "9": 2, a: -0.5e-10 } })]);
  await source.write("integrations.ndjson", [integrationRecord("syslog"), integrationRecord("okta")]);
  await source.write("drift.ndjson", [driftRecord(1), driftRecord(2, { delta: "text", tuid: idOf(77) })]);
  await importAll(source, into);
}

const judge = (into: DomainHandle, given: Partial<VerdictRequest>, minute: number) =>
  into.transaction((tx) =>
    submitVerdict(
      { clock: () => new Date(`2026-11-15T01:${minute}:00Z`), actor: { kind: "api_key", id: "pk_1" } },
      tx,
      { caseId: idOf(2), outcome: "SAFE", comment: null, eventIds: [], ifMatch: undefined, ...given },
    ),
  );

/** Returns everything the API answers from, as it is stored. */
async function storedTexts(from: DomainHandle): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const read = (sql: string) => from.query<Record<string, unknown>>(sql);
  const users = await read("select tuid, search_text, wire from users where domain_id = $1 order by 1");
  return {
    users: users.map((row) => ({ ...row, wire: String(row["wire"]).replace(from.domainId, "own domain") })),
    threats: await read(
      "select event_id, flagged, safe, subject, severity, wire from threats where domain_id = $1 order by 1",
    ),
    cases: await read(
      "select case_id, state, tuid, address, etag, verdict, wire from cases where domain_id = $1 order by 1",
    ),
    events: await read(
      `select case_id, event_id, position, flagged_before, safe_before from case_events where domain_id = $1
       order by 1, 2`,
    ),
    personas: await read("select tuid, wire from personas where domain_id = $1 order by 1"),
    details: await read("select tuid, document, wire from persona_details where domain_id = $1 order by 1"),
    nhi: await read("select nuid, search_text, wire from nhi where domain_id = $1 order by 1"),
    nhiDetails: await read("select nuid, document, wire from nhi_details where domain_id = $1 order by 1"),
    drift: await read("select drift_id, tuid, wire from drift where domain_id = $1 order by 1"),
    connectors: await read(
      `select connector_type, enabled, created_at, updated_at, last_success_at, consecutive_failures
       from connectors where domain_id = $1 order by 1`,
    ),
    grams: await read("select kind, gram, id from search_grams where domain_id = $1 order by 1, 2, 3"),
    addresses: await read("select address, tuid from user_addresses where domain_id = $1 order by 1, 2"),
    categories: await read("select category, event_id from threat_categories where domain_id = $1 order by 1, 2"),
    readiness: await read("select resource, ready_at is null as waits from readiness where domain_id = $1 order by 1"),
  };
}

describe("exportFolder", () => {
  test("imported into another domain, its files give the same answers, byte for byte", async () => {
    await fill(db, 1_050);
    await judge(db, { outcome: "TRUE_POSITIVE", comment: "sure", eventIds: [idOf(3)] }, 10);
    await judge(db, { outcome: "SAFE", comment: "travel" }, 11);
    await judge(db, { caseId: idOf(1), outcome: "DUPLICATE" }, 12);
    const report = await exportFolder({ database: db, folder: target.path });
    expect(report.files.map(({ records }) => records)).toEqual([3, 1_052, 3, 3, 2, 2, 2, 1, 2, 2]);

    const copy = await opened.addDomain();
    await importAll(target, copy);
    expect(await storedTexts(copy)).toEqual(await storedTexts(db));
    for (const caseId of [idOf(1), idOf(2), idOf(3)]) {
      expect(await listVerdicts(copy, caseId)).toEqual(await listVerdicts(db, caseId));
    }
    expect(await findStaleTexts(copy)).toEqual([]);
  });

  test("a verdict on the imported case has the effect it would have on the original", async () => {
    await fill(db);
    await judge(db, { outcome: "SAFE" }, 10);
    await exportFolder({ database: db, folder: target.path });
    const copy = await opened.addDomain();
    await importAll(target, copy);
    for (const domain of [db, copy]) await judge(domain, { outcome: "DUPLICATE" }, 11);
    expect((await storedTexts(copy))["cases"]).toEqual((await storedTexts(db))["cases"]);
    expect(String((await storedTexts(copy))["cases"]?.map((row) => JSON.stringify(row)))).not.toContain(
      '\\"flagged\\":false,\\"safe\\":true,\\"created_at\\":\\"2026',
    );
  });

  test("an export of the imported domain gives the same files", async () => {
    await fill(db);
    await exportFolder({ database: db, folder: target.path });
    const copy = await opened.addDomain();
    await importAll(target, copy);
    const again = join(target.path, "again");
    await exportFolder({ database: copy, folder: again });
    for (const file of await readdir(again)) {
      expect(await readFile(join(again, file), "utf8")).toBe(await readFile(join(target.path, file), "utf8"));
    }
  });

  test("exported files name no domain, and no partial file remains", async () => {
    await fill(db);
    const seen: string[] = [];
    await exportFolder({ database: db, folder: target.path, onProgress: ({ file }) => seen.push(file) });
    const users = await readFile(join(target.path, "users.ndjson"), "utf8");
    expect(users).not.toContain("domain_id");
    expect((await readdir(target.path)).every((name) => name.endsWith(".ndjson"))).toBe(true);
    expect((await stat(join(target.path, "users.ndjson"))).mode & 0o777).toBe(0o600);
    expect(new Set(seen)).toContain("drift.ndjson");
  });

  test("a resource that is not ready has no file, one that is ready and empty has an empty file", async () => {
    await source.write("threats.ndjson", "");
    await importAll(source, db);
    const { files } = await exportFolder({ database: db, folder: join(target.path, "new", "folder") });
    expect(files.map(({ file }) => file)).toEqual([
      "users.ndjson",
      "threats.ndjson",
      "verdicts.ndjson",
      "integrations.ndjson",
      "drift.ndjson",
    ]);
    const copy = await opened.addDomain();
    await importFrom({ path: join(target.path, "new", "folder") }, copy, { clock: () => NOW });
    expect(await storedTexts(copy)).toEqual(await storedTexts(db));
  });

  test("a folder that already contains records is refused, and its files are kept", async () => {
    await target.write("cases.ndjson.gz", "precious");
    await expect(exportFolder({ database: db, folder: target.path })).rejects.toThrow(
      "already contains cases.ndjson.gz; export into an empty folder",
    );
    expect(await readdir(target.path)).toEqual(["cases.ndjson.gz"]);
  });

  test("only the records of the domain are written", async () => {
    await fill(await opened.addDomain());
    const { files } = await exportFolder({ database: db, folder: target.path });
    expect(files.map(({ records }) => records)).toEqual([0, 0, 0, 0]);
  });
});
