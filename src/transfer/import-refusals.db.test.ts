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
import type { DomainHandle } from "../store/database/database.ts";

const NOW = new Date("2026-11-15T00:00:00Z");
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

const runImport = () => importFrom(folder, db, { clock: () => NOW });

const countRows = async (table: string): Promise<number> =>
  (await db.query<{ n: number }>(`select count(*)::int as n from ${table} where domain_id = $1`))[0]?.n ?? -1;

/** Returns the fields of the bad lines of a file that is imported after users, threats, cases and identities 1 to 3. */
async function badFields(file: string, content: string | readonly WireRecord[]) {
  await folder.write("users.ndjson", [userRecord(1)]);
  await folder.write("threats.ndjson", [threatRecord(1), threatRecord(2), threatRecord(3)]);
  await folder.write("cases.ndjson", [caseRecord(1)]);
  await folder.write("nhi.ndjson", [nhiRecord(1)]);
  await runImport();
  await folder.write(`${file}.ndjson`, content);
  const report = await runImport();
  const found = report.files.find((other) => other.file === `${file}.ndjson`);
  expect(found?.stored).toBe(0);
  expect(found?.error).toBe(null);
  return found?.badLines.map(({ field }) => field);
}

describe("a file with a bad line", () => {
  test("is refused as a whole, every bad line is reported by number and field, and the other files are imported", async () => {
    const { name: _, ...nameless } = userRecord(4);
    await folder.write("users.ndjson", [
      userRecord(1),
      userRecord(2, { is_active: "yes" }),
      userRecord(3),
      nameless,
      userRecord(5, { shoe_size: 43 }),
    ]);
    await folder.write("nhi.ndjson", [nhiRecord(1)]);
    const report = await runImport();
    expect(report.ok).toBe(false);
    expect(report.files).toEqual([
      {
        file: "users.ndjson",
        ok: false,
        lines: 5,
        stored: 0,
        badLineCount: 3,
        badLines: [
          { line: 2, field: "is_active", message: "must be boolean" },
          { line: 4, field: "name", message: "is required" },
          { line: 5, field: "shoe_size", message: "is not a known field" },
        ],
        error: null,
      },
      { file: "nhi.ndjson", ok: true, lines: 1, stored: 1, badLineCount: 0, badLines: [], error: null },
    ]);
    expect(await countRows("users")).toBe(0);
    expect(await countRows("nhi")).toBe(1);
  });

  test("stores nothing even when whole batches before it were valid", async () => {
    const good = Array.from({ length: 2_100 }, (_, index) => threatRecord(index));
    await folder.write("threats.ndjson", [...good, threatRecord(9_000, { severity: null })]);
    const report = await runImport();
    expect(report.files).toMatchObject([{ ok: false, lines: 2_101, badLineCount: 1, badLines: [{ line: 2_101 }] }]);
    expect(await Promise.all(["threats", "threat_categories"].map(countRows))).toEqual([0, 0]);
  });

  test("has its first hundred bad lines listed and all of them counted", async () => {
    await folder.write("users.ndjson", "{}\n".repeat(2_150));
    const [file] = (await runImport()).files;
    expect(file).toMatchObject({ badLineCount: 2_150, badLines: { length: 100 } });
    expect(file?.badLines.at(-1)?.line).toBe(100);
  });

  test("is reported as unreadable when its gzip data is truncated", async () => {
    const packed = gzipSync(JSON.stringify(userRecord(1)).repeat(100));
    await folder.write("users.ndjson.gz", packed.subarray(0, packed.length - 12));
    const report = await runImport();
    expect(report).toMatchObject({ ok: false, files: [{ file: "users.ndjson.gz", ok: false, stored: 0 }] });
    expect(report.files[0]?.error).toMatch(
      /^is not a gzip file, or it is damaged or incomplete; use another copy \(Z_BUF_ERROR\)$/,
    );
  });
});

describe("the folder itself", () => {
  test("an unknown .ndjson name stops the whole import, a file with another extension does not", async () => {
    await folder.write("users.ndjson", [userRecord(1)]);
    await folder.write("user.ndjson", [userRecord(2)]);
    await folder.write("README.txt", "not a record");
    const report = await runImport();
    expect(report).toMatchObject({ ok: false, files: [] });
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]).toMatch(/^'user.ndjson' is not a file that import reads; it reads users.ndjson, /);
    expect(await countRows("users")).toBe(0);
  });

  test("a kind that exists both plain and compressed is refused", async () => {
    await folder.write("users.ndjson", [userRecord(1)]);
    await folder.write("users.ndjson.gz", gzipSync(""));
    expect((await runImport()).problems).toEqual(["'users.ndjson' and 'users.ndjson.gz' both exist; remove one"]);
  });

  test("an empty folder and a missing one are errors", async () => {
    expect((await runImport()).problems[0]).toContain("contains none of users.ndjson");
    await folder.remove();
    expect((await runImport()).problems[0]).toContain("does not exist");
  });
});

describe("lines", () => {
  test("text that is not strict JSON is refused with the specific reason", async () => {
    await folder.write(
      "drift.ndjson",
      ["{", '{"a":1,"a":2}', '"x"', '{"a":"\\u0000"}', '{"a":"\\ud800"}', "[".repeat(40), "1e999"].join("\n"),
    );
    const [file] = (await runImport()).files;
    expect(file?.badLines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(file?.badLines.map(({ message }) => message).slice(1)).toEqual([
      "has the key 'a' twice in one object, at position 8",
      "must be object",
      "/a contains a NUL character",
      "/a contains a lone surrogate",
      "is nested more than 32 levels deep",
      "value is a number that cannot be represented exactly; send it as a string",
    ]);
  });

  test("a line of more than 1 MiB is refused, a persona of nearly that size is stored", async () => {
    const points = (bytes: number) => ({ summary: null, key_points: Array(bytes / 16).fill("a point of text") });
    await folder.write("users.ndjson", [userRecord(1)]);
    await folder.write("persona-details.ndjson", [personaDetailRecord(1, { overview: points(850_000) })]);
    expect(await runImport()).toMatchObject({ ok: true });
    await folder.write("persona-details.ndjson", [personaDetailRecord(1, { overview: points(1_200_000) })]);
    expect((await runImport()).files[1]?.badLines).toEqual([
      { line: 1, field: "", message: "is longer than 1048576 bytes" },
    ]);
  });
});

describe("records", () => {
  test("users: addresses are present and no longer than the email parameter", async () => {
    const bad = [
      userRecord(2, { user_principal_name: "" }),
      userRecord(3, { email_addresses: ["a@b.example", "x".repeat(321)] }),
      userRecord(4, { group_guid: "none" }),
      userRecord(5, { created_at: "2026-11-02" }),
    ];
    expect(await badFields("users", bad)).toEqual([
      "user_principal_name",
      "email_addresses/1",
      "group_guid",
      "created_at",
    ]);
  });

  test("threats: enum values are checked, and flags and tables must not contradict each other", async () => {
    const bad = [
      threatRecord(11, { severity: "awful" }),
      threatRecord(12, { signal_type: "smoke" }),
      threatRecord(13, { kind: "alert" }),
      threatRecord(14, { safe: true }),
      threatRecord(15, { safe: true, flagged: true }),
      threatRecord(16, { source_table: "AuditLogs" }),
      threatRecord(17, { category: ["x".repeat(257)] }),
      threatRecord(18, { source: "" }),
    ];
    expect(await badFields("threats", bad)).toEqual([
      "severity",
      "signal_type",
      "kind",
      "safe",
      "safe",
      "source_table",
      "category/0",
      "source",
    ]);
  });

  test("threats: a custom source may have any table, a known source may have none", async () => {
    await folder.write("threats.ndjson", [
      threatRecord(1, { source: "own_sensor", source_table: "OwnLogs" }),
      threatRecord(2, { source_table: null }),
      threatRecord(3, { kind: "threat", flagged: false, safe: true }),
    ]);
    expect(await runImport()).toMatchObject({ ok: true });
  });

  test("cases: closed_at matches the state, events exist and are listed once", async () => {
    const upper = idOf(0xabc).toUpperCase();
    const bad = [
      caseRecord(1, { closed_at: "2026-11-03T00:00:00Z" }),
      caseRecord(2, { state: "closed" }),
      caseRecord(3, { event_ids: [idOf(1), idOf(77)] }),
      caseRecord(4, { event_ids: [upper, idOf(1), upper.toLowerCase()] }),
      caseRecord(5, { event_ids: Array.from({ length: 201 }, (_, index) => idOf(index)) }),
      caseRecord(6, { threat_type: "bad_luck" }),
      caseRecord(7, { events: [] }),
      caseRecord(8, { flags_before: [{ event_id: idOf(1), flagged: true, safe: false }] }),
      caseRecord(9, { event_ids: [idOf(1)], flags_before: [{ event_id: idOf(1), flagged: true, safe: true }] }),
    ];
    expect(await badFields("cases", bad)).toEqual([
      "closed_at",
      "closed_at",
      "event_ids/1",
      "event_ids/2",
      "event_ids",
      "threat_type",
      "events",
      "flags_before/0/event_id",
      "flags_before/0/safe",
    ]);
  });

  test("verdicts: the case exists and a verdict cannot move to another case", async () => {
    await folder.write("verdicts.ndjson", [verdictRecord(1, { case_id: idOf(1) })]);
    const bad = [
      verdictRecord(2, { case_id: idOf(77) }),
      verdictRecord(3, { outcome: "safe" }),
      verdictRecord(4, { comment: "x".repeat(2_001) }),
      verdictRecord(5),
      verdictRecord(5, { case_id: idOf(1), outcome: "SAFE" }),
    ];
    expect(await badFields("verdicts", bad)).toEqual(["case_id", "outcome", "comment"]);
    await folder.write("cases.ndjson", [caseRecord(1), caseRecord(2)]);
    expect(await badFields("verdicts", [verdictRecord(1), verdictRecord(1, { case_id: idOf(2) })])).toEqual([
      "case_id",
    ]);
  });

  test("personas: the user exists", async () => {
    expect(await badFields("personas", [personaRecord(1), personaRecord(77)])).toEqual(["tuid"]);
    expect(await badFields("persona-details", [personaDetailRecord(77), personaDetailRecord(1)])).toEqual(["tuid"]);
  });

  test("persona details: a section is null exactly when its coverage is insufficient or none", async () => {
    const coverage = personaDetailRecord(1)["coverage"] as WireRecord;
    const bad = [
      personaDetailRecord(1, { role: null }),
      personaDetailRecord(1, { coverage: { ...coverage, access: "partial" } }),
      personaDetailRecord(1, { coverage: { ...coverage, role: "insufficient" } }),
      personaDetailRecord(1, { generated_at: null }),
      personaDetailRecord(1, { coverage: { ...coverage, shoes: "none" } }),
    ];
    expect(await badFields("persona-details", bad)).toEqual([
      "role",
      "access",
      "role",
      "coverage/overview",
      "coverage/shoes",
    ]);
  });

  test("non-human identities: class and provider are in the published lists, the identity exists", async () => {
    const identity = nhiDetailRecord(1)["identity"] as WireRecord;
    const bad = [
      nhiRecord(2, { nhi_class: "ghost" }),
      nhiRecord(3, { provider: { key: "acme", label: "Acme" } }),
      nhiRecord(4, { status: "all" }),
    ];
    expect(await badFields("nhi", bad)).toEqual(["nhi_class", "provider/key", "status"]);
    const badDetails = [
      nhiDetailRecord(77),
      nhiDetailRecord(1, { identity: { ...identity, nhi_class: "ghost" } }),
      nhiDetailRecord(1, { identity: { ...identity, provider: { key: "acme", label: "Acme" } } }),
      nhiDetailRecord(1, { delta: {} }),
    ];
    expect(await badFields("nhi-details", badDetails)).toEqual([
      "nuid",
      "identity/nhi_class",
      "identity/provider/key",
      "delta",
    ]);
  });

  test("integrations: the type is in the catalog", async () => {
    const bad = [
      integrationRecord("okta"),
      integrationRecord("abacus"),
      integrationRecord("okta", { consecutive_failures: -1 }),
    ];
    expect(await badFields("integrations", bad)).toEqual(["connector_type", "consecutive_failures"]);
  });

  test("drift: the delta may be any JSON, but is required", async () => {
    const { delta: _, ...without } = driftRecord(9);
    const bad = [driftRecord(1, { delta: null }), without, driftRecord(2, { time_period: "8d" })];
    expect(await badFields("drift", bad)).toEqual(["delta", "time_period"]);
  });
});
