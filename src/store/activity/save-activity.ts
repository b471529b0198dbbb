import { decodeDay, encodeDay } from "../../model/activity/day-codec.ts";
import { type DayFacts, mergeFacts } from "../../model/activity/day-facts.ts";
import type { DirectoryChange } from "../../model/identity/activity.ts";
import type { RowActor } from "../../model/rows/actor.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";
import { type ActorAddress, saveActorAddresses } from "./address-use.ts";
import { saveDirectoryChanges } from "./directory-changes.ts";
import { hashNumber } from "./value-names.ts";

/** A day of an actor, in days since 1970-01-01. */
export interface ActorDay {
  readonly actorKey: string;
  readonly day: number;
}

export interface NewValue {
  /** The code of the dimension. */
  readonly dimension: number;
  readonly hash: string;
  readonly key: string;
  readonly label: string;
}

export interface NewActor {
  readonly actorKey: string;
  readonly kind: RowActor["kind"];
  /** Its other identifiers, sorted. */
  readonly keys: readonly string[];
  readonly name: string | null;
  readonly firstDay: number;
  readonly lastDay: number;
}

export interface NewSource {
  readonly table: LogTable;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly rows: number;
  /** The days of its rows. */
  readonly days: ReadonlySet<number>;
}

/** What a batch of rows adds to the activity of a domain. */
export interface ActivityBatch {
  /** One entry per actor and day. */
  readonly days: readonly (ActorDay & { readonly facts: DayFacts })[];
  readonly values: readonly NewValue[];
  readonly actors: readonly NewActor[];
  readonly sources: readonly NewSource[];
  /** The addresses from which actors acted successfully. */
  readonly addresses: readonly ActorAddress[];
  readonly changes: readonly DirectoryChange[];
}

/**
 * Adds a batch of rows to the activity of the domain. The transaction must hold the pipeline lock and remove the same
 * rows from the pending ones, so that each row is added once.
 */
export async function saveActivity(tx: DomainDb, batch: ActivityBatch): Promise<void> {
  await saveSources(tx, batch.sources);
  await saveDirectoryChanges(tx, batch.changes);
  if (batch.days.length === 0) return;
  await saveDays(tx, batch.days);
  if (batch.values.length > 0) await saveValues(tx, batch.values);
  if (batch.actors.length > 0) await saveActors(tx, batch.actors);
  await saveActorAddresses(tx, batch.addresses);
}

async function saveDays(tx: DomainDb, days: ActivityBatch["days"]): Promise<void> {
  const keys = days.map(({ actorKey }) => actorKey);
  const numbers = days.map(({ day }) => day);
  const stored = await tx.query<{ place: number; payload: Uint8Array }>(
    `select given.place::int as place, d.payload
     from unnest($2::text[], $3::int[]) with ordinality as given (actor_key, day, place)
     cross join lateral (
       select payload from activity_days where domain_id = $1 and actor_key = given.actor_key and day = given.day) d`,
    [keys, numbers],
  );
  const before = new Map(stored.map(({ place, payload }) => [place - 1, payload]));
  const payloads = days.map(({ facts }, place) => {
    const known = before.get(place);
    if (known === undefined) return encodeDay(facts);
    const merged = decodeDay(known);
    mergeFacts(merged, facts);
    return encodeDay(merged);
  });
  await tx.execute(
    `insert into activity_days (domain_id, actor_key, day, payload)
     select $1, actor_key, day, decode(payload, 'hex')
     from unnest($2::text[], $3::int[], $4::text[]) as given (actor_key, day, payload)
     on conflict (domain_id, actor_key, day) do update set payload = excluded.payload`,
    [keys, numbers, payloads.map((payload) => Buffer.from(payload).toString("hex"))],
  );
}

/** Stores values that are new or have a lesser label, and counts changed labels; nearly all are known, so they are looked up before. */
async function saveValues(tx: DomainDb, values: readonly NewValue[]): Promise<void> {
  await tx.execute(
    `with written as (
       insert into activity_values as v (domain_id, dimension, hash, key, label)
       select $1, dimension, hash, key, label
       from unnest($2::smallint[], $3::bigint[], $4::text[], $5::text[]) as given (dimension, hash, key, label)
       where not exists (
         select from activity_values k
         where k.domain_id = $1 and k.dimension = given.dimension and k.hash = given.hash
           and k.label <= given.label collate "C")
       on conflict (domain_id, dimension, hash) do update set label = least(v.label, excluded.label)
       returning xmax::text <> '0' as was_known)
     insert into analysis_inputs as i (domain_id, kind, id, hash)
     select $1, 'label-changes', 'domain', count(*)::text from written where was_known having count(*) > 0
     on conflict (domain_id, kind, id) do update set hash = (i.hash::bigint + excluded.hash::bigint)::text`,
    [
      values.map(({ dimension }) => dimension),
      values.map(({ hash }) => hashNumber(hash)),
      values.map(({ key }) => key),
      values.map(({ label }) => label),
    ],
  );
}

/** Stores actors that are new or whose rows contain more than before; nearly all are known, so they are looked up before. */
async function saveActors(tx: DomainDb, actors: readonly NewActor[]): Promise<void> {
  await tx.execute(
    `insert into activity_actors as a (domain_id, actor_key, kind, keys, name, first_day, last_day)
     select $1, actor_key, kind, keys::text[], name, first_day, last_day
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[])
       as given (actor_key, kind, keys, name, first_day, last_day)
     where not exists (
       select from activity_actors k
       where k.domain_id = $1 and k.actor_key = given.actor_key and k.kind >= given.kind collate "C"
         and k.keys @> given.keys::text[] and (given.name is null or k.name <= given.name collate "C")
         and k.first_day <= given.first_day and k.last_day >= given.last_day)
     on conflict (domain_id, actor_key) do update set
       kind = greatest(a.kind, excluded.kind),
       keys = case when a.keys @> excluded.keys then a.keys else array(
         select distinct key collate "C" as key from unnest(a.keys || excluded.keys) as both_keys (key) order by 1 limit 8) end,
       name = least(a.name, excluded.name),
       first_day = least(a.first_day, excluded.first_day),
       last_day = greatest(a.last_day, excluded.last_day)`,
    [
      actors.map(({ actorKey }) => actorKey),
      actors.map(({ kind }) => kind),
      actors.map(({ keys }) => keys),
      actors.map(({ name }) => name),
      actors.map(({ firstDay }) => firstDay),
      actors.map(({ lastDay }) => lastDay),
    ],
  );
}

async function saveSources(tx: DomainDb, sources: readonly NewSource[]): Promise<void> {
  await tx.execute(
    `insert into activity_sources as s (domain_id, table_name, first_day, last_day, rows)
     select $1, table_name, first_day, last_day, rows
     from unnest($2::text[], $3::int[], $4::int[], $5::bigint[]) as given (table_name, first_day, last_day, rows)
     on conflict (domain_id, table_name) do update set first_day = least(s.first_day, excluded.first_day),
       last_day = greatest(s.last_day, excluded.last_day), rows = s.rows + excluded.rows`,
    [
      sources.map(({ table }) => table),
      sources.map(({ firstDay }) => firstDay),
      sources.map(({ lastDay }) => lastDay),
      sources.map(({ rows }) => rows),
    ],
  );
  const days = sources.flatMap(({ table, days }) => [...days].map((day) => ({ table, day })));
  await tx.execute(
    `insert into activity_source_days (domain_id, table_name, day)
     select $1, table_name, day from unnest($2::text[], $3::int[]) as given (table_name, day)
     where not exists (
       select from activity_source_days k
       where k.domain_id = $1 and k.table_name = given.table_name and k.day = given.day)
     on conflict do nothing`,
    [days.map(({ table }) => table), days.map(({ day }) => day)],
  );
}
