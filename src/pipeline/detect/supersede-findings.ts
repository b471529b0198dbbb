import { participantsOf, type Supersession, supersededAmong } from "../../analysis/detect/supersede.ts";
import type { RowRef } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { hideSuperseded, readFindingsOn, showAgain } from "../../store/threats/superseded-findings.ts";

/** A finding that was written or removed, with its evidence before and after. */
export interface TouchedFinding {
  readonly detector: string;
  readonly evidence: readonly RowRef[];
}

export interface Superseding {
  /** How many events are hidden now that were visible before. */
  readonly hidden: number;
  /** The findings that were hidden or shown. */
  readonly changed: readonly { readonly subject: string | null; readonly at: Date }[];
}

const NOTHING: Superseding = { hidden: 0, changed: [] };

/**
 * Hides events that another event replaces, and shows those again whose replacement is gone. Only findings that share a
 * row with a touched one can change, and whatever replaces one shares all of its rows.
 */
export async function supersedeFindings(
  tx: DomainDb,
  touched: readonly TouchedFinding[],
  supersession: Supersession,
  now: Date,
): Promise<Superseding> {
  const participants = participantsOf(supersession);
  const rows = touched.filter(({ detector }) => participants.has(detector)).flatMap(({ evidence }) => evidence);
  if (rows.length === 0) return NOTHING;
  const findings = await readFindingsOn(tx, distinct(rows), [...participants]);
  const superseded = supersededAmong(findings, supersession);
  const shown = findings.filter((finding) => finding.superseded && !superseded.has(finding.eventId));
  const hidden = new Set(await hideSuperseded(tx, [...superseded], now));
  await showAgain(
    tx,
    shown.map(({ eventId }) => eventId),
    now,
  );
  const newlyHidden = findings.filter((finding) => !finding.superseded && hidden.has(finding.eventId));
  return { hidden: newlyHidden.length, changed: [...newlyHidden, ...shown] };
}

const distinct = (rows: readonly RowRef[]): readonly RowRef[] => [
  ...new Map(rows.map((row) => [`${row.table}/${row.rowId}`, row])).values(),
];
