import { LOG_TABLES, type LogTable } from "../model/rows/log-row.ts";
import { isLogTable } from "../model/tables.ts";
import type { DomainHandle } from "../store/database/database.ts";
import { findLogRows, type StoredLogRow } from "../store/rows/log-rows.ts";
import { type Command, type Invocation, required, UsageProblem } from "./command.ts";
import { namedDomain, withDatabase } from "./with-database.ts";

export const rowsCommand: Command = {
  name: "rows",
  summary: "Show stored log rows by their ids, such as the source_event_ids of a threat event",
  usage: ["rows show --domain NAME [--table TABLE] ID…"],
  options: {
    domain: "the domain the rows belong to",
    table: "the log table to look in (default: all of them)",
  },
  examples: [
    "parapet rows show --domain northwind 0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f",
    "parapet rows show --domain northwind --table SigninLogs 0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f | jq .columns",
    "One JSON object for each row, a line each. An id that no row has is told, and the exit code is 1.",
  ],
  run: (invocation) => {
    const [verb, ...ids] = invocation.positionals;
    if (verb !== "show" || ids.length === 0) {
      throw new UsageProblem("expected: parapet rows show --domain NAME [--table TABLE] ID…");
    }
    required(invocation, "domain");
    const tables = tablesOf(invocation);
    return withDatabase(invocation, async (database) => {
      const db = await namedDomain(invocation, database);
      return show(invocation, db, tables, ids);
    });
  },
};

function tablesOf({ options: { table } }: Invocation): readonly LogTable[] {
  if (table === undefined) return LOG_TABLES;
  if (isLogTable(table)) return [table];
  throw new UsageProblem(`there is no table '${table}'; there are ${LOG_TABLES.join(", ")}`);
}

async function show(
  { terminal, options }: Invocation,
  db: DomainHandle,
  tables: readonly LogTable[],
  ids: readonly string[],
): Promise<number> {
  let missing = 0;
  for (const id of new Set(ids)) {
    let found = 0;
    for (const table of tables) {
      const rows = await findLogRows(db, table, [id]);
      for (const row of rows) terminal.out(JSON.stringify(describeRow(row)));
      found += rows.length;
    }
    if (found > 0) continue;
    missing++;
    terminal.note(`There is no row '${id}' in ${options["table"] ?? "any table"} of this domain.`);
  }
  return missing > 0 ? 1 : 0;
}

const describeRow = ({ table, rowId, at, receivedAt, late, fields }: StoredLogRow) => ({
  table,
  row_id: rowId,
  at: new Date(at),
  received_at: receivedAt,
  late,
  columns: fields,
});
