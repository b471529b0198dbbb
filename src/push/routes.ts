import { changeDirectory, deliverRows, replaceDirectory } from "../contract/ingest.ts";
import { answerOf } from "../http/answer.ts";
import { acceptDeliveries } from "../http/delivered-body.ts";
import { mount, type Plane } from "../http/route.ts";
import { type DirectoryDelivery, ingestDirectory } from "../ingest/directory/ingest-directory.ts";
import { MAX_REPORTED } from "../ingest/limits.ts";
import { ingestRows } from "../ingest/rows/ingest-rows.ts";
import type { DeliveredLine } from "../ingest/rows/prepare-rows.ts";
import type { RowIntake } from "../ingest/rows/row-intake.ts";
import { DIRECTORY_KINDS, isDirectoryKind } from "../model/directory-kind.ts";
import { Failure } from "../model/failure.ts";
import { LOG_TABLES } from "../model/rows/log-row.ts";
import { isLogTable } from "../model/tables.ts";
import { describeUnknown } from "../model/text/describe-unknown.ts";
import type { PipelineMetrics } from "../runtime/metrics.ts";
import type { Backpressure } from "./backpressure.ts";
import type { MemoryShare } from "./delivery-memory.ts";
import type { PushCaller } from "./push-caller.ts";
import { readDelivery, readSnapshot } from "./read-delivery.ts";

export interface PushParts {
  readonly pressure: Backpressure;
  readonly intake: RowIntake;
  /** Whether the catalog has this connector type and it may be fed from outside. */
  readonly isFedByPush: (connectorType: string) => boolean;
  /** Called after every delivery with new rows. */
  readonly onRows: (domainId: string) => void;
  readonly metrics: PipelineMetrics;
}

/** Mounts the ingest API: routes of their own, whose bodies are read as streams. */
export function mountIngest(plane: Plane<PushCaller>, parts: PushParts): void {
  plane.app.register((app, _options, done) => {
    acceptDeliveries(app);
    const ingest = { ...plane, app };
    mount(ingest, deliverRows, null, async (caller, { params, query, body }) => {
      const { table } = params;
      if (!isLogTable(table)) throw unknown("table_not_found", "table", table, LOG_TABLES);
      checkConnector(parts, query.connector);
      const report = await parts.pressure.admit(caller.db, {
        read: (memory) => readDelivery(body, memory),
        store: (lines) =>
          ingestRows(caller.db, caller.clock, { table, lines, connectorType: query.connector, intake: parts.intake }),
      });
      parts.metrics.countDelivered("push", { ...report, rejected: report.rejected.length });
      parts.pressure.note(caller.domainId, report.accepted);
      if (report.accepted > 0) parts.onRows(caller.domainId);
      const conflicts = report.conflicts.map(({ line, itemId, rowId }) => ({ line, item_id: itemId, row_id: rowId }));
      return answerOf(JSON.stringify(bounded({ ...report, conflicts })));
    });
    mount(ingest, replaceDirectory, null, async (caller, { params, query, body }) => {
      const { part, connector } = query;
      const walk = { first: part === undefined || part === "first", last: part === undefined || part === "last" };
      const read = (memory: MemoryShare) => readSnapshot(body, memory, part);
      return storeDirectory(parts, caller, params.kind, connector, read, { ...walk, mustBeOpen: true });
    });
    mount(ingest, changeDirectory, null, async (caller, { params, query, body }) =>
      storeDirectory(parts, caller, params.kind, query.connector, (memory) => readDelivery(body, memory), undefined),
    );
    done();
  });
}

async function storeDirectory(
  parts: PushParts,
  caller: PushCaller,
  kind: string,
  connectorType: string | undefined,
  read: (memory: MemoryShare) => Promise<readonly DeliveredLine[]>,
  walk: DirectoryDelivery["walk"],
) {
  if (!isDirectoryKind(kind)) throw unknown("kind_not_found", "directory kind", kind, DIRECTORY_KINDS);
  checkConnector(parts, connectorType);
  const report = await parts.pressure.admit(caller.db, {
    read,
    store: (lines) => ingestDirectory(caller.db, caller.clock, { kind, walk, connectorType, lines }),
  });
  parts.metrics.countDelivered("push", { ...report, rejected: report.rejected.length });
  return answerOf(JSON.stringify(bounded(report)));
}

interface Reported {
  readonly rejected: readonly unknown[];
  readonly conflicts?: readonly unknown[];
}

/** Limits the lists of a report to their first entries and adds the counts if they were longer. */
function bounded<R extends Reported>({ rejected, conflicts, ...counts }: R) {
  return {
    ...counts,
    rejected: rejected.slice(0, MAX_REPORTED),
    ...(rejected.length > MAX_REPORTED && { rejected_count: rejected.length }),
    ...(conflicts && { conflicts: conflicts.slice(0, MAX_REPORTED) }),
    ...(conflicts && conflicts.length > MAX_REPORTED && { conflicts_count: conflicts.length }),
  };
}

function checkConnector({ isFedByPush }: PushParts, connectorType: string | undefined): void {
  if (connectorType === undefined || isFedByPush(connectorType)) return;
  throw new Failure(
    "invalid_parameter",
    "parameter 'connector' must be a connector type of the catalog that Parapet does not poll itself",
    { param: "connector" },
  );
}

function unknown(code: "table_not_found" | "kind_not_found", what: string, name: string, allowed: readonly string[]) {
  return new Failure(code, describeUnknown(what, name, allowed), { allowed });
}
