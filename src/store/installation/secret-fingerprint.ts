import { createSealer } from "../../runtime/encryption.ts";
import { hmacSha256, sameDigest } from "../../runtime/hashing.ts";
import { listConnectorSettings, SEALING_PURPOSE, sealingPlace } from "../connectors/connector-settings.ts";
import type { Database, SystemDb } from "../database/database.ts";
import { listDomains } from "../domains/domains.ts";

/** Whether a secret is the one that the database was set up with; `unset` if none has been used yet. */
export type SecretMatch = "same" | "other" | "unset";

const LABEL = "parapet secret fingerprint 1";

const fingerprintOf = (secret: string): string => hmacSha256(secret, LABEL);

/** Compares a secret with the database's fingerprint, without changing anything. */
export async function compareSecret(database: Database, secret: string): Promise<SecretMatch> {
  const stored = await findFingerprint(database.system);
  if (stored !== undefined) return sameDigest(stored, fingerprintOf(secret)) ? "same" : "other";
  return (await opensStoredSecrets(database, secret)) ? "unset" : "other";
}

/** Whether the database was set up with a secret already. */
export async function hasFingerprint(db: SystemDb): Promise<boolean> {
  return (await findFingerprint(db)) !== undefined;
}

/** Compares a secret with the database's fingerprint; the first secret becomes the database's. */
export async function adoptSecret(database: Database, secret: string, at: Date): Promise<SecretMatch> {
  const match = await compareSecret(database, secret);
  if (match !== "unset") return match;
  // Of two processes that adopt at the same time, the second one inserts nothing and compares.
  await database.system.execute(
    "insert into installation (secret_fingerprint, recorded_at) values ($1, $2) on conflict do nothing",
    [fingerprintOf(secret), at],
  );
  return compareSecret(database, secret);
}

/** Makes a secret the database's, whatever it was before. Keys and stored secrets made under the old one are lost. */
export async function replaceSecret(db: SystemDb, secret: string, at: Date): Promise<void> {
  await db.execute(
    `insert into installation (secret_fingerprint, recorded_at) values ($1, $2)
     on conflict (is_only_row) do update set secret_fingerprint = excluded.secret_fingerprint,
       recorded_at = excluded.recorded_at`,
    [fingerprintOf(secret), at],
  );
}

async function findFingerprint(db: SystemDb): Promise<string | undefined> {
  const [row] = await db.query<{ secret_fingerprint: string }>("select secret_fingerprint from installation");
  return row?.secret_fingerprint;
}

/** Whether the secret opens any of the connectors' stored secrets, or there are none. Key digests cannot be checked. */
async function opensStoredSecrets(database: Database, secret: string): Promise<boolean> {
  const sealer = createSealer(secret, SEALING_PURPOSE);
  let hasAny = false;
  for (const { domainId } of await listDomains(database.system)) {
    for (const { connectorType, sealedSecrets } of await listConnectorSettings(database.forDomain(domainId))) {
      if (sealer.open(sealedSecrets, sealingPlace(domainId, connectorType)) !== undefined) return true;
      hasAny = true;
    }
  }
  return !hasAny;
}
