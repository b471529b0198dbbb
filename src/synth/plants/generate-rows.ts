import type { Knobs } from "../knobs.ts";
import { callOn } from "../nhi/nhi-calls.ts";
import type { SynthRow } from "../rows/row.ts";
import { dayAt } from "../workforce/calendar.ts";
import { liveDay } from "../workforce/live-day.ts";
import { signInServiceUser } from "../workforce/service-users.ts";
import { firstDayOf } from "../workforce/staff.ts";
import { administerDay } from "./administration-day.ts";
import { createDelivery } from "./delivered-rows.ts";
import { listDirectoryEvents } from "./directory-events.ts";
import type { PlantedOrganization } from "./planted-organization.ts";

export interface DayOfRows {
  /** Counts from the first day of the period. */
  readonly day: number;
  /** In order of arrival, which is the order of time except for late rows. */
  readonly rows: readonly SynthRow[];
}

/** Generates the rows day by day, so that memory does not depend on the length of the period. */
export function* generateRows(organization: PlantedOrganization): Generator<DayOfRows, void, void> {
  const { knobs } = organization;
  if (knobs.sources === "directory" || knobs.sources === "none") return;
  const first = firstDayOf(knobs);
  const events = rowsByDay(organization);
  const deliver = createDelivery(knobs);
  // Working days in the east start before midnight UTC: a day is complete when the next one was generated.
  let pending: readonly SynthRow[] = [];
  for (let day = 0; day <= knobs.days; day += 1) {
    const date = dayAt(first, day);
    const rows = [...pending];
    for (const row of rowsOn(organization, day, date)) if (isDelivered(knobs, row)) rows.push(row);
    for (const row of events.get(day) ?? []) rows.push(row);
    pending = rows.filter(({ at }) => at >= date);
    const complete = rows.filter(({ at }) => at < date);
    yield { day: day - 1, rows: deliver(day - 1, complete) };
  }
  yield { day: knobs.days, rows: deliver(knobs.days, pending) };
}

function* rowsOn(organization: PlantedOrganization, day: number, date: Date): Generator<SynthRow, void, void> {
  const { knobs, staff, rollouts, nhis, serviceUsers } = organization;
  const world = { setting: knobs, people: staff, services: [] };
  for (const employee of staff) yield* liveDay(employee, { knobs, world, rollouts, day, date });
  for (const nhi of nhis) yield* callOn(nhi, { seed: knobs.seed, day, date, staff });
  for (const user of serviceUsers) yield* signInServiceUser(user, knobs, day, date);
  yield* administerDay(organization, day, date);
}

function rowsByDay(organization: PlantedOrganization): ReadonlyMap<number, readonly SynthRow[]> {
  const days = new Map<number, SynthRow[]>();
  for (const { day, row } of listDirectoryEvents(organization)) {
    if (!isDelivered(organization.knobs, row)) continue;
    const rows = days.get(day) ?? [];
    rows.push(row);
    days.set(day, rows);
  }
  return days;
}

const isDelivered = ({ sources, until }: Knobs, { table, at }: SynthRow): boolean =>
  at < until && (sources === "all" || table === "AuditLogs");
