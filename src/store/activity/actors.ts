import type { Actor, RowActor } from "../../model/rows/actor.ts";
import type { DomainDb } from "../database/database.ts";
import { findActors } from "../people/identities.ts";

/** An actor that rows name, with the days of its activity. */
export interface ActivityActor extends RowActor {
  readonly firstDay: number;
  readonly lastDay: number;
}

interface ActorRow {
  readonly actor_key: string;
  readonly kind: RowActor["kind"];
  readonly keys: readonly string[];
  readonly name: string | null;
  readonly first_day: number;
  readonly last_day: number;
}

/** Lists actors in the order of their keys, starting after the key `after`. */
async function listActors(db: DomainDb, after: string, limit: number): Promise<readonly ActivityActor[]> {
  const rows = await db.query<ActorRow>(
    `select actor_key, kind, keys, name, first_day, last_day from activity_actors
     where domain_id = $1 and actor_key > $2 order by actor_key limit $3`,
    [after, limit],
  );
  return rows.map(toActivityActor);
}

const STRENGTH = ["upn", "oid", "sam", "sid", "app", "host"];
const strengthOf = (key: string): number => STRENGTH.indexOf(key.slice(0, key.indexOf(":")));

const toActivityActor = (row: ActorRow): ActivityActor => ({
  kind: row.kind,
  key: row.actor_key,
  keys: [row.actor_key, ...[...row.keys].sort((a, b) => strengthOf(a) - strengthOf(b) || (a < b ? -1 : 1))],
  upn: row.actor_key.startsWith("upn:") ? row.actor_key.slice("upn:".length) : null,
  name: row.name,
  firstDay: row.first_day,
  lastDay: row.last_day,
});

/** An identity with activity: a user of the directory, a provisional user, or a service. */
export interface ActiveIdentity extends Pick<Actor, "kind" | "subject" | "tuid" | "name" | "upn"> {
  /** The keys of its actors, sorted. */
  readonly keys: readonly string[];
  readonly firstDay: number;
  readonly lastDay: number;
}

const PAGE = 1_000;
/**
 * Returns every identity with activity by its subject: the `tuid` of a user, or the key of a service. Actors are
 * resolved by the directory of now, in the same way as the actors of rows.
 */
export async function readActiveIdentities(db: DomainDb): Promise<ReadonlyMap<string, ActiveIdentity>> {
  const found = new Map<string, ActiveIdentity>();
  for (let after = ""; ; ) {
    const page = await listActors(db, after, PAGE);
    const resolved = await findActors(db, page);
    for (const actor of page) {
      const identity = resolved.get(actor);
      if (identity) found.set(identity.subject, withActor(found.get(identity.subject), identity, actor));
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    after = last.key;
  }
}

/** Pages are in the order of keys, so that the first actor with a name gives it. */
function withActor(known: ActiveIdentity | undefined, identity: Actor, actor: ActivityActor): ActiveIdentity {
  return {
    kind: known?.kind ?? identity.kind,
    subject: identity.subject,
    tuid: identity.tuid,
    name: known?.name ?? identity.name,
    upn: known?.upn ?? identity.upn,
    keys: [...(known?.keys ?? []), actor.key],
    firstDay: Math.min(known?.firstDay ?? actor.firstDay, actor.firstDay),
    lastDay: Math.max(known?.lastDay ?? actor.lastDay, actor.lastDay),
  };
}

/**
 * Returns the keys of the actors of each of these subjects, as `readActiveIdentities` does for all. An actor is found by
 * its key or one of its first two other identifiers: of a user the object id, of a Windows account its bare name and its SID.
 * The subject of a service that is not in the
 * directory is its key.
 */
export async function findActorKeys(
  db: DomainDb,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await findActorsOf(db, subjects);
  return new Map([...found].map(([subject, actors]) => [subject, actors.map(({ key }) => key)]));
}

/** Returns the actors of a subject with the days of their activity. */
export async function findActorDays(db: DomainDb, subject: string): Promise<readonly ActivityActor[]> {
  return (await findActorsOf(db, [subject])).get(subject) ?? [];
}

async function findActorsOf(
  db: DomainDb,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly ActivityActor[]>> {
  const rows = await db.query<ActorRow>(
    `with names as (
       select alias from identity_aliases where domain_id = $1 and subject = any($2::text[])
       union
       select 'upn:' || address from user_addresses where domain_id = $1 and tuid = any($3::uuid[])
       union
       select unnest($2::text[]))
     select actor_key, kind, keys, name, first_day, last_day from activity_actors
     where domain_id = $1 and actor_key = any(array(select alias from names))
     union
     select actor_key, kind, keys, name, first_day, last_day from activity_actors
     where domain_id = $1 and keys[1] = any(array(select alias from names))
     union
     select actor_key, kind, keys, name, first_day, last_day from activity_actors
     where domain_id = $1 and keys[2] = any(array(select alias from names))
     order by actor_key`,
    [subjects, subjects.filter(isUuid)],
  );
  const actors = rows.map(toActivityActor);
  const resolved = await findActors(db, actors);
  const wanted = new Map<string, ActivityActor[]>(subjects.map((subject) => [subject, []]));
  for (const actor of actors) wanted.get(resolved.get(actor)?.subject ?? "")?.push(actor);
  return wanted;
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
