import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { DIRECTORY_KINDS } from "../../model/directory-kind.ts";
import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import { makeFolder } from "../../runtime/make-folder.ts";
import { generateRows } from "../../synth/plants/generate-rows.ts";
import { renderDirectory } from "../../synth/plants/planted-directory.ts";
import type { PlantedOrganization } from "../../synth/plants/planted-organization.ts";
import { truthOf } from "../../synth/plants/truth.ts";
import type { SynthRow } from "../../synth/rows/row.ts";

export interface WrittenOrganization {
  readonly objects: number;
  readonly rows: number;
  readonly plants: number;
  /** The number of rows of each table, in the order of their names in the reference. */
  readonly tables: Readonly<Record<string, number>>;
}

/** Writes the directory, the rows and the truth of an organization into a folder, one day in memory at a time. */
export async function writeOrganization(
  folder: string,
  organization: PlantedOrganization,
  onDay: (day: number, rows: number) => void,
): Promise<WrittenOrganization> {
  const objects = await writeDirectory(join(folder, "directory"), organization);
  const truth = truthOf(organization);
  await writeFile(join(folder, "truth.json"), `${JSON.stringify(truth, null, 1)}\n`);
  const tables = await writeRows(join(folder, "rows"), organization, onDay);
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { objects, rows, plants: truth.plants.length, tables };
}

async function writeDirectory(folder: string, organization: PlantedOrganization): Promise<number> {
  const { sources } = organization.knobs;
  if (sources === "none" || sources === "audit") return 0;
  await makeFolder(folder);
  const directory = renderDirectory(organization);
  let objects = 0;
  for (const kind of DIRECTORY_KINDS) {
    const lines = directory[kind].map((object) => `${JSON.stringify(object)}\n`);
    objects += lines.length;
    // A file without lines would be refused as empty; an empty list states that there is no object of the kind.
    await writeFile(join(folder, `${kind}.ndjson`), lines.length === 0 ? "[]\n" : lines.join(""));
  }
  return objects;
}

async function writeRows(
  folder: string,
  organization: PlantedOrganization,
  onDay: (day: number, rows: number) => void,
): Promise<Readonly<Record<string, number>>> {
  const files = new Map<LogTable, WriteStream>();
  const counts = new Map<LogTable, number>();
  let written = 0;
  await makeFolder(folder);
  try {
    for (const { day, rows } of generateRows(organization)) {
      for (const [table, lines] of linesByTable(rows)) {
        const file = files.get(table) ?? createWriteStream(join(folder, `${table}.ndjson`));
        files.set(table, file);
        counts.set(table, (counts.get(table) ?? 0) + lines.length);
        if (!file.write(lines.join(""))) await once(file, "drain");
      }
      written += rows.length;
      onDay(day, written);
    }
  } finally {
    await Promise.all([...files.values()].map((file) => finished(file.end())));
  }
  return Object.fromEntries(LOG_TABLES.map((table) => [table, counts.get(table) ?? 0]));
}

function linesByTable(rows: readonly SynthRow[]): ReadonlyMap<LogTable, readonly string[]> {
  const tables = new Map<LogTable, string[]>();
  for (const { table, fields } of rows) {
    const lines = tables.get(table) ?? [];
    lines.push(`${JSON.stringify(fields)}\n`);
    tables.set(table, lines);
  }
  return tables;
}
