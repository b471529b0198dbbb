import type { Fields } from "../../../src/model/fields.ts";
import type { LogTable } from "../../../src/model/rows/log-row.ts";
import { TABLES } from "../../../src/model/tables.ts";
import { departmentsFor } from "../../../src/synth/departments.ts";
import { type Directory, makeDirectory } from "../../../src/synth/directory.ts";
import { makePeople } from "../../../src/synth/people.ts";
import { assignPeople, generateScenarios } from "../../../src/synth/scenarios/scenario.ts";
import { SCENARIOS } from "../../../src/synth/scenarios/scenarios.ts";
import { makeServices } from "../../../src/synth/services.ts";
import { INJECTIONS } from "./injections.ts";

/** Lines of log rows by table, and the objects of a directory. */
export interface HostileOrganization {
  readonly rows: ReadonlyMap<LogTable, readonly Fields[]>;
  readonly directory: Directory;
}

/** Columns that detection reads, and that must keep their values for a finding to arise at all. */
const SHOWN_COLUMN = /DisplayName|Name$|UserAgent|Subject|City|Description|Title|Message|FileName|Url|Device/;
const KEPT_COLUMN =
  /Id$|PrincipalName|OperationName|^Type$|HostName|AccountName|LogName|SourceName|EventName|ActivityName/;
const SHOWN_PROPERTIES: ReadonlySet<string> = new Set(["displayName", "jobTitle", "description", "officeLocation"]);

/**
 * Generates an organization with incidents in which every text column that its rows do not use, every name that is shown
 * and every text of the directory contains an injection; all injections are used.
 */
export function makeHostileOrganization(until: Date): HostileOrganization {
  const setting = { seed: 7, until };
  const people = makePeople(setting, departmentsFor(150));
  const world = { setting, people, services: makeServices(setting, people) };
  let used = 0;
  const next = (): string => INJECTIONS[used++ % INJECTIONS.length] ?? "";
  const rows = new Map<LogTable, Fields[]>();
  const assigned = assignPeople(world, SCENARIOS);
  for (const { table, fields, at } of generateScenarios(world, assigned)) {
    if (at >= until) continue;
    const list = rows.get(table) ?? [];
    list.push(poisonRow(table, fields, next));
    rows.set(table, list);
  }
  return { rows, directory: poisonDirectory(makeDirectory(setting, people, world.services, assigned), next) };
}

function poisonRow(table: LogTable, fields: Fields, next: () => string): Fields {
  const unused = [...TABLES[table].columns]
    .filter(([column, type]) => type === "string" && fields[column] === undefined && !column.startsWith("_"))
    .map(([column]) => [column, next()]);
  const shown = Object.entries(fields)
    .filter(([column, value]) => typeof value === "string" && SHOWN_COLUMN.test(column) && !KEPT_COLUMN.test(column))
    .map(([column, value]) => [column, `${value} ${next()}`]);
  return { ...fields, ...Object.fromEntries([...unused, ...shown]) };
}

const poisonDirectory = (directory: Directory, next: () => string): Directory =>
  Object.fromEntries(
    Object.entries(directory).map(([kind, objects]) => [kind, objects.map((object) => poisonObject(object, next))]),
  ) as unknown as Directory;

const poisonObject = (object: Fields, next: () => string): Fields =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      typeof value === "string" && SHOWN_PROPERTIES.has(name) ? `${value} ${next()}` : value,
    ]),
  );
