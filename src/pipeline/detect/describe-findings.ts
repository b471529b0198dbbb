import { factsOf } from "../../analysis/evidence/facts-of.ts";
import { subjectOf } from "../../analysis/evidence/subject-of.ts";
import type { Finding } from "../../model/finding.ts";
import type { LogRow, RowRef } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { readRows } from "../../store/rows/read-rows.ts";
import type { StoredFinding } from "../../store/threats/findings.ts";

/** A finding and the record it is stored as. */
export interface FreshFinding {
  readonly finding: Finding;
  readonly stored: StoredFinding;
}

/** Returns the row of a batch that a finding refers to, if the batch contains it. */
export type RowOfBatch = (ref: RowRef) => LogRow | undefined;

/**
 * Adds to findings what their triggering rows state, and a subject to those without an actor. Rows of earlier batches
 * are read; a row that is no longer stored states nothing.
 */
export async function describeFindings(
  tx: DomainDb,
  findings: readonly FreshFinding[],
  rowOfBatch: RowOfBatch,
): Promise<readonly FreshFinding[]> {
  const triggers = findings.flatMap(({ stored }) => stored.evidence.slice(0, 1));
  const missing = triggers.filter((ref) => rowOfBatch(ref) === undefined);
  const read = await readRows(
    tx,
    missing.map(({ table, rowId, at }) => ({ table, contentKey: rowId, at })),
  );
  const stored = new Map(read.map((row) => [nameOf({ table: row.table, rowId: row.contentKey }), row]));
  return findings.map((fresh) => describe(fresh, (ref) => rowOfBatch(ref) ?? stored.get(nameOf(ref))));
}

const nameOf = ({ table, rowId }: Pick<RowRef, "table" | "rowId">): string => `${table}/${rowId}`;

function describe({ finding, stored }: FreshFinding, rowOf: RowOfBatch): FreshFinding {
  const trigger = stored.evidence[0];
  const row = trigger && rowOf(trigger);
  const { count } = finding;
  const facts = { ...(row ? factsOf(row, finding.actor) : {}), ...(count === undefined ? {} : { count }) };
  const subject = stored.subject ?? subjectOf(stored.group, facts);
  return { finding, stored: { ...stored, facts, subject } };
}
