import { stat } from "node:fs/promises";
import { recordStart } from "../../actions/context.ts";
import { isFedByPush } from "../../connectors/fed-by-push.ts";
import { type DirectoryDelivery, ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { DeliveredLine } from "../../ingest/rows/prepare-rows.ts";
import { openRowIntake, type RowIntake } from "../../ingest/rows/row-intake.ts";
import { isContinued, NEXT_LINK } from "../../ingest/wire/continued-page.ts";
import type { AuditRecord } from "../../model/audit.ts";
import { DIRECTORY_KINDS, isDirectoryKind } from "../../model/directory-kind.ts";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import { isLogTable } from "../../model/tables.ts";
import { describeUnknown } from "../../model/text/describe-unknown.ts";
import { systemClock } from "../../runtime/clock.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { refreshStatistics } from "../../store/database/statistics.ts";
import { UnreadableFile } from "../../transfer/read-batches.ts";
import { type Command, domainOption, type Invocation } from "../command.ts";
import { requireConnectorType } from "../connector/connector-type.ts";
import { progressBar } from "../ingest/progress-bar.ts";
import { readDeliveries } from "../ingest/read-deliveries.ts";
import { type IngestTotals, newTotals, printTotals, type StoredBatch, summaryOf } from "../ingest/totals.ts";
import { operatorContext } from "../operator-context.ts";
import { UsageError } from "../usage-error.ts";
import { withDomain } from "../with-database.ts";

export const command: Command = {
  operands: [{ name: "FILE", repeated: true }],
  options: {
    domain: domainOption("domain to ingest into"),
    table: { value: "TABLE", meaning: "log table of the rows" },
    directory: { value: "KIND", meaning: "kind of the directory objects; together the files hold all of that kind" },
    connector: { value: "TYPE", meaning: "connector type that the delivery is recorded for" },
  },
  flags: { changes: "the files hold only changes; objects that are not in them stay as they are" },
  usage: ["--domain NAME --table TABLE FILE… | -", "--domain NAME --directory KIND [--changes] FILE… | -"],
  examples: [
    "parapet ingest --domain northwind --table SigninLogs signins.ndjson.gz",
    "zcat old/*.gz | parapet ingest --domain northwind --table Syslog -",
    "parapet ingest --domain northwind --directory users users.json",
  ],
  run: (invocation) => {
    const sink = sinkOf(invocation);
    return withDomain(invocation, async (db, database) => {
      const record = once(() => recordStart(operatorContext(db), describeIngest(invocation)));
      const target = { db, record, intake: openRowIntake(database) };
      const totals = await ingestFiles(invocation, (lines, place) => sink(target, lines, place));
      invocation.terminal.progress("Updating the statistics of the database");
      await refreshStatistics(database);
      invocation.terminal.progress("");
      if (invocation.json) invocation.terminal.data(JSON.stringify(summaryOf(totals)));
      else printTotals(invocation.terminal, totals);
      return totals.isOk ? 0 : 1;
    });
  },
};

interface Place {
  readonly isFirst: boolean;
  /** The last batch of the last file. */
  readonly isLast: boolean;
  /** The file is empty. */
  readonly isEmpty: boolean;
}

/** Returns the audit record of the command. It has the number of files but not their names. */
function describeIngest({ options, operands, flags }: Invocation): AuditRecord {
  const { table, directory = "", connector = null } = options;
  const after = { files: operands.length, connector, changes_only: flags.has("changes") };
  if (table === undefined) {
    return { action: "directory.ingest", target: { kind: "directory", id: directory }, before: null, after };
  }
  return { action: "rows.ingest", target: { kind: "log_table", id: table }, before: null, after };
}

/** Runs `work` at the first call only. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

interface Target {
  readonly db: DomainHandle;
  readonly intake: RowIntake;
  /** Writes the audit entry of the command; called before anything is stored. */
  readonly record: () => Promise<void>;
}

/** Stores one batch. An empty one changes nothing and leaves no audit entry, unless it is a delivery of a connector. */
type Sink = (target: Target, lines: readonly DeliveredLine[], place: Place) => Promise<StoredBatch>;

function sinkOf({ options, flags }: Invocation): Sink {
  const { table, directory: kind, connector: connectorType } = options;
  if (connectorType !== undefined) requirePushed(connectorType);
  if ((table === undefined) === (kind === undefined)) throw new UsageError("expected either --table or --directory");
  if (table !== undefined) {
    if (!isLogTable(table)) throw new UsageError(describeUnknown("table", table, LOG_TABLES));
    if (flags.has("changes")) throw new UsageError("--changes is valid only with --directory");
    return async ({ db, record, intake }, lines) => {
      if (lines.length === 0 && connectorType === undefined) return { badLines: [] };
      await record();
      const delivery = { table, lines, connectorType, intake };
      const { rejected, conflicts, ...counts } = await ingestRows(db, systemClock, delivery);
      return { ...counts, badLines: rejected, conflicts: conflicts.length };
    };
  }
  if (kind === undefined || !isDirectoryKind(kind)) {
    throw new UsageError(describeUnknown("directory kind", kind ?? "", DIRECTORY_KINDS));
  }
  return async ({ db, record }, lines, place) => {
    const isWhole = !flags.has("changes");
    if (isWhole) checkWhole(lines, place);
    else if (lines.length === 0 && connectorType === undefined) return { badLines: [] };
    await record();
    const walk: DirectoryDelivery["walk"] = isWhole ? { first: place.isFirst, last: place.isLast } : undefined;
    const { rejected, ...counts } = await ingestDirectory(db, systemClock, { kind, lines, walk, connectorType });
    return { ...counts, badLines: rejected };
  };
}

/** Throws a usage error for a connector type that the catalog does not have, or that is polled. */
function requirePushed(connectorType: string): void {
  requireConnectorType(connectorType);
  if (isFedByPush(connectorType)) return;
  throw new UsageError(`--connector: '${connectorType}' is polled; name a type that is fed by deliveries`);
}

/** Refuses an incomplete list of a kind: objects that are not in it would count as removed. */
function checkWhole(lines: readonly DeliveredLine[], { isLast, isEmpty }: Place): void {
  if (isEmpty) throw new UnreadableFile("is empty; a file with [] means that there is no object of the kind");
  if (!isLast || !isContinued(lines)) return;
  throw new UnreadableFile(`ends with a page that has ${NEXT_LINK}: name the files of all pages, in their order`);
}

/** Ingests files one after the other; a file that cannot be read does not stop the others. */
async function ingestFiles(
  { terminal, operands }: Invocation,
  store: (lines: readonly DeliveredLine[], place: Place) => Promise<StoredBatch>,
): Promise<IngestTotals> {
  const totals = newTotals();
  let isFirst = true;
  for (const [index, path] of operands.entries()) {
    const file = totals.open(path === "-" ? "standard input" : path);
    const bar = progressBar(path, await sizeOf(path));
    const isLastFile = index === operands.length - 1;
    try {
      for await (const { lines, bytes, isLast, isEmpty } of readDeliveries(path)) {
        // After a file that could not be read, objects that are missing do not count as removed.
        const place = { isFirst, isLast: isLast && isLastFile && totals.isReadable, isEmpty };
        totals.add(file, lines.length, await store(lines, place));
        isFirst = false;
        terminal.progress(bar(bytes, file.lines));
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      totals.fail(file, error.message);
    }
  }
  return totals;
}

const sizeOf = async (path: string): Promise<number> =>
  path === "-"
    ? 0
    : stat(path).then(
        ({ size }) => size,
        () => 0,
      );
