import type { ConnectorRecord } from "../../model/connector.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions } from "../items/page.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";

interface ConnectorRow {
  readonly connector_type: string;
  readonly enabled: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_success_at: Date | null;
  readonly consecutive_failures: number;
}

const SELECT = `select connector_type, enabled, created_at, updated_at, last_success_at, consecutive_failures
  from connectors where domain_id = $1`;

const toRecord = (row: ConnectorRow): ConnectorRecord => ({
  connectorType: row.connector_type,
  enabled: row.enabled,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastSuccessAt: row.last_success_at,
  consecutiveFailures: row.consecutive_failures,
});

export async function findConnector(db: DomainDb, connectorType: string): Promise<ConnectorRecord | undefined> {
  const [row] = await db.query<ConnectorRow>(`${SELECT} and connector_type = $2`, [connectorType]);
  return row && toRecord(row);
}

/** Returns the records of these connector types, by type; a type that the domain has not set up is absent. */
export async function findConnectors(
  db: DomainDb,
  connectorTypes: readonly string[],
): Promise<ReadonlyMap<string, ConnectorRecord>> {
  const rows = await db.query<ConnectorRow>(`${SELECT} and connector_type = any($2::text[])`, [connectorTypes]);
  return new Map(rows.map((row) => [row.connector_type, toRecord(row)]));
}

/** Reads stored connectors by type, for export. */
export async function readConnectors(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly ConnectorRecord[]> {
  const where = new Conditions().addIf("connector_type > ?", after);
  const sql = `${SELECT}${where.sql} order by connector_type limit ${where.bind(limit)}`;
  return (await db.query<ConnectorRow>(sql, where.values)).map(toRecord);
}

const SHAPE: RowShape = {
  table: "connectors",
  resource: "integrations",
  columns: {
    connector_type: "text",
    enabled: "boolean",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    last_success_at: "timestamptz",
    consecutive_failures: "integer",
  },
  key: ["connector_type"],
};

export function saveConnectors(tx: DomainDb, records: readonly ConnectorRecord[]): Promise<number> {
  return saveRows(
    tx,
    SHAPE,
    records.map((record) => ({
      connector_type: record.connectorType,
      enabled: record.enabled,
      created_at: record.createdAt,
      updated_at: record.updatedAt,
      last_success_at: record.lastSuccessAt,
      consecutive_failures: record.consecutiveFailures,
    })),
  );
}

/** Records a successful delivery: creates the connector's record if missing, and resets its failure count to 0. */
export async function recordConnectorSuccess(tx: DomainDb, connectorType: string, at: Date): Promise<void> {
  await tx.execute(
    `insert into connectors
       (domain_id, connector_type, enabled, created_at, updated_at, last_success_at, consecutive_failures)
     values ($1, $2, true, $3, $3, $3, 0)
     on conflict (domain_id, connector_type) do update
     set updated_at = excluded.updated_at, last_success_at = excluded.last_success_at, consecutive_failures = 0`,
    [connectorType, at],
  );
  tx.markChanged("integrations");
}
