import type { DomainDb } from "../database/database.ts";

/** Returns which of these accounts (`upn:`, `oid:`) are guests: their names in the directory say that they are external. */
export async function findGuests(db: DomainDb, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const named = keys.filter((key) => key.includes(EXTERNAL));
  const others = keys.filter((key) => !key.includes(EXTERNAL));
  if (others.length === 0) return new Set(named);
  const rows = await db.query<{ alias: string }>(
    `select a.alias from identity_aliases a join users u on u.domain_id = $1 and u.tuid = a.tuid
     where a.domain_id = $1 and a.alias = any($2::text[]) and strpos(lower(u.user_principal_name), $3) > 0`,
    [others, EXTERNAL],
  );
  return new Set([...named, ...rows.map(({ alias }) => alias)]);
}

const EXTERNAL = "#ext#";
