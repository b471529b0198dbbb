import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type FileImport, type FileReport, importFile } from "./import-file.ts";
import type { RecordKind } from "./records/record-kind.ts";
import { fileNamesOf, RECORD_KINDS } from "./records/record-kinds.ts";

export interface ImportRequest extends Omit<FileImport, "kind" | "file" | "path"> {
  readonly folder: string;
}

export interface ImportReport {
  readonly ok: boolean;
  /** What is wrong with the folder itself; then no file of it was touched. */
  readonly problems: readonly string[];
  /** One for each file, in the order they were taken. */
  readonly files: readonly FileReport[];
}

interface FoundFile {
  readonly kind: RecordKind;
  readonly file: string;
}

/**
 * Imports every file of a folder into a domain. Each file is stored completely or not at all; one that is refused does
 * not keep the others from being tried.
 */
export async function importFolder({ folder, ...request }: ImportRequest): Promise<ImportReport> {
  const { files: found, problems } = await findFiles(folder);
  if (problems.length > 0) return { ok: false, problems, files: [] };
  const files: FileReport[] = [];
  for (const { kind, file } of found) {
    files.push(await importFile({ ...request, kind, file, path: join(folder, file) }));
  }
  return { ok: files.every(({ ok }) => ok), problems: [], files };
}

interface Findings {
  readonly files: readonly FoundFile[];
  readonly problems: readonly string[];
}

async function findFiles(folder: string): Promise<Findings> {
  let names: readonly string[];
  try {
    names = (await readdir(folder)).filter((name) => /\.ndjson(\.gz)?$/.test(name)).sort();
  } catch (error) {
    return { files: [], problems: [`the folder '${folder}' cannot be read: ${(error as Error).message}`] };
  }
  const files = RECORD_KINDS.flatMap((kind) =>
    fileNamesOf(kind)
      .filter((file) => names.includes(file))
      .map((file) => ({ kind, file })),
  );
  return { files, problems: findProblems(folder, names, files) };
}

/** A file that nobody reads would look imported, so a name that is not known stops everything. */
function findProblems(folder: string, names: readonly string[], files: readonly FoundFile[]): readonly string[] {
  const known = RECORD_KINDS.map(({ name }) => `${name}.ndjson`).join(", ");
  const unknown = names
    .filter((name) => !files.some(({ file }) => file === name))
    .map((name) => `'${name}' is not a file this import knows; known are ${known}, each also with .gz`);
  const twice = files
    .filter(({ kind }, index) => files.findIndex((other) => other.kind === kind) !== index)
    .map(({ kind }) => `'${kind.name}.ndjson' and '${kind.name}.ndjson.gz' are both there; remove one`);
  if (names.length === 0) return [`the folder '${folder}' holds none of ${known}, nor any with .gz`];
  return [...unknown, ...twice];
}
