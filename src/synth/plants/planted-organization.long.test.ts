import { describe, expect, test } from "vitest";
import { namedObjects, toDeliveredObject } from "../../ingest/directory/directory-shapes.ts";
import { prepareRows } from "../../ingest/rows/prepare-rows.ts";
import { DIRECTORY_KINDS } from "../../model/directory-kind.ts";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import { TABLES } from "../../model/tables.ts";
import { DEFAULT_NOISE, type Knobs, NO_NOISE } from "../knobs.ts";
import { ARCHETYPES } from "../nhi/archetypes.ts";
import { RHYTHMS } from "../nhi/rhythms.ts";
import type { SynthRow } from "../rows/row.ts";
import { generateRows } from "./generate-rows.ts";
import { PLANT_FAMILIES } from "./plant.ts";
import { renderDirectory } from "./planted-directory.ts";
import { planOrganization } from "./planted-organization.ts";
import { truthOf } from "./truth.ts";

const until = new Date("2026-11-01T00:00:00.000Z");
const knobs: Knobs = {
  seed: 1,
  until,
  users: 50,
  nhis: 64,
  days: 14,
  rows: 5,
  plants: true,
  sources: "all",
  noise: DEFAULT_NOISE,
};

const rowsOf = (given: Partial<Knobs>): readonly SynthRow[] =>
  [...generateRows(planOrganization({ ...knobs, ...given }))].flatMap(({ rows }) => rows);

const organization = planOrganization(knobs);
const directory = renderDirectory(organization);
const rows = rowsOf({});
const truth = truthOf(organization);

test("the same knobs give the same bytes, another seed does not", () => {
  const again = planOrganization(knobs);
  expect(JSON.stringify(renderDirectory(again))).toBe(JSON.stringify(directory));
  expect(JSON.stringify(truthOf(again))).toBe(JSON.stringify(truth));
  expect(JSON.stringify(rowsOf({}))).toBe(JSON.stringify(rows));
  expect(JSON.stringify(rowsOf({ seed: 2 }))).not.toBe(JSON.stringify(rows));
});

describe("rows", () => {
  test("exist for every log table", () => {
    const clean = rowsOf({ noise: NO_NOISE, days: 40, rows: 8 });
    expect(new Set(clean.map(({ table }) => table))).toEqual(new Set(LOG_TABLES));
  });

  test("exist for every day of an organization so small that nobody operates its computers", () => {
    const small = { ...knobs, users: 40, nhis: 20, noise: NO_NOISE };
    const { staff } = planOrganization(small);
    expect(staff.filter(({ role }) => role.department.name === "IT Operations")).toEqual([]);
    expect(new Set(rowsOf(small).map(({ at }) => at.toISOString().slice(0, 10))).size).toBeGreaterThanOrEqual(14);
  });

  test("are accepted by ingestion and have an id and only columns of their table", () => {
    const rejected = LOG_TABLES.flatMap((table) => {
      const lines = rows
        .filter((row) => row.table === table)
        .map(({ fields }, index) => ({ line: index + 1, text: JSON.stringify(fields) }));
      return prepareRows(table, lines, until).rejected;
    });
    expect(rejected).toEqual([]);
    const strange = rows.flatMap(({ table, fields }) =>
      Object.keys(fields)
        .filter((column) => !TABLES[table].columns.has(column))
        .map((column) => `${table}.${column}`),
    );
    expect([...new Set(strange)]).toEqual([]);
    expect(rows.filter(({ fields }) => typeof fields["_ItemId"] !== "string")).toEqual([]);
  });

  test("contain no control characters", () => {
    expect(rows.filter(({ fields }) => /\\u00[01]/.test(JSON.stringify(fields)))).toEqual([]);
  });
});

test("every directory object is accepted by ingestion, and ids are unique", () => {
  for (const kind of DIRECTORY_KINDS) {
    const ids = directory[kind].flatMap((object) =>
      namedObjects(kind, object).map((named) => toDeliveredObject(kind, named).objectId),
    );
    expect(ids.length, kind).toBeGreaterThan(0);
    expect(new Set(ids).size, kind).toBe(ids.length);
  }
});

describe("truth", () => {
  const subjects = new Set(
    [...directory.users, ...directory["service-principals"]].map((object) => String(object["id"])),
  );

  test("refers only to users and service principals of the directory", () => {
    const named = [...truth.people, ...truth.programs, ...truth.plants, ...truth.changes].map(({ subject }) => subject);
    expect(named.filter((subject) => !subjects.has(subject))).toEqual([]);
    expect(new Set(truth.plants.map(({ id }) => id)).size).toBe(truth.plants.length);
  });

  test("has plants of every family, all archetypes and all rhythms", () => {
    expect(new Set(truth.plants.map(({ family }) => family))).toEqual(new Set(PLANT_FAMILIES));
    const archetypes = new Set(truth.programs.map(({ archetype }) => archetype));
    for (const { key } of ARCHETYPES) expect(archetypes).toContain(key);
    const rhythms = new Set(truth.programs.map(({ rhythm }) => rhythm));
    for (const rhythm of RHYTHMS) expect(rhythms).toContain(rhythm);
  });

  test("a change of the directory has its audit row", () => {
    const clean = new Set(rowsOf({ noise: NO_NOISE }).map(({ fields }) => fields["_ItemId"]));
    expect(truth.changes.length).toBeGreaterThan(20);
    expect(truth.changes.filter(({ at, row }) => new Date(at) < until && !clean.has(row))).toEqual([]);
  });

  test("no person has two plants of drift", () => {
    const drifting = truth.plants.filter(({ family }) => family === "drift").map(({ subject }) => subject);
    expect(new Set(drifting).size).toBe(drifting.length);
  });
});

describe("knobs", () => {
  const clean = rowsOf({ noise: NO_NOISE });
  const idsOf = (list: readonly SynthRow[]) => list.map(({ fields }) => String(fields["_ItemId"]));

  test("without noise, rows are in order of time and each exists once", () => {
    expect(clean.every(({ at }, index) => index === 0 || at >= (clean[index - 1]?.at ?? at))).toBe(true);
    expect(new Set(idsOf(clean)).size).toBe(clean.length);
  });

  test("loss removes rows, duplicates repeat them, rounding and late arrival change time and order", () => {
    expect(rowsOf({ noise: { ...NO_NOISE, loss: 0.2 } }).length).toBeLessThan(clean.length * 0.85);
    const doubled = rowsOf({ noise: { ...NO_NOISE, duplicates: 0.2 } });
    expect(doubled.length).toBeGreaterThan(clean.length * 1.15);
    expect(new Set(idsOf(doubled)).size).toBe(clean.length);
    const rounded = rowsOf({ noise: { ...NO_NOISE, rounded: 1 } });
    expect(rounded.every(({ fields }) => String(fields["TimeGenerated"]).endsWith(":00.000Z"))).toBe(true);
    const late = rowsOf({ noise: { ...NO_NOISE, late: 0.1 } });
    expect([...idsOf(late)].sort()).toEqual([...idsOf(clean)].sort());
    expect(idsOf(late)).not.toEqual(idsOf(clean));
  });

  test("an outage removes the rows of one table on its days", () => {
    const [outage] = truthOf(planOrganization({ ...knobs, noise: { ...NO_NOISE, outages: 6 } })).outages;
    expect(outage).toBeDefined();
    const during = rowsOf({ noise: { ...NO_NOISE, outages: 6 } }).filter(
      ({ table, at }) =>
        table === outage?.table && at >= new Date(outage.start) && at < new Date(outage.end) && at < until,
    );
    expect(during).toEqual([]);
  });

  test("without plants nothing is planted", () => {
    const quiet = planOrganization({ ...knobs, plants: false });
    expect(truthOf(quiet).plants).toEqual([]);
    expect(renderDirectory(quiet)["role-assignments"]).toEqual([]);
  });

  test("sources limit what is delivered", () => {
    expect(new Set(rowsOf({ sources: "audit" }).map(({ table }) => table))).toEqual(new Set(["AuditLogs"]));
    expect(rowsOf({ sources: "directory" })).toEqual([]);
    expect(rowsOf({ sources: "none" })).toEqual([]);
  });
});
