import type { LogTable } from "../model/log-row.ts";
import type { ReadinessResource } from "../model/vocabulary.ts";
import type { Clock } from "../runtime/clock.ts";
import { noteConnectorSuccess } from "../store/connectors.ts";
import type { DomainDb, DomainHandle } from "../store/database.ts";
import { saveLogRows } from "../store/log-rows.ts";
import { noteDelivered } from "../store/readiness.ts";
import { raiseVersions } from "../store/versions.ts";
import { type DeliveredLine, type PreparedRow, prepareRows, type RejectedLine } from "./prepare-rows.ts";

export interface Delivery {
  readonly table: LogTable;
  readonly lines: Iterable<DeliveredLine>;
  /** Whose delivery it is; it counts as a success of that connector. */
  readonly connectorType?: string | undefined;
  /** What must be stored with the rows or not at all, such as a connector's cursor. */
  readonly also?: ((tx: DomainDb) => Promise<void>) | undefined;
}

/** A row that came under an `_ItemId` of another row, and the id it is kept under. */
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

/** Tables that tell what services do; the others tell only of people and machines. */
const SERVICE_TABLES: ReadonlySet<LogTable> = new Set<LogTable>([
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
 * The one way in for rows, whoever brings them. They are durable when this returns, and wait for the detectors. Without
 * a single good line only `also` is stored.
 */
export async function ingestRows(db: DomainHandle, clock: Clock, delivery: Delivery): Promise<DeliveryReport> {
  const { table, lines, connectorType, also } = delivery;
  const receivedAt = clock();
  const { rows, rejected } = prepareRows(table, lines, receivedAt);
  const saved = await db.transaction(async (tx) => {
    const result = await saveLogRows(tx, { table, rows, receivedAt });
    const isNoted = rows.length > 0 && (await noteRows(tx, table, rows, receivedAt));
    if (connectorType !== undefined) await noteConnectorSuccess(tx, connectorType, receivedAt);
    await also?.(tx);
    await raiseVersions(tx, [
      ...(isNoted ? (["readiness"] as const) : []),
      ...(connectorType === undefined ? [] : (["integrations"] as const)),
    ]);
    return result;
  });
  const lineOf = new Map(rows.map((row) => [`${row.contentKey} ${row.itemId}`, row.line]));
  return {
    accepted: saved.accepted,
    duplicates: saved.duplicates,
    rejected,
    conflicts: saved.conflicts.map(({ contentKey, itemId, rowId }) => ({
      line: lineOf.get(`${contentKey} ${itemId}`) ?? 0,
      itemId,
      rowId,
    })),
  };
}

/** A clock ahead of ours may be right; one days ahead must not make a history look long. */
const MAX_AHEAD_MS = 86_400_000;
/** Nor does a row from long ago: nobody has watched since then. */
const MAX_BEHIND_MS = 400 * 86_400_000;

function noteRows(tx: DomainDb, table: LogTable, rows: readonly PreparedRow[], at: Date): Promise<boolean> {
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
  const isTold = first <= newest;
  return noteDelivered(tx, resources, {
    first: isTold ? new Date(first) : at,
    newest: isTold ? new Date(newest) : at,
    at,
  });
}
