import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";
import type { StoredFacts } from "./stored-row.ts";

/** A row in `log_rows`, where rows were stored before there were blocks. */
export interface OldRow extends StoredFacts {
  readonly text: string;
}

interface OldRowColumns {
  readonly content_key: string;
  readonly row_id: string;
  readonly at: Date;
  readonly received_at: Date;
  readonly late: boolean;
  readonly bytes: number;
  readonly text: string;
}

const COLUMNS = "l.content_key, l.row_id, l.at, l.received_at, l.late, octet_length(l.text) as bytes, l.text";

const toOldRow = (table: LogTable, row: OldRowColumns): OldRow => ({
  table,
  contentKey: row.content_key,
  rowId: row.row_id,
  at: row.at.getTime(),
  receivedAt: row.received_at.getTime(),
  late: row.late,
  bytes: row.bytes,
  text: row.text,
});

/** Finds rows of a table that have not been moved into blocks yet. */
export async function findOldRows(
  db: DomainDb,
  table: LogTable,
  contentKeys: readonly string[],
): Promise<readonly OldRow[]> {
  if (contentKeys.length === 0) return [];
  const rows = await db.query<OldRowColumns>(
    `select ${COLUMNS} from unnest($3::uuid[]) as given (content_key) cross join lateral (
       select * from log_rows
       where domain_id = $1 and table_name = $2 and content_key = given.content_key offset 0) l`,
    [table, contentKeys],
  );
  return rows.map((row) => toOldRow(table, row));
}

/** Finds the contents of rows that have not been moved into blocks yet by the ids they have. */
export function findOldContents(
  db: DomainDb,
  table: LogTable,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly content_key: string }[]> {
  return db.query(
    `select l.row_id as id, l.content_key from unnest($3::text[]) as given (row_id) cross join lateral (
       select row_id, content_key, table_name from log_rows where domain_id = $1 and row_id = given.row_id offset 0) l
     where l.table_name = $2`,
    [table, ids],
  );
}

/** Changes the ids of rows that have not been moved into blocks yet. */
export async function renameOldRows(
  tx: DomainDb,
  table: LogTable,
  renamed: readonly { readonly contentKey: string; readonly to: string }[],
): Promise<void> {
  if (renamed.length === 0) return;
  await tx.execute(
    `update log_rows l set row_id = given.row_id from unnest($3::uuid[], $4::text[]) as given (content_key, row_id)
     where l.domain_id = $1 and l.table_name = $2 and l.content_key = given.content_key`,
    [table, renamed.map(({ contentKey }) => contentKey), renamed.map(({ to }) => to)],
  );
}
