import { runAction } from "../actions/context.ts";
import type { AuditActor } from "../model/audit.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DomainDb, DomainHandle } from "../store/database/database.ts";
import { markReady } from "../store/domains/readiness.ts";
import { readBatches, UnreadableFile } from "./read-batches.ts";
import type { BadLine, ImportContext, RecordKind } from "./records/record-kind.ts";
import { refreshCases } from "./refresh-cases.ts";

/** The number of lines of a file that were read so far. */
interface ImportProgress {
  readonly file: string;
  readonly lines: number;
}

export interface FileReport {
  readonly file: string;
  readonly ok: boolean;
  /** Lines that are not empty. */
  readonly lines: number;
  /** Records written; 0 if the file was refused. */
  readonly stored: number;
  /** The first 100 of them, in the order of the file. */
  readonly badLines: readonly BadLine[];
  readonly badLineCount: number;
  /** Why the file could not be read as a whole; null if it could. */
  readonly error: string | null;
}

export interface FileImport extends Omit<ImportContext, "at"> {
  readonly database: DomainHandle;
  readonly clock: Clock;
  readonly actor: AuditActor;
  readonly kind: RecordKind;
  readonly file: string;
  readonly path: string;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

const BATCH_LINES = 2_000;
/** Bad lines of a file that its report lists. */
export const BAD_LINES_KEPT = 100;

/** Rolls the transaction back and carries the report out of it. */
class Refusal extends Error {
  readonly report: FileReport;

  constructor(report: FileReport) {
    super(`${report.file} was refused`);
    this.report = report;
  }
}

/** Stores the records of one file, all or none, and reports each invalid line. */
export async function importFile(work: FileImport): Promise<FileReport> {
  try {
    return await runAction({ ...work, db: work.database }, async (tx) => {
      const at = work.clock();
      const { report, staleCases } = await storeLines(tx, work, at);
      if (!report.ok) throw new Refusal(report);
      await refreshCases(tx, staleCases, (item) => work.kind.touchCase?.(item, at) ?? item, at);
      // Also if the file was empty.
      if (work.kind.ready.length > 0) await markReady(tx, work.kind.ready, at);
      return {
        result: report,
        audit: {
          action: "records.import",
          target: { kind: "import_file", id: work.file },
          before: null,
          after: { records: report.stored },
        },
      };
    });
  } catch (error) {
    if (error instanceof Refusal) return error.report;
    if (!(error instanceof UnreadableFile)) throw error;
    const nothing = { lines: 0, stored: 0, badLines: [], badLineCount: 0 };
    return { ...nothing, file: work.file, ok: false, error: error.message };
  }
}

async function storeLines(
  tx: DomainDb,
  { kind, file, path, onProgress, knownConnectorTypes }: FileImport,
  at: Date,
): Promise<{ readonly report: FileReport; readonly staleCases: readonly string[] }> {
  const prepare = kind.open({ knownConnectorTypes, at });
  const staleCases = new Set<string>();
  const badLines: BadLine[] = [];
  let [lines, stored, badLineCount] = [0, 0, 0];
  for await (const batch of readBatches(path, { lines: BATCH_LINES, bytes: kind.batchBytes })) {
    const { problems, save } = await prepare(tx, batch);
    badLines.push(...problems.slice(0, BAD_LINES_KEPT - badLines.length));
    badLineCount += problems.length;
    lines += batch.length;
    // A file with a bad line is rolled back, so the rest of it is only validated.
    if (badLineCount === 0) {
      const saved = await save();
      stored += saved.records;
      for (const caseId of saved.staleCases) staleCases.add(caseId);
    }
    onProgress?.({ file, lines });
  }
  const ok = badLineCount === 0;
  const report = { file, ok, lines, stored: ok ? stored : 0, badLines, badLineCount, error: null };
  return { report, staleCases: [...staleCases].sort() };
}
