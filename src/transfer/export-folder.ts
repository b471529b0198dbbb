import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../model/failure.ts";
import { assessReadiness } from "../model/readiness.ts";
import type { ReadinessResource } from "../model/vocabulary.ts";
import { makeFolder } from "../runtime/make-folder.ts";
import type { DomainDb } from "../store/database/database.ts";
import { readReadiness } from "../store/domains/readiness.ts";
import type { RecordKind } from "./records/record-kind.ts";
import { fileNamesOf, RECORD_KINDS } from "./records/record-kinds.ts";
import { ROWS_FOLDER } from "./rows/row-files.ts";
import { writeLines } from "./write-lines.ts";

/** The number of records of a file that were written so far. */
interface ExportProgress {
  readonly file: string;
  readonly records: number;
}

export interface ExportRequest {
  readonly database: DomainDb;
  readonly folder: string;
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
}

export interface ExportReport {
  /** The files written, in the order of import. */
  readonly files: readonly ExportProgress[];
}

/**
 * Writes every record of a domain in the format that `importFolder` reads. A record is read before the records it refers
 * to, so that the folder can be imported even if the domain changed during the export.
 */
export async function exportFolder(request: ExportRequest): Promise<ExportReport> {
  await makeFolder(request.folder);
  await refuseOverwriting(request.folder);
  const ready = await findReady(request.database);
  const files: ExportProgress[] = [];
  for (const kind of RECORD_KINDS.toReversed()) {
    const records = await exportFile(request, kind, ready);
    if (records !== undefined) files.unshift({ file: `${kind.name}.ndjson`, records });
  }
  return { files };
}

async function refuseOverwriting(folder: string): Promise<void> {
  const known = new Set([...RECORD_KINDS.flatMap(fileNamesOf), ROWS_FOLDER]);
  const taken = (await readdir(folder)).filter((name) => known.has(name));
  if (taken.length === 0) return;
  throw new Failure("invalid_request", `'${folder}' already contains ${taken.join(", ")}; export into an empty folder`);
}

async function findReady(db: DomainDb): Promise<ReadonlySet<ReadinessResource>> {
  const assessed = (await readReadiness(db)).map(assessReadiness);
  return new Set(assessed.filter(({ ready }) => ready).map(({ resource }) => resource));
}

/** Returns the number of records of the file; undefined if no file was written. */
async function exportFile(
  { database, folder, onProgress }: ExportRequest,
  kind: RecordKind,
  ready: ReadonlySet<ReadinessResource>,
): Promise<number | undefined> {
  const file = `${kind.name}.ndjson`;
  const path = join(folder, file);
  const records = await writeLines(path, linesOf(database, kind), (written) =>
    onProgress?.({ file, records: written }),
  );
  if (records > 0) return records;
  // Importing an empty file makes its resource ready, so there is none for a resource that is not.
  const waits = kind.ready.length > 0 && !kind.ready.some((resource) => ready.has(resource));
  if (waits) return undefined;
  await writeFile(path, "", { mode: 0o600, flag: "wx" });
  return 0;
}

async function* linesOf(db: DomainDb, kind: RecordKind): AsyncGenerator<readonly string[], void, void> {
  let page = await kind.readPage(db, undefined);
  while (page.length > 0) {
    yield page.map(({ line }) => line);
    page = await kind.readPage(db, page.at(-1)?.id);
  }
}
