import type { LogTable } from "../../model/rows/log-row.ts";
import type { ReadinessResource } from "../../model/vocabulary.ts";
import { type BatchPacer, createBatchPacer } from "../../runtime/batch-pacer.ts";
import { type Clock, monotonicMs } from "../../runtime/clock.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import { recordConnectorSuccess } from "../../store/connectors/connectors.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { recordDelivery } from "../../store/domains/readiness.ts";
import { type IdConflict, type SavedRows, saveLogRows } from "../../store/rows/log-rows.ts";
import { dayOf } from "../../store/rows/row-key.ts";
import {
  createRowReader,
  type DeliveredLine,
  type PreparedRow,
  type RecordReader,
  type RejectedLine,
} from "./prepare-rows.ts";
import type { RowIntake } from "./row-intake.ts";

export interface Delivery {
  readonly table: LogTable;
  /** All lines, or chunks of them as they are read. */
  readonly lines: Iterable<DeliveredLine> | AsyncIterable<Iterable<DeliveredLine>>;
  /** Stores the rows without running detection on them, because their findings are imported separately. */
  readonly isEvidenceOnly?: boolean | undefined;
  /** The connector whose delivery this is; it counts as a successful poll. */
  readonly connectorType?: string | undefined;
  /** Prepares the database; without it, rows are stored in the partitions that there are. */
  readonly intake?: RowIntake | undefined;
  /** Chooses how many rows a transaction stores; without it, few enough that requests hardly wait. */
  readonly pacer?: BatchPacer | undefined;
  /** Writes that must be committed together with the rows, such as a connector's cursor. */
  readonly also?: ((tx: DomainDb) => Promise<void>) | undefined;
}

/** A row whose `_ItemId` belongs to another row, and the id it is stored under instead. */
export interface ConflictingLine {
  readonly line: number;
  readonly itemId: string;
  readonly rowId: string;
}

export interface DeliveryReport {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly RejectedLine[];
  readonly conflicts: readonly ConflictingLine[];
}

/** Tables with activity of services; the others are about people and machines only. */
export const SERVICE_TABLES: ReadonlySet<LogTable> = new Set<LogTable>([
  "AADServicePrincipalSignInLogs",
  "AADManagedIdentitySignInLogs",
  "MicrosoftGraphActivityLogs",
  "AuditLogs",
  "AzureActivity",
  "CloudAppEvents",
  "OfficeActivity",
]);

const FED_BY_ALL: readonly ReadinessResource[] = ["threats", "cases", "personas"];

/**
 * The target duration of a transaction: the embedded engine serves nothing else meanwhile. It stores about as much as the
 * minimum in this time; less would make small blocks.
 */
const PACE = { targetMs: 30, min: 256, max: 10_000 };

/**
 * Stores the rows of a delivery, whatever its origin, and queues them for the detectors; they are durable when this
 * returns. A large delivery is stored in several transactions, the last of which includes `also`. If a crash interrupts
 * it, sending the delivery again counts the stored rows as duplicates. Without a valid line only `also` is stored.
 */
export async function ingestRows(db: DomainHandle, clock: Clock, delivery: Delivery): Promise<DeliveryReport> {
  const receivedAt = clock();
  const reader = createRowReader(delivery.table, receivedAt);
  const pacer = delivery.pacer ?? createBatchPacer(PACE);
  const total = { accepted: 0, duplicates: 0, conflicts: [] as ConflictingLine[] };
  const expired: RejectedLine[] = [];
  let wasLive: boolean | undefined;
  for await (const { rows, weight, isLast } of inBatches(delivery.lines, reader, pacer)) {
    let startedAt = 0;
    await delivery.intake?.addDays(daysOf(rows), receivedAt);
    const saved = await db.transaction(async (tx) => {
      startedAt = monotonicMs();
      return saveBatch(tx, { delivery, rows, receivedAt, wasLive, isLast });
    });
    pacer.record(weight, monotonicMs() - startedAt);
    wasLive ??= saved?.wasLive;
    total.accepted += saved?.accepted ?? 0;
    total.duplicates += saved?.duplicates ?? 0;
    total.conflicts.push(...conflictingLines(rows, saved?.conflicts ?? []));
    expired.push(...expiredLines(rows, saved?.expired));
  }
  return { ...total, rejected: [...reader.rejected, ...expired].sort((a, b) => a.line - b.line) };
}

const daysOf = (rows: readonly PreparedRow[]): ReadonlySet<number> =>
  new Set(rows.flatMap(({ at, undated }) => (undated ? [] : [dayOf(at)])));

function expiredLines(rows: readonly PreparedRow[], expired: ReadonlySet<string> = new Set()): readonly RejectedLine[] {
  return rows
    .filter(({ contentKey }) => expired.has(contentKey))
    .map(({ line, at }) => ({
      line,
      error: `is of ${new Date(at).toISOString().slice(0, 10)}, a day whose rows were removed by the retention; such rows are not accepted again, leave them out`,
    }));
}

interface RowBatch {
  readonly rows: readonly PreparedRow[];
  readonly weight: number;
  readonly isLast: boolean;
}

/** Yields batches of rows, one per transaction, and lets requests run in between; the last batch may be empty. */
async function* inBatches(
  lines: Delivery["lines"],
  reader: RecordReader<PreparedRow>,
  pacer: BatchPacer,
): AsyncGenerator<RowBatch, void, void> {
  const slice = createTimeSlice();
  let [rows, weight]: [PreparedRow[], number] = [[], 0];
  for await (const chunk of chunksOf(lines)) {
    for (const row of rowsOf(chunk, reader)) {
      if (slice.isOver()) await slice.pause();
      if (!row) continue;
      if (weight >= pacer.size()) {
        yield { rows, weight, isLast: false };
        [rows, weight] = [[], 0];
      }
      rows.push(row);
      weight += weightOf(row);
    }
  }
  yield { rows, weight, isLast: true };
}

const chunksOf = (
  lines: Delivery["lines"],
): AsyncIterable<Iterable<DeliveredLine>> | readonly Iterable<DeliveredLine>[] =>
  Symbol.asyncIterator in lines ? lines : [lines];

/** Yields undefined after every line as well, so that each step is short. */
function* rowsOf(lines: Iterable<DeliveredLine>, reader: RecordReader<PreparedRow>) {
  for (const line of lines) {
    yield* reader.read(line);
    yield undefined;
  }
}

const WEIGHED_CHARACTERS = 1_024;

/** Returns the cost of a row: a long one costs as much as several short ones. */
const weightOf = ({ text }: PreparedRow): number => 1 + text.length / WEIGHED_CHARACTERS;

interface BatchToSave {
  readonly delivery: Delivery;
  readonly rows: readonly PreparedRow[];
  readonly receivedAt: Date;
  readonly wasLive: boolean | undefined;
  readonly isLast: boolean;
}

async function saveBatch(tx: DomainDb, batch: BatchToSave): Promise<SavedRows | undefined> {
  const { delivery, rows, receivedAt, wasLive, isLast } = batch;
  const { table, connectorType, also, isEvidenceOnly } = delivery;
  const isPending = !isEvidenceOnly;
  const together = [deliveryOf(tx, table, rows, receivedAt)];
  const part = { table, rows, receivedAt, wasLive, isPending, together };
  const saved = rows.length > 0 ? await saveLogRows(tx, part) : undefined;
  if (isLast && connectorType !== undefined) await recordConnectorSuccess(tx, connectorType, receivedAt);
  if (isLast) await also?.(tx);
  return saved;
}

function conflictingLines(rows: readonly PreparedRow[], conflicts: readonly IdConflict[]): readonly ConflictingLine[] {
  if (conflicts.length === 0) return [];
  const lineOf = new Map(rows.map((row) => [`${row.contentKey} ${row.itemId}`, row.line]));
  return conflicts.map(({ contentKey, itemId, rowId }) => ({
    line: lineOf.get(`${contentKey} ${itemId}`) ?? 0,
    itemId,
    rowId,
  }));
}

/** Times further ahead are capped: a wrong clock must not make the observed history look long. */
const MAX_AHEAD_MS = 86_400_000;
/** Older rows do not count as observed history. */
const MAX_BEHIND_MS = 400 * 86_400_000;

/** Records the time range the rows cover, which readiness is computed from. */
function deliveryOf(
  tx: DomainDb,
  table: LogTable,
  rows: readonly PreparedRow[],
  at: Date,
): ReturnType<typeof recordDelivery> {
  const latest = at.getTime() + MAX_AHEAD_MS;
  const earliest = at.getTime() - MAX_BEHIND_MS;
  let [first, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    if (row.at < earliest) continue;
    const happened = Math.min(row.at, latest);
    first = Math.min(first, happened);
    newest = Math.max(newest, happened);
  }
  const resources: readonly ReadinessResource[] = SERVICE_TABLES.has(table)
    ? [...FED_BY_ALL, "nhi", "nhi-clusters"]
    : FED_BY_ALL;
  const hasTime = first <= newest;
  return recordDelivery(tx, resources, {
    first: hasTime ? new Date(first) : at,
    newest: hasTime ? new Date(newest) : at,
    at,
  });
}
