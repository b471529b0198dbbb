import type { DomainDb } from "../database/database.ts";

/**
 * Returns how often the label of a known value has changed. Days refer to values by hash, so that a label changes
 * results without a change of any day.
 */
export async function countLabelChanges(db: DomainDb): Promise<number> {
  const [row] = await db.query<{ changes: string }>(
    "select hash as changes from analysis_inputs where domain_id = $1 and kind = 'label-changes' and id = 'domain'",
  );
  return Number(row?.changes ?? 0);
}
