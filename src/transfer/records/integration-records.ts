import { type Static, Type } from "typebox";
import { DateTime, nullable, Text } from "../../contract/shapes.ts";
import type { ConnectorRecord } from "../../model/connector.ts";
import { readConnectors, saveConnectors } from "../../store/connectors/connectors.ts";
import { prepareWith } from "../prepare-batch.ts";
import { toDate, toDateOrNull } from "./checked-values.ts";
import { DEFAULT_BATCH_BYTES, defineKind } from "./record-kind.ts";

const PAGE = 1_000;
const MAX_FAILURES = 2_147_483_647;

const IntegrationRecord = Type.Object({
  connector_type: Text,
  enabled: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
  last_success_at: nullable(DateTime),
  consecutive_failures: Type.Integer({ minimum: 0, maximum: MAX_FAILURES }),
});

export const integrationRecords = defineKind({
  name: "integrations",
  schema: IntegrationRecord,
  batchBytes: DEFAULT_BATCH_BYTES,
  ready: [],
  problemOf: ({ connector_type: type }, { knownConnectorTypes }) =>
    knownConnectorTypes.has(type)
      ? undefined
      : { field: "connector_type", message: `'${type}' is not a connector type of the catalog` },
  toItem: toConnector,
  prepare: prepareWith<ConnectorRecord>({ idOf: ({ connectorType }) => connectorType, save: saveConnectors }),
  readPage: async (db, after) =>
    (await readConnectors(db, after, PAGE)).map((connector) => ({
      id: connector.connectorType,
      line: JSON.stringify(toRecord(connector)),
    })),
});

function toConnector(record: Static<typeof IntegrationRecord>): ConnectorRecord {
  return {
    connectorType: record.connector_type,
    enabled: record.enabled,
    createdAt: toDate(record.created_at),
    updatedAt: toDate(record.updated_at),
    lastSuccessAt: toDateOrNull(record.last_success_at),
    consecutiveFailures: record.consecutive_failures,
  };
}

function toRecord(connector: ConnectorRecord) {
  return {
    connector_type: connector.connectorType,
    enabled: connector.enabled,
    created_at: connector.createdAt,
    updated_at: connector.updatedAt,
    last_success_at: connector.lastSuccessAt,
    consecutive_failures: connector.consecutiveFailures,
  };
}
