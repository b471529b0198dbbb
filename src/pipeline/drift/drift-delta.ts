import type { ChangeItem, ChangeWindow } from "../../analysis/drift/drift-change.ts";
import type { RatedChange } from "../../analysis/drift/drift-severity.ts";
import type { DriftDelta, DriftDeltaItem, DriftDeltaWindow, DriftEvidence } from "../../model/drift.ts";
import type { RowRef } from "../../model/identity/activity.ts";
import { startOfDay } from "../analyze/evaluation-day.ts";

/** Converts a change to the delta that readers get; `rowIdOf` returns the current id of a row. */
export function toDelta(change: RatedChange, rowIdOf: (ref: RowRef) => string): DriftDelta {
  return {
    schema: 1,
    summary: change.summary,
    measure: change.measure,
    value: change.value,
    threshold: change.threshold,
    direction: change.direction,
    severity: change.severity,
    current: toWindow(change.current),
    reference: toWindow(change.reference),
    significance: change.significance,
    items: change.items.map((item) => toItem(item, rowIdOf)),
  };
}

const toWindow = ({ from, to, activeDays, events }: ChangeWindow): DriftDeltaWindow => ({
  start: startOfDay(from).toISOString(),
  end: startOfDay(to).toISOString(),
  active_days: activeDays,
  events,
});

const toItem = (item: ChangeItem, rowIdOf: (ref: RowRef) => string): DriftDeltaItem => ({
  key: item.key,
  label: item.label,
  status: item.status,
  before: item.before,
  after: item.after,
  contribution: item.contribution,
  tier: item.tier === null ? null : `tier${item.tier}`,
  evidence: evidenceOf(item, rowIdOf),
});

function evidenceOf({ rows, object }: ChangeItem, rowIdOf: (ref: RowRef) => string): readonly DriftEvidence[] {
  const tables = [...new Set(rows.map(({ table }) => table))].map((table) => ({
    source_table: table,
    source_event_ids: [...new Set(rows.filter((row) => row.table === table).map(rowIdOf))],
  }));
  if (!object) return tables;
  return [...tables, { source_table: `directory/${object.kind}`, source_event_ids: [object.objectId] }];
}
