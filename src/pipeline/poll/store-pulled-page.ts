import type { PulledPage } from "../../connectors/connector.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { RejectedLine } from "../../ingest/rows/prepare-rows.ts";
import type { RowIntake } from "../../ingest/rows/row-intake.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";

/** Counts of the rows and objects of a stored page, and its rejected lines. */
export interface StoredPage {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly Reject[];
}

/** A rejected line. The reason continues a sentence that starts with the line. */
export interface Reject {
  /** The file, table or directory kind of the line. */
  readonly place: string;
  readonly line: number;
  readonly reason: string;
}

/** What storing a page needs. */
interface Storing {
  readonly clock: Clock;
  readonly intake?: RowIntake | undefined;
}

type Part = (also: (tx: DomainDb) => Promise<void>) => Promise<StoredPage>;

/**
 * Stores a page through the same functions as a delivery. `lease.save` stores the page's cursor in the transaction of
 * the last part. If the process dies after some parts, the next poll reads the page again and they count as duplicates.
 */
export async function storePulledPage(
  db: DomainHandle,
  storing: Storing,
  page: PulledPage,
  lease: { readonly hold: (tx: DomainDb) => Promise<void>; readonly save: (tx: DomainDb) => Promise<void> },
): Promise<StoredPage> {
  const parts = partsOf(db, storing, page);
  const total = { accepted: 0, duplicates: 0, rejected: [] as readonly Reject[] };
  if (parts.length === 0) await db.transaction(lease.save);
  for (const [index, store] of parts.entries()) {
    const { accepted, duplicates, rejected } = await store(index === parts.length - 1 ? lease.save : lease.hold);
    total.accepted += accepted;
    total.duplicates += duplicates;
    total.rejected = [...total.rejected, ...rejected];
  }
  return total;
}

function partsOf(db: DomainHandle, { clock, intake }: Storing, { rows, directory, file }: PulledPage): readonly Part[] {
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
          const report = await ingestRows(db, clock, { table: table as LogTable, lines, also, intake });
          return { ...report, rejected: rejectsOf(file?.name ?? table, report.rejected) };
        },
    ),
  ];
}

const rejectsOf = (place: string, rejected: readonly RejectedLine[]): readonly Reject[] =>
  rejected.map(({ line, error }) => ({ place, line, reason: error }));
