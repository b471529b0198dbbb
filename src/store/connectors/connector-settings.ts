import type { DomainDb, SystemDb } from "../database/database.ts";
import { removeConnectorPolls } from "./connector-polls.ts";

/** A message for the operator, and when a poll last reported it. */
export interface ConnectorNote {
  readonly text: string;
  readonly at: Date;
}

/** The settings of a connector, with its secrets encrypted, and the state of its polls. */
export interface ConnectorSettings {
  readonly connectorType: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Encrypted with a key derived from the server's secret. */
  readonly sealedSecrets: string;
  /** JSON in a format of the connector. */
  readonly cursor: string | null;
  readonly nextPollAt: Date;
  readonly polledAt: Date | null;
  readonly leaseUntil: Date | null;
  readonly problem: string | null;
  /** Newest first. */
  readonly notes: readonly ConnectorNote[];
}

/** The purpose from which the encryption key of connector secrets is derived. */
export const SEALING_PURPOSE = "connector secrets";

/** Returns the context that secrets are encrypted for: they decrypt only for the same domain and connector type. */
export const sealingPlace = (domainId: string, connectorType: string): string => `${domainId} ${connectorType}`;

interface SettingsRow {
  readonly connector_type: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly sealed_secrets: string;
  readonly cursor: string | null;
  readonly next_poll_at: Date;
  readonly polled_at: Date | null;
  readonly lease_until: Date | null;
  readonly problem: string | null;
  readonly notes: readonly { readonly text: string; readonly at: string }[];
}

const COLUMNS =
  "s.connector_type, s.settings, s.sealed_secrets, s.cursor, s.next_poll_at, s.polled_at, s.lease_until, s.problem, s.notes";

const toSettings = (row: SettingsRow): ConnectorSettings => ({
  connectorType: row.connector_type,
  settings: row.settings,
  sealedSecrets: row.sealed_secrets,
  cursor: row.cursor,
  nextPollAt: row.next_poll_at,
  polledAt: row.polled_at,
  leaseUntil: row.lease_until,
  problem: row.problem,
  notes: row.notes.map(({ text, at }) => ({ text, at: new Date(at) })),
});

export async function findConnectorSettings(
  db: DomainDb,
  connectorType: string,
): Promise<ConnectorSettings | undefined> {
  const [row] = await db.query<SettingsRow>(
    `select ${COLUMNS} from connector_settings s where s.domain_id = $1 and s.connector_type = $2`,
    [connectorType],
  );
  return row && toSettings(row);
}

export async function listConnectorSettings(db: DomainDb): Promise<readonly ConnectorSettings[]> {
  const rows = await db.query<SettingsRow>(
    `select ${COLUMNS} from connector_settings s where s.domain_id = $1 order by s.connector_type`,
  );
  return rows.map(toSettings);
}

export interface NewSettings {
  readonly connectorType: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly sealedSecrets: string;
  /** Resets the cursor, because the settings now refer to another source. */
  readonly forgetCursor: boolean;
  readonly at: Date;
}

/** Stores settings; the next poll is due at once, and a running poll with the old settings loses its lease. */
export async function saveConnectorSettings(tx: DomainDb, given: NewSettings): Promise<void> {
  await tx.execute(
    `insert into connector_settings (domain_id, connector_type, settings, sealed_secrets, next_poll_at)
     values ($1, $2, $3::jsonb, $4, $5)
     on conflict (domain_id, connector_type) do update
     set settings = excluded.settings, sealed_secrets = excluded.sealed_secrets, next_poll_at = excluded.next_poll_at,
       cursor = case when $6::boolean then null else connector_settings.cursor end,
       lease_owner = null, lease_until = null, problem = null, notes = '[]'`,
    [given.connectorType, JSON.stringify(given.settings), given.sealedSecrets, given.at, given.forgetCursor],
  );
}

/** Makes a connector due at once. */
export async function makeDue(tx: DomainDb, connectorType: string, at: Date): Promise<void> {
  await tx.execute(
    `update connector_settings set next_poll_at = least(next_poll_at, $3)
     where domain_id = $1 and connector_type = $2`,
    [connectorType, at],
  );
}

/** A connector that is due for a poll. */
export interface DueConnector {
  readonly domainId: string;
  readonly connectorType: string;
  readonly dueSince: Date;
  /** Its last poll failed. */
  readonly isFailing: boolean;
}

/** Lists the connectors of these domains that are due and not being polled, longest due first. */
export async function listDueConnectors(
  db: SystemDb,
  domainIds: readonly string[],
  now: Date,
): Promise<readonly DueConnector[]> {
  const rows = await db.query<{ due_domain: string; due_type: string; due_since: Date; is_failing: boolean }>(
    `select due_domain, due_type, due_since, is_failing from due_connectors($1, $2)
     order by due_since, due_domain, due_type`,
    [domainIds, now],
  );
  return rows.map((row) => ({
    domainId: row.due_domain,
    connectorType: row.due_type,
    dueSince: row.due_since,
    isFailing: row.is_failing,
  }));
}

export interface Lease {
  readonly connectorType: string;
  readonly owner: string;
}

/**
 * Acquires the poll lease of an enabled connector that is due, or at any time if `outOfTurn`, unless another process
 * holds it.
 */
export async function acquireLease(
  db: DomainDb,
  { connectorType, owner }: Lease,
  when: { readonly now: Date; readonly until: Date; readonly outOfTurn: boolean },
): Promise<ConnectorSettings | undefined> {
  const [row] = await db.query<SettingsRow>(
    `update connector_settings s set lease_owner = $3, lease_until = $5 from connectors c
     where s.domain_id = $1 and s.connector_type = $2 and c.domain_id = $1 and c.connector_type = $2 and c.enabled
       and (s.lease_until is null or s.lease_until <= $4) and ($6::boolean or s.next_poll_at <= $4)
     returning ${COLUMNS}`,
    [connectorType, owner, when.now, when.until, when.outOfTurn],
  );
  return row && toSettings(row);
}

/** Renews the lease; returns false when another process holds it now. */
export async function renewLease(db: DomainDb, { connectorType, owner }: Lease, until: Date): Promise<boolean> {
  const renewed = await db.execute(
    "update connector_settings set lease_until = $4 where domain_id = $1 and connector_type = $2 and lease_owner = $3",
    [connectorType, owner, until],
  );
  return renewed === 1;
}

/** Stores the cursor and renews the lease; returns false when another process holds it now. */
export async function saveCursor(
  tx: DomainDb,
  { connectorType, owner }: Lease,
  { cursor, until }: { readonly cursor: string; readonly until: Date },
): Promise<boolean> {
  const moved = await tx.execute(
    `update connector_settings set cursor = $4, lease_until = $5
     where domain_id = $1 and connector_type = $2 and lease_owner = $3`,
    [connectorType, owner, cursor, until],
  );
  return moved === 1;
}

export interface PollEnd {
  readonly at: Date;
  readonly nextPollAt: Date;
  readonly problem: string | null;
  readonly notes: readonly ConnectorNote[];
}

/** Releases the lease and records the result of the poll; returns false when another process holds it now. */
export async function endLease(tx: DomainDb, { connectorType, owner }: Lease, end: PollEnd): Promise<boolean> {
  const ended = await tx.execute(
    `update connector_settings
     set lease_owner = null, lease_until = null, polled_at = $4, next_poll_at = $5, problem = $6, notes = $7::jsonb
     where domain_id = $1 and connector_type = $2 and lease_owner = $3`,
    [connectorType, owner, end.at, end.nextPollAt, end.problem, JSON.stringify(end.notes)],
  );
  return ended === 1;
}

/** Counts a failed poll; returns the number of consecutive failures. */
export async function recordConnectorFailure(tx: DomainDb, connectorType: string, at: Date): Promise<number> {
  const [row] = await tx.query<{ consecutive_failures: number }>(
    `update connectors set consecutive_failures = consecutive_failures + 1, updated_at = $3
     where domain_id = $1 and connector_type = $2 returning consecutive_failures`,
    [connectorType, at],
  );
  tx.markChanged("integrations");
  return row?.consecutive_failures ?? 0;
}

/**
 * Enables a connector, with its failure count reset and a poll due at once, or disables it. Returns false if it does
 * not exist.
 */
export async function setConnectorEnabled(
  tx: DomainDb,
  connectorType: string,
  { enabled, at }: { readonly enabled: boolean; readonly at: Date },
): Promise<boolean> {
  const changed = await tx.execute(
    `update connectors set enabled = $3, updated_at = $4,
       consecutive_failures = case when $3 and not enabled then 0 else consecutive_failures end
     where domain_id = $1 and connector_type = $2`,
    [connectorType, enabled, at],
  );
  await tx.execute(
    `update connector_settings set next_poll_at = case when $3 then $4 else next_poll_at end,
       lease_owner = null, lease_until = null
     where domain_id = $1 and connector_type = $2`,
    [connectorType, enabled, at],
  );
  if (changed > 0) tx.markChanged("integrations");
  return changed === 1;
}

/** Deletes a connector with its settings, secrets and cursor. Returns false if it does not exist. */
export async function deleteConnector(tx: DomainDb, connectorType: string): Promise<boolean> {
  // The record is locked first, as by every writer of both tables, so that this cannot deadlock with a poll that ends.
  const held = await tx.query(
    "select true as held from connectors where domain_id = $1 and connector_type = $2 for update",
    [connectorType],
  );
  if (held.length === 0) return false;
  await tx.execute("delete from connector_settings where domain_id = $1 and connector_type = $2", [connectorType]);
  await removeConnectorPolls(tx, connectorType);
  await tx.execute("delete from connectors where domain_id = $1 and connector_type = $2", [connectorType]);
  tx.markChanged("integrations");
  return true;
}
