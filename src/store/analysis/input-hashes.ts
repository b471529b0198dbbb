import type { DomainDb } from "../database/database.ts";

/** The hash of the inputs of each result, by the id of the result. */
export type InputHashes = ReadonlyMap<string, string>;

/**
 * Returns the ids whose stored hash equals the given one: their results need not be computed again. `kind` is the name of
 * the kind of result, such as `persona`; one kind per phase.
 */
export async function findUnchanged(db: DomainDb, kind: string, hashes: InputHashes): Promise<ReadonlySet<string>> {
  if (hashes.size === 0) return new Set();
  const rows = await db.query<{ id: string }>(
    `select stored.id from analysis_inputs stored
     join unnest($3::text[], $4::text[]) as given (id, hash) on given.id = stored.id and given.hash = stored.hash
     where stored.domain_id = $1 and stored.kind = $2`,
    [kind, [...hashes.keys()], [...hashes.values()]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the stored hash of each of these results that has one. */
export async function readInputHashes(db: DomainDb, kind: string, ids: readonly string[]): Promise<InputHashes> {
  const rows = await db.query<{ id: string; hash: string }>(
    "select id, hash from analysis_inputs where domain_id = $1 and kind = $2 and id = any($3::text[])",
    [kind, ids],
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** Stores the hashes of inputs; call it in the transaction that stores the results. */
export async function saveInputHashes(tx: DomainDb, kind: string, hashes: InputHashes): Promise<void> {
  if (hashes.size === 0) return;
  await tx.execute(
    `insert into analysis_inputs (domain_id, kind, id, hash)
     select $1, $2, id, hash from unnest($3::text[], $4::text[]) as given (id, hash)
     on conflict (domain_id, kind, id) do update set hash = excluded.hash
     where analysis_inputs.hash is distinct from excluded.hash`,
    [kind, [...hashes.keys()], [...hashes.values()]],
  );
}

/** Deletes the hashes of results that no longer exist. */
export async function forgetInputHashes(tx: DomainDb, kind: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute("delete from analysis_inputs where domain_id = $1 and kind = $2 and id = any($3::text[])", [
    kind,
    ids,
  ]);
}
