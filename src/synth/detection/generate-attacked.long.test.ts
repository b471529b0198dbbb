import { describe, expect, it } from "vitest";
import { prepareRows } from "../../ingest/rows/prepare-rows.ts";
import { TABLES } from "../../model/tables.ts";
import { ATTACKS } from "../attacks/attacks.ts";
import { plantAttacks } from "../attacks/plant-attacks.ts";
import { UNTIDY_KINDS } from "../untidy/untidy-kinds.ts";
import { planUntidyOrganization } from "../untidy/untidy-organization.ts";
import { attackTruthOf, generateAttacked, itemIdOf } from "./generate-attacked.ts";

const KNOBS = {
  seed: 77,
  until: new Date("2026-11-01T00:00:00.000Z"),
  users: 120,
  days: 16,
  history: 6,
  rows: 1,
  nhis: 18,
};
const FROM = new Date("2026-10-22T00:00:00.000Z");

const attacked = generateAttacked(planUntidyOrganization(KNOBS), UNTIDY_KINDS, ATTACKS);
const rowById = new Map(attacked.rows.map((row) => [itemIdOf(row), row]));

describe("an untidy organization with attacks", () => {
  it("is the same for the same seed, and another for another seed", () => {
    const again = generateAttacked(planUntidyOrganization(KNOBS), UNTIDY_KINDS, ATTACKS);
    expect(again.rows.map(itemIdOf)).toEqual(attacked.rows.map(itemIdOf));
    expect(again.directory).toEqual(attacked.directory);
    expect(attackTruthOf(again.attacks)).toEqual(attackTruthOf(attacked.attacks));
    const other = attackTruthOf(plantAttacks(planUntidyOrganization({ ...KNOBS, seed: 78 }), ATTACKS));
    expect(other.map(({ start }) => start)).not.toEqual(attackTruthOf(attacked.attacks).map(({ start }) => start));
  });

  it("has rows with columns of their tables only", () => {
    const unknown = attacked.rows.flatMap(({ table, fields }) =>
      Object.keys(fields)
        .filter((name) => !TABLES[table].columns.has(name))
        .map((name) => `${table}.${name}`),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });

  it("has rows that ingestion accepts", () => {
    const lines = new Map<string, { line: number; text: string }[]>();
    for (const { table, fields } of attacked.rows) {
      const own = lines.get(table) ?? [];
      own.push({ line: own.length + 1, text: JSON.stringify(fields) });
      lines.set(table, own);
    }
    for (const [table, own] of lines) {
      const prepared = prepareRows(table as "SigninLogs", own, KNOBS.until);
      expect(prepared.rejected).toEqual([]);
      expect(prepared.rows.length).toBe(own.length);
    }
  });

  it("has every untidy kind", () => {
    const present = new Set(attacked.origins.values());
    expect(UNTIDY_KINDS.map(({ name }) => name).filter((name) => !present.has(name))).toEqual([]);
  });

  it("is in order of time and ends before its end", () => {
    const times = attacked.rows.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(KNOBS.until.getTime());
  });
});

describe("the planted attacks", () => {
  const truth = attackTruthOf(attacked.attacks);

  it("are at least 40 of at least 24 kinds, at least 6 of them slow", () => {
    expect(truth.length).toBeGreaterThanOrEqual(40);
    expect(new Set(truth.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(24);
    expect(truth.filter(({ slow }) => slow).length).toBeGreaterThanOrEqual(6);
    expect(new Set(truth.map(({ id }) => id)).size).toBe(truth.length);
  });

  it("have subjects, types and rows that are delivered", () => {
    for (const { subjects, types, rows } of truth) {
      expect(subjects.length).toBeGreaterThan(0);
      expect(types.length).toBeGreaterThan(0);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter((id) => !rowById.has(id))).toEqual([]);
    }
  });

  it("happen after the history and end before the last hours", () => {
    for (const { start, end, rows } of truth) {
      const times = rows.map((id) => rowById.get(id)?.at.toISOString() ?? "").sort();
      expect([times[0], times.at(-1)]).toEqual([start, end]);
      expect(new Date(start) >= FROM).toBe(true);
      expect(new Date(end).getTime()).toBeLessThan(KNOBS.until.getTime() - 2 * 3_600_000);
    }
  });

  it("that are slow last at least five hours, and no row belongs to two attacks", () => {
    for (const { slow, start, end } of truth) {
      if (slow) expect(new Date(end).getTime() - new Date(start).getTime()).toBeGreaterThan(5 * 3_600_000);
    }
    const all = truth.flatMap(({ rows }) => rows);
    expect(new Set(all).size).toBe(all.length);
  });
});
