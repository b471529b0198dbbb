import { activityOf } from "../../analysis/activity/activity-of.ts";
import { directoryChangesOf } from "../../analysis/activity/directory-changes-of.ts";
import { habitsOf } from "../../analysis/detect/behavior/signals/habits.ts";
import { serviceHabitsOf } from "../../analysis/detect/behavior/signals/service-habits.ts";
import type { Habit } from "../../model/activity/habit-codes.ts";
import type { RowActor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { ActivityBatch } from "../../store/activity/save-activity.ts";
import { guarded } from "../detect/detect-rows.ts";
import type { OnDetectorProblem } from "../detect/detector-set.ts";
import { createBatch } from "./activity-batch.ts";

/** Returns what rows add to the activity of their actors. A row that cannot be read adds nothing. */
export async function collectActivity(
  domainId: string,
  rows: readonly LogRow[],
  actorOf: (row: LogRow) => RowActor | null,
  onProblem: OnDetectorProblem,
): Promise<ActivityBatch> {
  const batch = createBatch(domainId);
  const slice = createTimeSlice();
  for (const row of rows) {
    if (slice.isOver()) await slice.pause();
    batch.addSource(row);
    const actor = actorOf(row);
    const activity = actor && guarded("activity", onProblem, () => activityOf(row, actor));
    const habits = actor && guarded("habits", onProblem, () => habitsOfActor(row, actor));
    if (actor) batch.addRow(row, actor, activity ?? null, habits ?? []);
    batch.addChanges(guarded("directory_changes", onProblem, () => directoryChangesOf(row, actor)) ?? []);
  }
  return batch.take();
}

function habitsOfActor(row: LogRow, actor: RowActor): readonly Habit[] {
  if (actor.kind === "user") return habitsOf(row);
  return actor.kind === "service" ? serviceHabitsOf(row, actor) : [];
}
