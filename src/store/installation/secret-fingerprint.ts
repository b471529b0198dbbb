import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { createSealer } from "../../runtime/encryption.ts";
import { hmacSha256, sameDigest } from "../../runtime/hashing.ts";
import { newId } from "../../runtime/ids.ts";
import { listConnectorSettings, SEALING_PURPOSE, sealingPlace } from "../connectors/connector-settings.ts";
import type { Database, DomainDb, DomainStatement, SystemDb } from "../database/database.ts";
import { listDomains } from "../domains/domains.ts";

/**
 * Whether a secret is the one that the database was set up with; `unset` if none has been used yet, `replacing` while its
 * replacement is not complete.
 */
export type SecretMatch = "same" | "other" | "unset" | "replacing";

const LABEL = "parapet secret fingerprint 1";
/** Takes the place of the fingerprint during a replacement: no secret has it. */
const REPLACING = "replacing ";
/** The key of the advisory lock that issuing shares and a replacement has alone; the same in every process. */
const SECRET_LOCK = 61_140_932;

const fingerprintOf = (secret: string): string => hmacSha256(secret, LABEL);

/** Compares a secret with the database's fingerprint, without changing anything. */
export async function compareSecret(database: Database, secret: string): Promise<SecretMatch> {
  const stored = await findFingerprint(database.system);
  if (stored?.startsWith(REPLACING)) return "replacing";
  if (stored !== undefined) return sameDigest(stored, fingerprintOf(secret)) ? "same" : "other";
  return (await opensStoredSecrets(database, secret)) ? "unset" : "other";
}

/** Returns whether the database has another secret than the one it was set up with when this process started. */
export async function isSecretReplaced(db: SystemDb, secret: string): Promise<boolean> {
  return isOther(await findFingerprint(db), secret);
}

/**
 * Fails unless the secret is still the database's, and keeps it from being replaced until the transaction ends: nothing that is
 * issued under a secret is committed after its replacement.
 */
export async function requireSecret(tx: DomainDb, secret: string): Promise<void> {
  const [, stored] = await tx.runAll([lockStatement("pg_advisory_xact_lock_shared"), FINGERPRINT]);
  if (!isOther(stored, secret)) return;
  const message =
    "the secret of this installation was replaced, and this server still has the earlier one; try again shortly";
  throw new Failure("unavailable", message, {}, { "retry-after": "1" });
}

const isOther = (stored: string | undefined, secret: string): boolean =>
  stored !== undefined && !sameDigest(stored, fingerprintOf(secret));

const lockStatement = (lock: string): DomainStatement<undefined> => ({
  text: `select true from (select ${lock}(${SECRET_LOCK})) held where $1::uuid is not null`,
  values: [],
  read: () => undefined,
});

const FINGERPRINT: DomainStatement<string | undefined> = {
  text: "select secret_fingerprint from installation where $1::uuid is not null",
  values: [],
  read: ({ rows: [row] }) => row && String(row["secret_fingerprint"]),
};

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

/**
 * Begins the replacement of the database's secret, and returns what ends it. From then on no secret is the database's: no process
 * starts, and nothing is issued under any secret. Waits for the transactions that are issuing something.
 */
export async function beginReplacement(database: Database, at: Date): Promise<string> {
  const mark = REPLACING + newId();
  await database.forDomain(INSTALLATION_ID).transaction(async (tx) => {
    await tx.runAll([lockStatement("pg_advisory_xact_lock")]);
    await tx.execute(
      `insert into installation (is_only_row, secret_fingerprint, recorded_at) values ($1::uuid is not null, $2, $3)
       on conflict (is_only_row) do update set secret_fingerprint = excluded.secret_fingerprint,
         recorded_at = excluded.recorded_at`,
      [mark, at],
    );
  });
  return mark;
}

/** Makes a secret the database's; fails if another replacement has begun meanwhile. */
export async function endReplacement(db: SystemDb, mark: string, secret: string, at: Date): Promise<void> {
  const replaced = await db.execute(
    "update installation set secret_fingerprint = $2, recorded_at = $3 where secret_fingerprint = $1",
    [mark, fingerprintOf(secret), at],
  );
  if (replaced === 1) return;
  throw new Failure("unavailable", "another process replaces the secret at the same time; wait for it, then try again");
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
