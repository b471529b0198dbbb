import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type ActionContext, recordStart } from "../../actions/context.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { DeliveredLine } from "../../ingest/rows/prepare-rows.ts";
import type { RowIntake } from "../../ingest/rows/row-intake.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { BAD_LINES_KEPT, type FileReport } from "../import-file.ts";
import { readBatches, UnreadableFile } from "../read-batches.ts";
import { ROWS_FOLDER, tableOfFile } from "./row-files.ts";

export interface RowFile {
  readonly table: LogTable;
  readonly file: string;
}

const BATCH = { lines: 2_000, bytes: 4 * 1_048_576 };

/** Returns the files with rows below a folder of records, and the names that belong to no table. */
export async function findRowFiles(
  folder: string,
): Promise<{ readonly files: readonly RowFile[]; readonly unknown: readonly string[] }> {
  const names = await readdir(join(folder, ROWS_FOLDER)).catch(() => []);
  const known = names.filter((name) => /\.ndjson(\.gz)?$/.test(name)).sort();
  const files = known.flatMap((name) => {
    const table = tableOfFile(name);
    return table === undefined ? [] : [{ table, file: `${ROWS_FOLDER}/${name}` }];
  });
  const unknown = known.filter((name) => tableOfFile(name) === undefined).map((name) => `${ROWS_FOLDER}/${name}`);
  return { files, unknown };
}

/**
 * Stores the rows of one file as a single delivery, as evidence for imported threat events: detection does not run on them.
 * Unlike records, valid rows are stored even if others are not; rows that are stored already do not count as stored.
 */
export async function importRows(
  { folder, intake, ...ctx }: ActionContext & { readonly folder: string; readonly intake?: RowIntake | undefined },
  { table, file }: RowFile,
  onProgress: (progress: { readonly file: string; readonly lines: number }) => void,
): Promise<FileReport> {
  let count = 0;
  const target = { kind: "import_file", id: file } as const;
  async function* chunks(): AsyncGenerator<readonly DeliveredLine[], void, void> {
    for await (const batch of readBatches(join(folder, file), BATCH)) {
      if (count === 0) await recordStart(ctx, { action: "rows.ingest", target, before: null, after: { table } });
      yield batch.map(({ number, ...rest }) => ({ line: number, ...rest }));
      count += batch.length;
      onProgress({ file, lines: count });
    }
  }
  try {
    const { accepted, rejected } = await ingestRows(ctx.db, ctx.clock, {
      table,
      lines: chunks(),
      isEvidenceOnly: true,
      intake,
    });
    const badLines = rejected.slice(0, BAD_LINES_KEPT).map(({ line, error }) => ({ line, field: "", message: error }));
    const badLineCount = rejected.length;
    return { file, ok: badLineCount === 0, lines: count, stored: accepted, badLines, badLineCount, error: null };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const nothing = { lines: count, stored: 0, badLines: [], badLineCount: 0 };
    return { ...nothing, file, ok: false, error: error.message };
  }
}
