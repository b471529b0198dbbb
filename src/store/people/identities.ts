import type { Actor, RowActor } from "../../model/rows/actor.ts";
import { isUuid } from "../../model/text/uuid.ts";
import type { User } from "../../model/user.ts";
import { nameId } from "../../runtime/ids.ts";
import type { DomainDb } from "../database/database.ts";
import { findMissingUsers, saveUsers } from "./users.ts";

/** Returns the id of a user who is not in the directory, derived from the actor key. */
export const provisionalTuid = (domainId: string, key: string): string => nameId(domainId, key);

/** A user or identity in the directory. */
interface KnownIdentity {
  readonly alias: string;
  readonly kind: Actor["kind"];
  readonly subject: string;
  readonly tuid: string | null;
  readonly name: string | null;
  readonly upn: string | null;
  readonly email: string | null;
}

/** What the directory knows of some actors. */
export interface DirectoryView {
  readonly byAlias: ReadonlyMap<string, KnownIdentity>;
  readonly byAddress: ReadonlyMap<string, KnownIdentity>;
}

/**
 * Resolves the actors of rows. The result depends only on the actor's own row and the directory, never on other rows,
 * so that it is the same in whatever order and batches rows arrive. Nothing is written.
 */
export async function findActors(tx: DomainDb, actors: readonly RowActor[]): Promise<ReadonlyMap<RowActor, Actor>> {
  return toActors(tx.domainId, actors, await readDirectoryView(tx, actors));
}

/** Reads what the directory knows of the actors of rows. */
export async function readDirectoryView(tx: DomainDb, actors: readonly RowActor[]): Promise<DirectoryView> {
  const aliases = new Set<string>();
  for (const { keys } of actors) for (const key of keys) aliases.add(key);
  const byAlias = await readAliases(tx, [...aliases]);
  const unknown = [...aliases].filter((alias) => alias.startsWith("upn:") && !byAlias.has(alias));
  return { byAlias, byAddress: await readAddressed(tx, unknown) };
}

/** Returns whether both views show the same, so that actors resolve alike. */
export function isSameView(left: DirectoryView, right: DirectoryView): boolean {
  return isSameMap(left.byAlias, right.byAlias) && isSameMap(left.byAddress, right.byAddress);
}

type Identities = DirectoryView["byAlias"];

function isSameMap(left: Identities, right: Identities): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([alias, identity]) => JSON.stringify(right.get(alias)) === JSON.stringify(identity));
}

/** Resolves the actors of rows by what the directory knows of them. */
export function toActors(
  domainId: string,
  actors: readonly RowActor[],
  { byAlias, byAddress }: DirectoryView,
): ReadonlyMap<RowActor, Actor> {
  // Rows that describe an actor in the same way share one object, so that it is resolved and serialized once.
  const shared = new Map<string, Actor>();
  const found = new Map<RowActor, Actor>();
  for (const actor of actors) {
    const description = JSON.stringify([actor.kind, actor.keys, actor.name]);
    const known = shared.get(description);
    const resolved = known ?? toActor(domainId, actor, identityOf(actor, byAlias) ?? byAddress.get(actor.key));
    if (known === undefined) shared.set(description, resolved);
    found.set(actor, resolved);
  }
  return found;
}

function identityOf({ keys }: RowActor, byAlias: Identities): KnownIdentity | undefined {
  for (const key of keys) {
    const identity = byAlias.get(key);
    if (identity !== undefined) return identity;
  }
  return undefined;
}

function toActor(domainId: string, actor: RowActor, known: KnownIdentity | undefined): Actor {
  if (!known) {
    const tuid = actor.kind === "user" ? provisionalTuid(domainId, actor.key) : null;
    return { ...actor, subject: tuid ?? actor.key, tuid, email: actor.upn };
  }
  return {
    ...actor,
    kind: known.kind,
    upn: known.upn ?? actor.upn,
    name: known.name ?? actor.name,
    subject: known.subject,
    tuid: known.tuid,
    email: known.email ?? known.upn ?? actor.upn,
  };
}

async function readAliases(tx: DomainDb, aliases: readonly string[]): Promise<ReadonlyMap<string, KnownIdentity>> {
  if (aliases.length === 0) return new Map();
  const rows = await tx.query<KnownIdentity>(
    `select a.alias, a.kind, a.subject, a.tuid, coalesce(u.name, a.name) as name, u.user_principal_name as upn,
       u.email_addresses[1] as email
     from identity_aliases a left join users u on u.domain_id = $1 and u.tuid = a.tuid
     where a.domain_id = $1 and a.alias = any($2::text[])`,
    [aliases],
  );
  return new Map(rows.map((row) => [row.alias, row]));
}

/**
 * Finds users that were imported as finished records, by their addresses. Users created from rows are left out: their
 * names depend on which row arrived first.
 */
async function readAddressed(tx: DomainDb, aliases: readonly string[]): Promise<ReadonlyMap<string, KnownIdentity>> {
  if (aliases.length === 0) return new Map();
  const rows = await tx.query<KnownIdentity>(
    `select distinct on (a.address) 'upn:' || a.address as alias, 'user' as kind, u.tuid::text as subject, u.tuid, u.name,
       u.user_principal_name as upn, u.email_addresses[1] as email
     from unnest($2::text[], $3::uuid[]) as wanted (address, provisional)
     join user_addresses a on a.domain_id = $1 and a.address = wanted.address and a.tuid <> wanted.provisional
     join users u on u.domain_id = $1 and u.tuid = a.tuid and u.removed_at is null
     order by a.address, lower(u.user_principal_name) <> a.address, u.tuid`,
    [aliases.map((alias) => alias.slice("upn:".length)), aliases.map((alias) => provisionalTuid(tx.domainId, alias))],
  );
  return new Map(rows.map((row) => [row.alias, row]));
}

/**
 * Adds users for people who are not in the directory, so that every event about a person has a user. They count as
 * active until a directory says otherwise.
 */
export async function saveProvisionalUsers(tx: DomainDb, actors: readonly Actor[], now: Date): Promise<void> {
  const people = new Map(actors.flatMap((actor) => (actor.tuid === null ? [] : [[actor.tuid, actor] as const])));
  const missing = people.size === 0 ? new Set<string>() : await findMissingUsers(tx, [...people.keys()]);
  if (missing.size === 0) return;
  await saveUsers(
    tx,
    [...people].filter(([tuid]) => missing.has(tuid)).map(([tuid, actor]) => toProvisionalUser(tuid, actor, now)),
    now,
  );
}

function toProvisionalUser(tuid: string, { key, keys, upn, name }: Actor, now: Date): User {
  const objectId = keys.find((alias) => alias.startsWith("oid:"));
  return {
    tuid,
    externalId: objectId?.slice("oid:".length) ?? null,
    name,
    userPrincipalName: upn ?? key.slice(key.indexOf(":") + 1),
    emailAddresses: upn ? [upn] : [],
    groupGuid: null,
    isActive: true,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * A name of a user or identity. A strong alias is unique to it; a weak one stays with the subject that had it first.
 */
export interface Alias {
  readonly alias: string;
  readonly kind: Actor["kind"];
  readonly subject: string;
  readonly tuid: string | null;
  readonly name: string | null;
  readonly isStrong: boolean;
}

export async function saveAliases(tx: DomainDb, aliases: readonly Alias[]): Promise<void> {
  const unique = new Map<string, Alias>();
  for (const alias of aliases) {
    const earlier = unique.get(alias.alias);
    if (!earlier || (alias.isStrong && !earlier.isStrong)) unique.set(alias.alias, alias);
  }
  for (const isStrong of [true, false]) {
    const given = [...unique.values()].filter((alias) => alias.isStrong === isStrong);
    if (given.length === 0) continue;
    await tx.execute(
      `insert into identity_aliases (domain_id, alias, kind, subject, tuid, name)
       select $1, alias, kind, subject, tuid, name
       from unnest($2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[]) as given (alias, kind, subject, tuid, name)
       on conflict (domain_id, alias) do update set kind = excluded.kind, subject = excluded.subject,
         tuid = excluded.tuid, name = excluded.name
       where ${isStrong ? "true" : "identity_aliases.subject = excluded.subject"}`,
      [
        given.map(({ alias }) => alias),
        given.map(({ kind }) => kind),
        given.map(({ subject }) => subject),
        given.map(({ tuid }) => tuid),
        given.map(({ name }) => name),
      ],
    );
  }
}

/** Returns the user of each alias. */
export async function findAliasedUsers(tx: DomainDb, aliases: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ alias: string; tuid: string }>(
    `select alias, tuid from identity_aliases where domain_id = $1 and alias = any($2::text[]) and tuid is not null`,
    [aliases],
  );
  return new Map(rows.map(({ alias, tuid }) => [alias, tuid]));
}

const ID = /^(?:oid|app):/;

/**
 * Returns the keys under which the account of a subject may be named: its aliases and addresses, and of an application
 * each of its ids with the prefix `app:`. `others` are keys of the subject that are known already.
 */
export async function findAccountKeys(
  db: DomainDb,
  subject: string,
  others: readonly string[] = [],
): Promise<readonly string[]> {
  const rows = await db.query<{ key: string }>(
    `select alias as key from identity_aliases where domain_id = $1 and subject = $2
     union select 'upn:' || address from user_addresses where domain_id = $1 and tuid = $3::uuid`,
    [subject, isUuid(subject) ? subject : null],
  );
  const keys = [...rows.map(({ key }) => key), ...others, ...(ID.test(subject) ? [subject] : [])];
  return [...new Set([...keys, ...keys.filter((key) => ID.test(key)).map((key) => key.replace(ID, "app:"))])];
}
