import type { PulledPage } from "../../connectors/connector.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { RejectedLine } from "../../ingest/rows/prepare-rows.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";

/** What became of a page. */
export interface StoredPage {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly Reject[];
}

/** A line that was not understood. The reason continues a sentence that starts with the line. */
export interface Reject {
  /** The file, table or kind that the line is of. */
  readonly place: string;
  readonly line: number;
  readonly reason: string;
}

type Part = (also: (tx: DomainDb) => Promise<void>) => Promise<StoredPage>;

/**
 * Hands a page to the ingest door's own functions. `moveOn` keeps the page's cursor and shares a transaction with the
 * last part: of a page with several parts the earlier ones are stored before, and a crash in between brings them again
 * as duplicates. Nothing is lost and nothing is doubled.
 */
export async function storePulledPage(
  db: DomainHandle,
  clock: Clock,
  page: PulledPage,
  moveOn: { readonly hold: (tx: DomainDb) => Promise<void>; readonly save: (tx: DomainDb) => Promise<void> },
): Promise<StoredPage> {
  const parts = partsOf(db, clock, page);
  const total = { accepted: 0, duplicates: 0, rejected: [] as readonly Reject[] };
  if (parts.length === 0) await db.transaction(moveOn.save);
  for (const [index, store] of parts.entries()) {
    const { accepted, duplicates, rejected } = await store(index === parts.length - 1 ? moveOn.save : moveOn.hold);
    total.accepted += accepted;
    total.duplicates += duplicates;
    total.rejected = [...total.rejected, ...rejected];
  }
  return total;
}

function partsOf(db: DomainHandle, clock: Clock, { rows, directory, file }: PulledPage): readonly Part[] {
  const tables = Object.entries(rows).filter(([, lines]) => lines.length > 0);
  const kinds = directory.filter(({ objects, walk }) => objects.length > 0 || walk);
  return [
    ...kinds.map(
      ({ kind, objects, walk, beside }): Part =>
        async (also) => {
          const lines = objects.map((value, index) => ({ line: index + 1, value }));
          const report = await ingestDirectory(db, clock, { kind, lines, walk, beside, also });
          return { ...report, rejected: rejectsOf(kind, report.rejected) };
        },
    ),
    ...tables.map(
      ([table, pulled]): Part =>
        async (also) => {
          const lines = pulled.map((one, index) => {
            const line = file?.numbers[index] ?? index + 1;
            return typeof one === "string" ? { line, text: one } : { line, problem: one.problem };
          });
          const report = await ingestRows(db, clock, { table: table as LogTable, lines, also });
          return { ...report, rejected: rejectsOf(file?.name ?? table, report.rejected) };
        },
    ),
  ];
}

const rejectsOf = (place: string, rejected: readonly RejectedLine[]): readonly Reject[] =>
  rejected.map(({ line, error }) => ({ place, line, reason: error }));
