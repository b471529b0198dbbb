import type { SystemDb } from "../database/database.ts";
import { type CopiedTable, quoteName } from "./copied-tables.ts";

/** The columns of one row in the text form that PostgreSQL writes and reads back exactly. */
export type RowTexts = readonly (string | null)[];

/** A connection of its own: `run` sends plain SQL, `db` statements with values. */
export interface Connection {
  readonly run: (sql: string) => Promise<void>;
  readonly db: SystemDb;
}

/** Makes the text forms of values independent of the settings of the server; for the transaction that reads or writes them. */
export const TEXT_FORM = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;

const FIRST_BATCH = 16;
const MAX_BATCH = 2_000;
const TARGET_CHARACTERS = 1_048_576;

/** Reads a table in batches of about a megabyte, inside the transaction that the connection is in. */
export async function* readTable(
  { run, db }: Connection,
  { name, columns }: CopiedTable,
): AsyncGenerator<readonly RowTexts[], void, void> {
  const list = columns.map((column, index) => `${quoteName(column.name)}::text as c${index}`).join(", ");
  // A name for each table: the statement that reads from a cursor is prepared, and depends on its columns.
  const cursor = quoteName(`rows of ${name}`);
  await run(`declare ${cursor} no scroll cursor for select ${list} from ${quoteName(name)}`);
  let size = FIRST_BATCH;
  for (;;) {
    const rows = await db.query<Readonly<Record<string, string | null>>>(`fetch ${size} from ${cursor}`);
    if (rows.length === 0) break;
    const texts = rows.map((row) => columns.map((_, index) => row[`c${index}`] ?? null));
    yield texts;
    size = nextSize(size, texts);
  }
  await run(`close ${cursor}`);
}

/** Powers of two, because each size is a statement of its own on the connection. */
function nextSize(size: number, rows: readonly RowTexts[]): number {
  const characters = rows.reduce((sum, row) => sum + row.reduce((length, text) => length + (text?.length ?? 0), 0), 0);
  if (characters > TARGET_CHARACTERS) return Math.max(1, Math.floor(size / 2));
  return characters < TARGET_CHARACTERS / 2 ? Math.min(MAX_BATCH, size * 2) : size;
}

/** Inserts rows that `readTable` has read from a table with the same columns. */
export async function insertRows(
  { db }: Connection,
  { name, columns }: CopiedTable,
  rows: readonly RowTexts[],
): Promise<void> {
  const names = columns.map((column) => quoteName(column.name)).join(", ");
  const casts = columns.map(({ type }, index) => `u.c${index}::${type}`).join(", ");
  const parameters = columns.map((_, index) => `$${index + 1}::text[]`).join(", ");
  const aliases = columns.map((_, index) => `c${index}`).join(", ");
  const inserted = await db.execute(
    `insert into ${quoteName(name)} (${names}) select ${casts} from unnest(${parameters}) as u (${aliases})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
  if (inserted !== rows.length) throw new Error(`expected to insert ${rows.length} rows into ${name}, got ${inserted}`);
}
