import { stat } from "node:fs/promises";
import { isFedByPush } from "../connectors/fed-by-push.ts";
import { type DirectoryDelivery, ingestDirectory } from "../ingest/directory/ingest-directory.ts";
import { ingestRows } from "../ingest/rows/ingest-rows.ts";
import type { DeliveredLine } from "../ingest/rows/prepare-rows.ts";
import { isContinued, NEXT_LINK } from "../ingest/wire/continued-page.ts";
import { DIRECTORY_KINDS, isDirectoryKind } from "../model/directory-kind.ts";
import { LOG_TABLES } from "../model/rows/log-row.ts";
import { isLogTable } from "../model/tables.ts";
import { systemClock } from "../runtime/clock.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { refreshStatistics } from "../store/database/statistics.ts";
import { UnreadableFile } from "../transfer/read-batches.ts";
import { type Command, type Invocation, required, UsageProblem } from "./command.ts";
import { progressBar } from "./ingest/progress-bar.ts";
import { readDeliveries } from "./ingest/read-deliveries.ts";
import { type IngestTotals, newTotals, printTotals, type StoredBatch, summaryOf } from "./ingest/totals.ts";
import { namedDomain, withDatabase } from "./with-database.ts";

export const ingestCommand: Command = {
  name: "ingest",
  summary: "Take log rows or directory objects from files or standard input",
  usage: [
    "ingest --domain NAME --table TABLE FILE… | -",
    "ingest --domain NAME --directory KIND [--changes] FILE… | -",
  ],
  options: {
    domain: "the domain they belong to",
    table: "the log table that the rows belong to",
    directory: "the kind of directory objects; the files together are everything of that kind",
    connector: "the connector type that the delivery counts for",
  },
  flags: { changes: "the objects are changes: what is not named stays as it is" },
  examples: [
    "parapet ingest --domain northwind --table SigninLogs signins.ndjson.gz",
    "zcat old/*.gz | parapet ingest --domain northwind --table Syslog -",
    "parapet ingest --domain northwind --directory users users.json",
  ],
  run: async (invocation) => {
    required(invocation, "domain");
    if (invocation.positionals.length === 0) throw new UsageProblem("expected a FILE, or - for standard input");
    const sink = sinkOf(invocation);
    return withDatabase(invocation, async (database) => {
      const db = await namedDomain(invocation, database);
      const totals = await takeFiles(invocation, db, sink);
      await refreshStatistics(database);
      invocation.terminal.progress("");
      if (invocation.json) invocation.terminal.out(JSON.stringify(summaryOf(totals)));
      else printTotals(invocation.terminal, totals);
      return totals.isOk ? 0 : 1;
    });
  },
};

interface Place {
  readonly isFirst: boolean;
  /** It is the very last of all files. */
  readonly isLast: boolean;
  /** Its file holds nothing at all. */
  readonly isEmpty: boolean;
}

/** Stores one batch. */
type Sink = (db: DomainHandle, lines: readonly DeliveredLine[], place: Place) => Promise<StoredBatch>;

function sinkOf({ options, flags }: Invocation): Sink {
  const { table, directory: kind, connector: connectorType } = options;
  if (connectorType !== undefined && !isFedByPush(connectorType)) {
    throw new UsageProblem("--connector names no connector type of the catalog that is fed by deliveries");
  }
  if ((table === undefined) === (kind === undefined)) throw new UsageProblem("give either --table or --directory");
  if (table !== undefined) {
    if (!isLogTable(table)) throw new UsageProblem(`there is no table '${table}'; there are ${LOG_TABLES.join(", ")}`);
    if (flags.has("changes")) throw new UsageProblem("--changes goes with --directory");
    return async (db, lines) => {
      const { rejected, conflicts, ...counts } = await ingestRows(db, systemClock, { table, lines, connectorType });
      return { ...counts, badLines: rejected, conflicts: conflicts.length };
    };
  }
  if (kind === undefined || !isDirectoryKind(kind)) {
    throw new UsageProblem(`there is no directory kind '${kind}'; there are ${DIRECTORY_KINDS.join(", ")}`);
  }
  return async (db, lines, place) => {
    const isWhole = !flags.has("changes");
    if (isWhole) checkWhole(lines, place);
    const walk: DirectoryDelivery["walk"] = isWhole ? { first: place.isFirst, last: place.isLast } : undefined;
    const { rejected, ...counts } = await ingestDirectory(db, systemClock, { kind, lines, walk, connectorType });
    return { ...counts, badLines: rejected };
  };
}

/** What is no whole reading must not look as if everything else were gone. */
function checkWhole(lines: readonly DeliveredLine[], { isLast, isEmpty }: Place): void {
  if (isEmpty) throw new UnreadableFile("is empty; a file with [] says that there is nothing of the kind");
  if (!isLast || !isContinued(lines)) return;
  throw new UnreadableFile(`ends with a page that has ${NEXT_LINK}: name the files of all pages, in their order`);
}

/** Takes files one after the other; one that cannot be read leaves the others as they are. */
async function takeFiles({ terminal, positionals }: Invocation, db: DomainHandle, sink: Sink): Promise<IngestTotals> {
  const totals = newTotals();
  let isFirst = true;
  for (const [index, path] of positionals.entries()) {
    const file = totals.open(path === "-" ? "standard input" : path);
    const bar = progressBar(path, await sizeOf(path));
    const isLastFile = index === positionals.length - 1;
    try {
      for await (const { lines, bytes, isLast, isEmpty } of readDeliveries(path)) {
        // A file that could not be read must not look as if its objects were gone.
        const place = { isFirst, isLast: isLast && isLastFile && totals.isReadable, isEmpty };
        totals.add(file, lines.length, await sink(db, lines, place));
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
