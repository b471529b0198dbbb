import { ingestDirectory } from "../../src/ingest/directory/ingest-directory.ts";
import { ingestRows } from "../../src/ingest/rows/ingest-rows.ts";
import { DIRECTORY_KINDS } from "../../src/model/directory-kind.ts";
import type { Fields } from "../../src/model/fields.ts";
import type { Clock } from "../../src/runtime/clock.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import type { Directory } from "../../src/synth/directory.ts";
import type { SynthRow } from "../../src/synth/rows/row.ts";

const DELIVERED_ROWS = 1_000;

const linesOf = (objects: readonly Fields[]) =>
  objects.map((object, index) => ({ line: index + 1, text: JSON.stringify(object) }));

function expectAll(what: string, { rejected: [first] }: { rejected: readonly { error: string }[] }): void {
  if (first) throw new Error(`${what} was rejected: it ${first.error}`);
}

/** Delivers a directory as snapshots of all kinds. */
export async function deliverDirectory(db: DomainHandle, clock: Clock, directory: Directory): Promise<void> {
  for (const kind of DIRECTORY_KINDS) {
    const delivery = { kind, lines: linesOf(directory[kind]), walk: { first: true, last: true } };
    expectAll(kind, await ingestDirectory(db, clock, delivery));
  }
}

/** Delivers rows table by table, in their order; throws if one is rejected. */
export async function deliverRows(db: DomainHandle, clock: Clock, rows: readonly SynthRow[]): Promise<void> {
  for (const table of new Set(rows.map((row) => row.table))) {
    const fields = rows.filter((row) => row.table === table).map((row) => row.fields);
    for (let start = 0; start < fields.length; start += DELIVERED_ROWS) {
      const lines = linesOf(fields.slice(start, start + DELIVERED_ROWS));
      expectAll(table, await ingestRows(db, clock, { table, lines }));
    }
  }
}
