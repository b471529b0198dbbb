import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { type ExportedRow, readTableRows } from "../../store/rows/exported-rows.ts";
import { moveAllOldRows } from "../../store/rows/move-old-rows.ts";
import { writeLines } from "../write-lines.ts";
import { ROWS_FOLDER } from "./row-files.ts";

export interface WrittenRows {
  readonly file: string;
  /** Lines; a row that was delivered with several ids has one for each. */
  readonly records: number;
}

/**
 * Writes the log rows of a domain, a file for each table that has any, as lines that the ingest API accepts. Each line has
 * the id of its row as `_ItemId`, so that the evidence of threat events is found after an import, and its table as `Type`.
 */
export async function exportRows(
  db: DomainHandle,
  folder: string,
  onProgress: (progress: WrittenRows) => void,
): Promise<readonly WrittenRows[]> {
  await mkdir(join(folder, ROWS_FOLDER), { mode: 0o700 });
  await moveAllOldRows(db);
  const files: WrittenRows[] = [];
  for (const table of LOG_TABLES) {
    const file = `${ROWS_FOLDER}/${table}.ndjson`;
    const report = (records: number): void => onProgress({ file, records });
    const records = await writeLines(join(folder, file), linesOf(db, table), report);
    if (records > 0) files.push({ file, records });
  }
  return files;
}

async function* linesOf(db: DomainDb, table: LogTable): AsyncGenerator<readonly string[], void, void> {
  for await (const page of readTableRows(db, table)) yield page.flatMap((row) => toLines(table, row));
}

const toLines = (table: LogTable, { rowId, itemIds, text }: ExportedRow): readonly string[] =>
  [rowId, ...itemIds].map((itemId) => `${text.slice(0, -1)},"_ItemId":${JSON.stringify(itemId)},"Type":"${table}"}`);
