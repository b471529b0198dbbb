import { LOG_TABLES, type LogTable } from "../../../model/rows/log-row.ts";
import { isLogTable } from "../../../model/tables.ts";
import { describeUnknown } from "../../../model/text/describe-unknown.ts";
import type { DomainHandle } from "../../../store/database/database.ts";
import type { StoredLogRow } from "../../../store/rows/stored-row.ts";
import { type Command, domainOption, type Invocation } from "../../command.ts";
import { describeMissingRow, findRows } from "../../rows/find-rows.ts";
import { UsageError } from "../../usage-error.ts";
import { withDomain } from "../../with-database.ts";

export const command: Command = {
  operands: [{ name: "ID", repeated: true }],
  options: {
    domain: domainOption("domain of the rows"),
    table: { value: "TABLE", meaning: "log table to look in (default: all of them)" },
  },
  examples: [
    "parapet rows show --domain northwind 0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f",
    "parapet rows show --domain northwind --table SigninLogs 0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f | jq .columns",
  ],
  notes: "Prints one JSON object per row and line. If there is no row with an id, the exit code is 1.",
  run: (invocation) => {
    const tables = tablesOf(invocation);
    return withDomain(invocation, (db) => showRows(invocation, db, tables));
  },
};

function tablesOf({ options: { table } }: Invocation): readonly LogTable[] {
  if (table === undefined) return LOG_TABLES;
  if (isLogTable(table)) return [table];
  throw new UsageError(describeUnknown("table", table, LOG_TABLES));
}

async function showRows(
  { terminal, options, operands: ids }: Invocation,
  db: DomainHandle,
  tables: readonly LogTable[],
): Promise<number> {
  let missing = 0;
  for (const id of new Set(ids)) {
    const rows = await findRows(db, tables, id);
    for (const row of rows) terminal.data(JSON.stringify(describeRow(row)));
    if (rows.length > 0) continue;
    missing++;
    terminal.note(describeMissingRow(id, options["table"] ?? "any table"));
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
