import { describe, expect, test } from "vitest";
import { LOG_TABLES } from "../model/rows/log-row.ts";
import { TABLES } from "../model/tables.ts";
import { ROLE_IDS } from "./directory/roles.ts";
import { DAY_MS } from "./moment.ts";
import { generateOrganization } from "./organization.ts";
import { makePeople } from "./people.ts";
import type { SynthRow } from "./rows/row.ts";
import { DORMANT_ACCOUNT } from "./scenarios/dormant-account.ts";

const until = new Date("2026-11-15T09:30:00.000Z");
const { directory, rows } = generateOrganization({ seed: 1, until });

const textOf = ({ fields }: SynthRow, column: string): string => String(fields[column]);

describe("the same setting", () => {
  test("gives the same bytes", () => {
    const again = generateOrganization({ seed: 1, until });
    expect(JSON.stringify(again.directory)).toBe(JSON.stringify(directory));
    expect(again.rows.map((row) => textOf(row, "_ItemId"))).toEqual(rows.map((row) => textOf(row, "_ItemId")));
  });

  test("with another seed gives different people", () => {
    const namesOf = (seed: number) => makePeople({ seed, until }).map(({ email }) => email);
    expect(namesOf(2)).not.toEqual(namesOf(1));
  });
});

describe("rows", () => {
  test("exist for every log table, in a number that a demo can process", () => {
    expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(LOG_TABLES));
    expect(rows.length).toBeGreaterThan(12_000);
    expect(rows.length).toBeLessThan(60_000);
  });

  test("cover 120 days, most of them in the last 30, and nobody acts before joining", () => {
    const from = until.getTime() - 31 * DAY_MS;
    const early = rows.filter(({ at }) => at.getTime() < from);
    expect(early.length).toBeGreaterThan(2_500);
    expect(early.length).toBeLessThan(rows.length / 2);
    const longAgo = early.filter(({ at }) => at.getTime() < until.getTime() - 122 * DAY_MS);
    expect(longAgo.map(({ fields }) => fields["UserPrincipalName"])).toEqual(longAgo.map(() => DORMANT_ACCOUNT.email));
    const joinedAt = new Map(directory.users.map((user) => [user["id"], String(user["createdDateTime"]).slice(0, 10)]));
    const signIns = early.filter(({ table }) => table === "SigninLogs");
    expect(
      signIns.filter(({ at, fields }) => at.toISOString() < (joinedAt.get(fields["UserId"] as string) ?? "")),
    ).toEqual([]);
    expect(rows.filter(({ at }) => at >= until)).toEqual([]);
    expect(rows.every(({ at, fields }) => fields["TimeGenerated"] === at.toISOString())).toBe(true);
  });

  test("are in order of time", () => {
    expect(rows.every(({ at }, index) => index === 0 || at >= (rows[index - 1]?.at ?? at))).toBe(true);
  });

  test("have unique ids", () => {
    expect(new Set(rows.map((row) => textOf(row, "_ItemId"))).size).toBe(rows.length);
  });

  test("name Azure resources by full paths without empty segments", () => {
    const paths = rows.filter(({ table }) => table === "AzureActivity").map((row) => textOf(row, "ResourceId"));
    expect(paths).toContain("/providers/Microsoft.Authorization");
    expect(paths.filter((path) => !/^(\/[^/]+)+$/.test(path) || path.includes("undefined"))).toEqual([]);
  });

  test("only have columns of their table", () => {
    const strange = rows.flatMap(({ table, fields }) =>
      Object.keys(fields)
        .filter((column) => !TABLES[table].columns.has(column))
        .map((column) => `${table}.${column}`),
    );
    expect([...new Set(strange)]).toEqual([]);
  });
});

describe("the directory", () => {
  type Objects = readonly Readonly<Record<string, unknown>>[];
  const idsOf = (list: Objects, column = "id") => list.map((item) => item[column]);
  const nestedIds = (list: Objects, column: string) => list.flatMap((item) => idsOf(item[column] as Objects));

  test("has about 150 people and about 90 programs, each once", () => {
    expect(directory.users).toHaveLength(151);
    expect(directory["service-principals"].length).toBeGreaterThan(80);
    for (const list of [directory.users, directory["service-principals"], directory["role-assignments"]]) {
      expect(new Set(idsOf(list)).size).toBe(list.length);
    }
  });

  test("lists a role that somebody was granted in the rows, without a time of its own", () => {
    const row = rows.find((one) => one.table === "AuditLogs" && textOf(one, "OperationName") === "Add member to role");
    const granted = directory["role-assignments"].filter((one) => one["createdDateTime"] === undefined);
    expect(granted).toMatchObject([{ roleDefinitionId: ROLE_IDS["Global Administrator"] }]);
    expect(JSON.stringify(row?.fields)).toContain(String(granted[0]?.["principalId"]));
  });

  test("refers only to objects that it contains", () => {
    const users = new Set(idsOf(directory.users));
    const groups = new Set(idsOf(directory.groups));
    const roles = new Set(idsOf(directory["directory-roles"]));
    const services = new Set(idsOf(directory["service-principals"]));
    for (const kind of ["memberships", "app-role-assignments", "owners", "credentials"] as const) {
      expect(directory[kind].length).toBeGreaterThan(5);
    }
    expect(idsOf(directory.memberships).filter((id) => !groups.has(id))).toEqual([]);
    expect(nestedIds(directory.memberships, "members").filter((id) => !users.has(id))).toEqual([]);
    for (const kind of ["role-assignments", "role-eligibilities"] as const) {
      expect(directory[kind].length).toBeGreaterThan(5);
      expect(idsOf(directory[kind], "principalId").filter((id) => !users.has(id))).toEqual([]);
      expect(idsOf(directory[kind], "roleDefinitionId").filter((id) => !roles.has(id))).toEqual([]);
    }
    expect(idsOf(directory["app-role-assignments"], "principalId").filter((id) => !services.has(id))).toEqual([]);
    expect(nestedIds(directory.owners, "owners").filter((id) => !users.has(id))).toEqual([]);
    expect(idsOf(directory.credentials).filter((id) => !services.has(id))).toEqual([]);
  });
});
