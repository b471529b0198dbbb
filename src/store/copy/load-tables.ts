import { Failure } from "../../model/failure.ts";
import { createMultisetDigest, type MultisetDigest } from "../../runtime/multiset-digest.ts";
import type { Database } from "../database/database.ts";
import { addRowPartitions } from "../rows/row-partitions.ts";
import { type CopiedTable, listCopiedTables, quoteName } from "./copied-tables.ts";
import { type Connection, insertRows, type RowTexts, readTable, TEXT_FORM } from "./table-rows.ts";

/** The rows of one table, from a file or from another database. */
export interface TableSource {
  readonly table: string;
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly RowTexts[]>;
}

/** What was copied of one table. */
export interface CopiedRows {
  readonly table: string;
  readonly rows: number;
  /** A digest of all rows that does not depend on their order. */
  readonly digest: string;
}

export type OnCopied = (progress: { readonly table: string; readonly rows: number; readonly isCheck: boolean }) => void;

/** Counts and digests rows as they pass. */
export interface RowCounter {
  add(rows: readonly RowTexts[]): void;
  readonly rows: number;
  total(table: string): CopiedRows;
}

export function createRowCounter(): RowCounter {
  const digest: MultisetDigest = createMultisetDigest();
  let rows = 0;
  return {
    add: (batch) => {
      for (const row of batch) digest.add(JSON.stringify(row));
      rows += batch.length;
    },
    get rows() {
      return rows;
    },
    total: (table) => ({ table, rows, digest: digest.toHex() }),
  };
}

/**
 * Loads every table of a database that has the same schema and no rows, in one transaction: after a failure the database
 * is as empty as before. The rows are read back and compared with the source by count and digest before the commit.
 */
export async function loadTables(
  database: Database,
  sources: AsyncIterable<TableSource>,
  onCopied: OnCopied,
): Promise<readonly CopiedRows[]> {
  return database.exclusively(async (run, db) => {
    const connection = { run, db };
    await run("begin");
    try {
      await run(TEXT_FORM);
      const tables = await listCopiedTables(db);
      // The owner of the tables may lift row-level security for this transaction; nobody else sees it lifted.
      const forced = tables.filter(({ isForced }) => isForced).map(({ name }) => quoteName(name));
      for (const name of forced) await run(`alter table ${name} no force row level security`);
      await refuseRows(connection, tables);
      const copied = await copyAll(connection, tables, sources, onCopied);
      for (const expected of copied) await verifyTable(connection, tables, expected, onCopied);
      for (const name of forced) await run(`alter table ${name} force row level security`);
      await run("commit");
      return copied;
    } catch (error) {
      await run("rollback").catch(() => undefined);
      throw error;
    }
  });
}

async function refuseRows({ db }: Connection, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name } of tables) {
    const [found] = await db.query<{ exists: boolean }>(`select exists (select from ${quoteName(name)}) as exists`);
    if (found?.exists) {
      throw new Failure(
        "invalid_request",
        `the target database is not empty: table '${name}' has rows; use an empty one`,
      );
    }
  }
}

async function copyAll(
  connection: Connection,
  tables: readonly CopiedTable[],
  sources: AsyncIterable<TableSource>,
  onCopied: OnCopied,
): Promise<readonly CopiedRows[]> {
  const remaining = new Map(tables.map((table) => [table.name, table]));
  const copied: CopiedRows[] = [];
  for await (const { table: name, columns, batches } of sources) {
    const table = remaining.get(name);
    const known = table?.columns.map((column) => column.name) ?? [];
    if (!table || known.join() !== columns.join()) throw mismatch(name);
    remaining.delete(name);
    const counter = createRowCounter();
    for await (const batch of batches) {
      if (table.isPartitioned) await addPartitions(connection, table, batch);
      await insertRows(connection, table, batch);
      counter.add(batch);
      onCopied({ table: name, rows: counter.rows, isCheck: false });
    }
    copied.push(counter.total(name));
  }
  const [missing] = remaining.keys();
  if (missing !== undefined) throw mismatch(missing);
  return copied;
}

/** Adds the partitions of the days of rows, as a delivery would. */
async function addPartitions({ db }: Connection, { columns }: CopiedTable, rows: readonly RowTexts[]): Promise<void> {
  const index = columns.findIndex(({ name }) => name === "day");
  const days = [...new Set(rows.map((row) => Number(row[index])))];
  await addRowPartitions(db, days);
}

async function verifyTable(
  connection: Connection,
  tables: readonly CopiedTable[],
  expected: CopiedRows,
  onCopied: OnCopied,
): Promise<void> {
  const table = tables.find(({ name }) => name === expected.table);
  if (!table) throw mismatch(expected.table);
  const counter = createRowCounter();
  for await (const batch of readTable(connection, table)) {
    counter.add(batch);
    onCopied({ table: table.name, rows: counter.rows, isCheck: true });
  }
  const found = counter.total(table.name);
  if (found.rows === expected.rows && found.digest === expected.digest) return;
  throw new Error(
    `table '${table.name}' differs from the source after copying (${found.rows} rows, expected ${expected.rows})`,
  );
}

const mismatch = (table: string): Failure =>
  new Failure("invalid_request", `table '${table}' of the source and of the target differ; they need the same schema`);
