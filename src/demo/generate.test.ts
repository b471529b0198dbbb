import { describe, expect, test } from "vitest";
import { LOG_TABLES } from "../model/log-row.ts";
import { TABLES } from "../model/tables.ts";
import { generateOrganization } from "./generate.ts";
import { DAY_MS } from "./moment.ts";
import { makePeople } from "./people.ts";
import type { DemoRow } from "./rows/row.ts";
import { DORMANT_ACCOUNT } from "./stories/dormant-account.ts";

const until = new Date("2026-11-15T09:30:00.000Z");
const { directory, rows } = generateOrganization({ seed: 1, until });

const textOf = ({ fields }: DemoRow, column: string): string => String(fields[column]);

describe("the same setting", () => {
  test("gives the same bytes", () => {
    const again = generateOrganization({ seed: 1, until });
    expect(JSON.stringify(again.directory)).toBe(JSON.stringify(directory));
    expect(again.rows.map((row) => textOf(row, "_ItemId"))).toEqual(rows.map((row) => textOf(row, "_ItemId")));
  });

  test("with another seed gives other people", () => {
    const namesOf = (seed: number) => makePeople({ seed, until }).map(({ email }) => email);
    expect(namesOf(2)).not.toEqual(namesOf(1));
  });
});

describe("rows", () => {
  test("fill every log table, and are as many as a demo can show", () => {
    expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(LOG_TABLES));
    expect(rows.length).toBeGreaterThan(35_000);
    expect(rows.length).toBeLessThan(60_000);
  });

  test("lie within the 30 days before the end, but for an account that was silent for longer", () => {
    const from = until.getTime() - 31 * DAY_MS;
    const early = rows.filter(({ at }) => at.getTime() < from);
    expect(early.map(({ fields }) => fields["UserPrincipalName"])).toEqual(early.map(() => DORMANT_ACCOUNT.email));
    expect(rows.filter(({ at }) => at >= until)).toEqual([]);
    expect(rows.every(({ at, fields }) => fields["TimeGenerated"] === at.toISOString())).toBe(true);
  });

  test("come in the order of their time", () => {
    expect(rows.every(({ at }, index) => index === 0 || at >= (rows[index - 1]?.at ?? at))).toBe(true);
  });

  test("have ids of their own", () => {
    expect(new Set(rows.map((row) => textOf(row, "_ItemId"))).size).toBe(rows.length);
  });

  test("have no column that their table does not have", () => {
    const strange = rows.flatMap(({ table, fields }) =>
      Object.keys(fields)
        .filter((column) => !TABLES[table].columns.has(column))
        .map((column) => `${table}.${column}`),
    );
    expect([...new Set(strange)]).toEqual([]);
  });
});

describe("the directory", () => {
  const idsOf = (list: readonly Readonly<Record<string, unknown>>[], column = "id") => list.map((item) => item[column]);

  test("holds some 300 people and some 150 programs, each once", () => {
    expect(directory.users).toHaveLength(300);
    expect(directory.servicePrincipals.length).toBeGreaterThan(140);
    for (const list of [directory.users, directory.servicePrincipals, directory.activeAssignments]) {
      expect(new Set(idsOf(list)).size).toBe(list.length);
    }
  });

  test("refers to nothing that it does not hold", () => {
    const users = new Set(idsOf(directory.users));
    const groups = new Set(idsOf(directory.groups));
    const roles = new Set(idsOf(directory.roles));
    const services = new Set(idsOf(directory.servicePrincipals));
    const { memberships, activeAssignments, eligibleAssignments, appRoleAssignments, owners, credentials } = directory;
    expect(idsOf(memberships, "groupId").filter((id) => !groups.has(id))).toEqual([]);
    expect(idsOf(memberships, "memberId").filter((id) => !users.has(id))).toEqual([]);
    for (const list of [activeAssignments, eligibleAssignments]) {
      expect(list.length).toBeGreaterThan(5);
      expect(idsOf(list, "principalId").filter((id) => !users.has(id))).toEqual([]);
      expect(idsOf(list, "roleDefinitionId").filter((id) => !roles.has(id))).toEqual([]);
    }
    expect(idsOf(appRoleAssignments, "principalId").filter((id) => !services.has(id))).toEqual([]);
    expect(idsOf(owners, "ownerId").filter((id) => !users.has(id))).toEqual([]);
    expect(idsOf(credentials, "servicePrincipalId").filter((id) => !services.has(id))).toEqual([]);
  });
});
