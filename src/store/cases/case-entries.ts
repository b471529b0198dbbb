import type { CaseState } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions } from "../items/page.ts";

export const CASE_ENTRY_KINDS = ["note", "transition"] as const;

/** A note on a case, or a change of its state that is not the effect of a verdict. */
export interface CaseEntry {
  readonly entryId: string;
  readonly caseId: string;
  readonly kind: (typeof CASE_ENTRY_KINDS)[number];
  readonly comment: string | null;
  readonly stateBefore: CaseState | null;
  readonly stateAfter: CaseState | null;
  /** The kind and id of the actor, as for a verdict. */
  readonly madeBy: string;
  readonly madeAt: Date;
}

interface EntryRow {
  readonly entry_id: string;
  readonly case_id: string;
  readonly kind: CaseEntry["kind"];
  readonly comment: string | null;
  readonly state_before: CaseState | null;
  readonly state_after: CaseState | null;
  readonly made_by: string;
  readonly made_at: Date;
}

/** Returns the latest entries of a case, the newest first. */
export async function listCaseEntries(
  db: DomainDb,
  caseId: string,
  { kind, limit }: { readonly kind?: CaseEntry["kind"]; readonly limit: number },
): Promise<readonly CaseEntry[]> {
  const where = new Conditions().add("case_id = ?::uuid", caseId).addIf("kind = ?", kind);
  const rows = await db.query<EntryRow>(
    `select entry_id, case_id, kind, comment, state_before, state_after, made_by, made_at from case_entries
     where domain_id = $1${where.sql} order by made_at desc, entry_id desc limit ${where.bind(limit)}`,
    where.values,
  );
  return rows.map((row) => ({
    entryId: row.entry_id,
    caseId: row.case_id,
    kind: row.kind,
    comment: row.comment,
    stateBefore: row.state_before,
    stateAfter: row.state_after,
    madeBy: row.made_by,
    madeAt: row.made_at,
  }));
}

export async function addCaseEntry(tx: DomainDb, entry: CaseEntry): Promise<void> {
  await tx.execute(
    `insert into case_entries (domain_id, entry_id, case_id, kind, comment, state_before, state_after, made_by, made_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry.entryId,
      entry.caseId,
      entry.kind,
      entry.comment,
      entry.stateBefore,
      entry.stateAfter,
      entry.madeBy,
      entry.madeAt,
    ],
  );
}
