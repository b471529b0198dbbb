import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RowIntake } from "../ingest/rows/row-intake.ts";
import { describeUnreadable } from "../runtime/system-error.ts";
import { type FileImport, type FileReport, importFile } from "./import-file.ts";
import type { RecordKind } from "./records/record-kind.ts";
import { fileNamesOf, RECORD_KINDS } from "./records/record-kinds.ts";
import { findRowFiles, importRows, type RowFile } from "./rows/import-rows.ts";

export interface ImportRequest extends Omit<FileImport, "kind" | "file" | "path"> {
  readonly folder: string;
  readonly intake?: RowIntake | undefined;
}

export interface ImportReport {
  readonly ok: boolean;
  /** Problems with the folder itself; if there are any, no file was imported. */
  readonly problems: readonly string[];
  /** One report per file, in the order of import. */
  readonly files: readonly FileReport[];
}

interface FoundFile {
  readonly kind: RecordKind;
  readonly file: string;
}

/**
 * Imports every file of a folder into a domain, records first. Each file of records is stored completely or not at all;
 * after a refused file the import continues with the next.
 */
export async function importFolder({ folder, intake, ...request }: ImportRequest): Promise<ImportReport> {
  const { files: found, rowFiles, problems } = await findFiles(folder);
  if (problems.length > 0) return { ok: false, problems, files: [] };
  const files: FileReport[] = [];
  for (const { kind, file } of found) {
    files.push(await importFile({ ...request, kind, file, path: join(folder, file) }));
  }
  const onProgress = request.onProgress ?? (() => undefined);
  for (const file of rowFiles)
    files.push(await importRows({ ...request, db: request.database, folder, intake }, file, onProgress));
  return { ok: files.every(({ ok }) => ok), problems: [], files };
}

interface Findings {
  readonly files: readonly FoundFile[];
  readonly rowFiles: readonly RowFile[];
  readonly problems: readonly string[];
}

async function findFiles(folder: string): Promise<Findings> {
  let names: readonly string[];
  try {
    names = (await readdir(folder)).filter((name) => /\.ndjson(\.gz)?$/.test(name)).sort();
  } catch (error) {
    return { files: [], rowFiles: [], problems: [`'${folder}' ${describeUnreadable(error as Error)}`] };
  }
  const files = RECORD_KINDS.flatMap((kind) =>
    fileNamesOf(kind)
      .filter((file) => names.includes(file))
      .map((file) => ({ kind, file })),
  );
  const { files: rowFiles, unknown } = await findRowFiles(folder);
  const unknownRows = unknown.map((name) => `'${name}' is not named after a log table`);
  const problems = rowFiles.length > 0 && names.length === 0 ? [] : findProblems(folder, names, files);
  return { files, rowFiles, problems: [...problems, ...unknownRows] };
}

/** Returns the problems of a folder. An unknown file name is one, because the file would seem to be imported. */
function findProblems(folder: string, names: readonly string[], files: readonly FoundFile[]): readonly string[] {
  const known = RECORD_KINDS.map(({ name }) => `${name}.ndjson`).join(", ");
  const unknown = names
    .filter((name) => !files.some(({ file }) => file === name))
    .map((name) => `'${name}' is not a file that import reads; it reads ${known}, each also with .gz`);
  const twice = files
    .filter(({ kind }, index) => files.findIndex((other) => other.kind === kind) !== index)
    .map(({ kind }) => `'${kind.name}.ndjson' and '${kind.name}.ndjson.gz' both exist; remove one`);
  if (names.length === 0) return [`the folder '${folder}' contains none of ${known}, with or without .gz`];
  return [...unknown, ...twice];
}
