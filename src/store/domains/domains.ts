import { REQUIRED_DAYS } from "../../model/readiness.ts";
import { READINESS_RESOURCES, VERSIONED } from "../../model/vocabulary.ts";
import type { Database, DomainDb, SystemDb } from "../database/database.ts";

/** What an operator can set for a domain. */
export interface DomainSwitches {
  readonly externalApiDisabled: boolean;
  /** CIDR blocks that the domain's keys may be used from; empty means anywhere. */
  readonly allowedAddresses: readonly string[];
  readonly keysMayNeverExpire: boolean;
}

export interface Domain extends DomainSwitches {
  readonly domainId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly externalApiEnabledAt: Date | null;
  /** Null unless the domain is being deleted. */
  readonly deletionStartedAt: Date | null;
}

interface DomainRow {
  readonly domain_id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly external_api_enabled_at: Date | null;
  readonly external_api_disabled: boolean;
  readonly keys_may_never_expire: boolean;
  readonly allowed_addresses: readonly string[];
  readonly deletion_started_at: Date | null;
}

const COLUMNS = `domain_id, name, created_at, external_api_enabled_at, external_api_disabled, keys_may_never_expire,
  allowed_addresses, deletion_started_at`;

const toDomain = (row: DomainRow): Domain => ({
  domainId: row.domain_id,
  name: row.name,
  createdAt: row.created_at,
  externalApiEnabledAt: row.external_api_enabled_at,
  externalApiDisabled: row.external_api_disabled,
  keysMayNeverExpire: row.keys_may_never_expire,
  allowedAddresses: row.allowed_addresses,
  deletionStartedAt: row.deletion_started_at,
});

type NewDomain = Pick<Domain, "domainId" | "name" | "createdAt">;

/** Adds a domain without a record in its audit log; returns false if the name is taken. */
export function addDomain(database: Database, { domainId, ...domain }: NewDomain): Promise<boolean> {
  return database.forDomain(domainId).transaction((tx) => insertDomain(tx, domain));
}

/** Stores a domain with everything it starts with; returns false if the name is taken. */
export async function insertDomain(tx: DomainDb, { name, createdAt }: Omit<NewDomain, "domainId">): Promise<boolean> {
  const added = await tx.execute(
    "insert into domains (domain_id, name, created_at) values ($1, $2, $3) on conflict (name) do nothing",
    [name, createdAt],
  );
  if (added === 0) return false;
  await tx.execute(
    `insert into resource_versions (domain_id, resource, version)
     select $1, resource, 1 from unnest($2::text[]) as wanted (resource) on conflict do nothing`,
    [[...VERSIONED]],
  );
  await tx.execute(
    `insert into readiness (domain_id, resource, required_days)
     select $1, resource, required_days from unnest($2::text[], $3::float8[]) as wanted (resource, required_days)
     on conflict do nothing`,
    [[...READINESS_RESOURCES], READINESS_RESOURCES.map((resource) => REQUIRED_DAYS[resource])],
  );
  return true;
}

/** Returns every domain that is not being deleted. */
export async function listDomains(db: SystemDb): Promise<readonly Domain[]> {
  const rows = await db.query<DomainRow>(
    `select ${COLUMNS} from domains where deletion_started_at is null order by name`,
  );
  return rows.map(toDomain);
}

/** Returns the domains whose deletion has begun but not ended. */
export async function listDomainsInDeletion(db: SystemDb): Promise<readonly Domain[]> {
  const rows = await db.query<DomainRow>(
    `select ${COLUMNS} from domains where deletion_started_at is not null order by name`,
  );
  return rows.map(toDomain);
}

export async function setDomainSwitches(tx: DomainDb, switches: DomainSwitches): Promise<void> {
  await tx.execute(
    `update domains set external_api_disabled = $2, allowed_addresses = $3, keys_may_never_expire = $4
     where domain_id = $1`,
    [switches.externalApiDisabled, switches.allowedAddresses, switches.keysMayNeverExpire],
  );
  tx.markChanged("access");
}

export async function findDomainByName(db: SystemDb, name: string): Promise<Domain | undefined> {
  const [row] = await db.query<DomainRow>(`select ${COLUMNS} from domains where name = $1`, [name]);
  return row && toDomain(row);
}

export async function findOwnDomain(db: DomainDb): Promise<Domain | undefined> {
  const [row] = await db.query<DomainRow>(`select ${COLUMNS} from domains where domain_id = $1`);
  return row && toDomain(row);
}

/** Enables the external API when the domain's first key is created; has no effect later. */
export async function enableExternalApi(tx: DomainDb, at: Date): Promise<void> {
  const enabled = await tx.execute(
    "update domains set external_api_enabled_at = $2 where domain_id = $1 and external_api_enabled_at is null",
    [at],
  );
  if (enabled > 0) tx.markChanged("access", "readiness");
}
