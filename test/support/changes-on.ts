import type { DriftChange } from "../../src/analysis/drift/drift-change.ts";
import { createDayEvaluation } from "../../src/analysis/drift/evaluate-day.ts";
import type { Member } from "./drift-organization.ts";

/** Returns the changes of activity that the evaluation of a day finds. */
export function changesOn(day: number, members: readonly Member[]): readonly DriftChange[] {
  const evaluation = createDayEvaluation(day);
  for (const { subject, activity } of members) evaluation.observe(subject, activity);
  for (const { subject, activity } of members) evaluation.measure(subject, activity);
  const survivors = evaluation.survivors();
  for (const { subject, activity } of members) {
    if (survivors.has(subject.id)) evaluation.describe(subject, activity);
  }
  return evaluation.changes();
}
