import type { Scope } from "../../model/vocabulary.ts";
import type { DomainDb, SystemDb } from "../database/database.ts";

export interface ApiKey {
  readonly keyId: string;
  readonly name: string | null;
  readonly secretDigest: string;
  readonly scopes: readonly Scope[];
  /** CIDR blocks the key may be used from; empty means anywhere. */
  readonly allowedAddresses: readonly string[];
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  /** When the key was to expire before a rotation brought that forward; null if it never was to. */
  readonly issuedUntil: Date | null;
  readonly revokedAt: Date | null;
  readonly disabled: boolean;
  readonly replaces: string | null;
  readonly lastUsedAt: Date | null;
  readonly lastUsedIp: string | null;
}

interface KeyRow {
  readonly key_id: string;
  readonly name: string | null;
  readonly secret_digest: string;
  readonly scopes: readonly Scope[];
  readonly allowed_addresses: readonly string[];
  readonly created_at: Date;
  readonly created_by: string;
  readonly expires_at: Date | null;
  readonly issued_until: Date | null;
  readonly revoked_at: Date | null;
  readonly disabled: boolean;
  readonly replaces: string | null;
  readonly last_used_at: Date | null;
  readonly last_used_ip: string | null;
}

const SELECT = `select key_id, name, secret_digest, scopes, allowed_addresses, created_at, created_by, expires_at,
  nullif(coalesce(expires_at_before_rotation, expires_at), 'infinity') as issued_until,
  revoked_at, disabled, replaces, last_used_at, last_used_ip from api_keys where domain_id = $1`;

const toApiKey = (row: KeyRow): ApiKey => ({
  keyId: row.key_id,
  name: row.name,
  secretDigest: row.secret_digest,
  scopes: row.scopes,
  allowedAddresses: row.allowed_addresses,
  createdAt: row.created_at,
  createdBy: row.created_by,
  expiresAt: row.expires_at,
  issuedUntil: row.issued_until,
  revokedAt: row.revoked_at,
  disabled: row.disabled,
  replaces: row.replaces,
  lastUsedAt: row.last_used_at,
  lastUsedIp: row.last_used_ip,
});

/** Returns the domain of a key id, without checking whether the key is valid. */
export async function findKeyDomain(db: SystemDb, keyId: string): Promise<string | undefined> {
  const [row] = await db.query<{ domain_id: string }>("select domain_id from key_directory where key_id = $1", [keyId]);
  return row?.domain_id;
}

/** Returns the domain of every key id. */
export async function listKeyDomains(db: SystemDb): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ key_id: string; domain_id: string }>("select key_id, domain_id from key_directory");
  return new Map(rows.map((row) => [row.key_id, row.domain_id]));
}

export async function findApiKey(db: DomainDb, keyId: string): Promise<ApiKey | undefined> {
  const [row] = await db.query<KeyRow>(`${SELECT} and key_id = $2`, [keyId]);
  return row && toApiKey(row);
}

/** Returns a key that nobody changes before the transaction ends. */
export async function lockApiKey(tx: DomainDb, keyId: string): Promise<ApiKey | undefined> {
  const [row] = await tx.query<KeyRow>(`${SELECT} and key_id = $2 for update`, [keyId]);
  return row && toApiKey(row);
}

export async function listApiKeys(db: DomainDb): Promise<readonly ApiKey[]> {
  return (await db.query<KeyRow>(`${SELECT} order by created_at, key_id`)).map(toApiKey);
}

export type NewApiKey = Pick<
  ApiKey,
  | "keyId"
  | "name"
  | "secretDigest"
  | "scopes"
  | "allowedAddresses"
  | "createdAt"
  | "createdBy"
  | "expiresAt"
  | "replaces"
>;

export async function addApiKey(tx: DomainDb, key: NewApiKey): Promise<void> {
  const listed = await tx.execute("insert into key_directory (key_id, domain_id) values ($2, $1)", [key.keyId]);
  const added = await tx.execute(
    `insert into api_keys (domain_id, key_id, name, secret_digest, scopes, allowed_addresses, created_at, created_by,
       expires_at, replaces) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key.keyId,
      key.name,
      key.secretDigest,
      key.scopes,
      key.allowedAddresses,
      key.createdAt,
      key.createdBy,
      key.expiresAt,
      key.replaces,
    ],
  );
  if (listed + added !== 2) throw new Error("the new key was not stored");
  tx.markChanged("access");
}

/** Revokes a key; returns false when it does not exist or is revoked already. */
export async function endApiKey(tx: DomainDb, keyId: string, at: Date): Promise<boolean> {
  const ended = await tx.execute(
    "update api_keys set revoked_at = $3 where domain_id = $1 and key_id = $2 and revoked_at is null",
    [keyId, at],
  );
  if (ended > 0) tx.markChanged("access");
  return ended === 1;
}

/** Brings the expiry of a key forward to `at` and returns it; a key that expires sooner keeps its own. */
export async function shortenApiKey(tx: DomainDb, keyId: string, at: Date): Promise<Date> {
  const [row] = await tx.query<{ expires_at: Date }>(
    `update api_keys set expires_at = least(coalesce(expires_at, $3::timestamptz), $3::timestamptz),
       expires_at_before_rotation = coalesce(expires_at_before_rotation, expires_at, 'infinity')
     where domain_id = $1 and key_id = $2 returning expires_at`,
    [keyId, at],
  );
  if (!row) throw new Error("the key to shorten does not exist");
  tx.markChanged("access");
  return row.expires_at;
}

/** Revokes every key that is not revoked yet; returns how many. */
export async function endAllApiKeys(tx: DomainDb, at: Date): Promise<number> {
  const ended = await tx.execute("update api_keys set revoked_at = $2 where domain_id = $1 and revoked_at is null", [
    at,
  ]);
  if (ended > 0) tx.markChanged("access");
  return ended;
}

export interface KeyUse {
  readonly keyId: string;
  readonly at: Date;
  readonly ip: string;
}

/**
 * Records when and from where keys were last used; called periodically, never while a request waits. A later use that
 * another process has recorded is kept.
 */
export async function recordKeyUses(db: DomainDb, uses: readonly KeyUse[]): Promise<void> {
  await db.execute(
    `update api_keys set last_used_at = used.at, last_used_ip = used.ip
     from unnest($2::text[], $3::timestamptz[], $4::text[]) as used (key_id, at, ip)
     where domain_id = $1 and api_keys.key_id = used.key_id and (last_used_at is null or last_used_at <= used.at)`,
    [uses.map(({ keyId }) => keyId), uses.map(({ at }) => at), uses.map(({ ip }) => ip)],
  );
}
