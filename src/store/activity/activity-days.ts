import { decodeDay } from "../../model/activity/day-codec.ts";
import { type DayFacts, mergeFacts } from "../../model/activity/day-facts.ts";
import { toActivityDay } from "../../model/activity/to-activity-day.ts";
import type { ActivityDay } from "../../model/identity/activity.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { DomainDb } from "../database/database.ts";
import { ValueNames } from "./value-names.ts";

/** An identity and the keys of the actors that its rows name. */
export interface IdentityKeys {
  readonly id: string;
  readonly keys: readonly string[];
}

interface DayRow {
  readonly actor_key: string;
  readonly day: number;
  readonly payload: Uint8Array;
}

/** About how many days one statement returns: the embedded database serves nobody else while it runs. */
const DAYS_PER_STATEMENT = 800;
/** How much more the next statement may ask for. */
const MAX_GROWTH = 4;

/** Reads the days of actors, as many actors per statement as have about `DAYS_PER_STATEMENT` days. */
async function* readDays(
  db: DomainDb,
  actorKeys: readonly string[],
  fromDay: number,
  toDay: number,
): AsyncGenerator<DayRow, void, void> {
  let size = Math.max(1, Math.floor(DAYS_PER_STATEMENT / Math.max(1, toDay - fromDay)));
  for (let start = 0; start < actorKeys.length; ) {
    const keys = actorKeys.slice(start, start + size);
    const rows = await db.query<DayRow>(
      // Each actor by its key: a planner without statistics would read the days of the whole domain.
      `select d.actor_key, d.day, d.payload from unnest($2::text[]) as wanted (actor_key) cross join lateral (
         select actor_key, day, payload from activity_days
         where domain_id = $1 and actor_key = wanted.actor_key and day >= $3 and day < $4 offset 0) d`,
      [keys, fromDay, toDay],
    );
    yield* rows;
    start += keys.length;
    const fitting = Math.floor((keys.length * DAYS_PER_STATEMENT) / Math.max(1, rows.length));
    size = Math.max(1, Math.min(fitting, size * MAX_GROWTH));
  }
}

/**
 * Returns the days of each identity from `fromDay` to before `toDay`, ascending; the days of several keys are merged. An
 * identity without activity has no entry. Call it with a few hundred identities, and with the same `names` for all
 * parts of a domain, so that each name is read once. Yields to requests while it unpacks days.
 */
export async function readActivity(
  db: DomainDb,
  identities: readonly IdentityKeys[],
  fromDay: number,
  toDay: number,
  names = new ValueNames(),
): Promise<ReadonlyMap<string, readonly ActivityDay[]>> {
  const owners = new Map(identities.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)));
  const merged = new Map<string, Map<number, DayFacts>>();
  const slice = createTimeSlice();
  for await (const { actor_key, day, payload } of readDays(db, [...owners.keys()], fromDay, toDay)) {
    if (slice.isOver()) await slice.pause();
    const id = owners.get(actor_key) ?? actor_key;
    const days = merged.get(id) ?? new Map<number, DayFacts>();
    merged.set(id, days);
    const facts = decodeDay(payload);
    const known = days.get(day);
    if (known === undefined) days.set(day, facts);
    else mergeFacts(known, facts);
  }
  await names.load(
    db,
    [...merged.values()].flatMap((days) => [...days.values()]),
  );
  const read = new Map<string, readonly ActivityDay[]>();
  for (const [id, days] of merged) {
    if (slice.isOver()) await slice.pause();
    read.set(
      id,
      [...days].sort(([a], [b]) => a - b).map(([day, facts]) => toActivityDay(day, facts, names.nameOf)),
    );
  }
  return read;
}
