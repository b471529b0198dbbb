import type { ConnectorType } from "../connectors/catalog.ts";
import { type ConnectorRecord, integrationStatus } from "../model/connector.ts";

/** Renders a connector type of the catalog with its status in the domain. */
export function renderIntegration(type: ConnectorType, record: ConnectorRecord | undefined): string {
  return JSON.stringify({
    connector_type: type.connectorType,
    display_name: type.displayName,
    category: type.category,
    description: type.description,
    signals: type.signals,
    configured: record !== undefined,
    enabled: record?.enabled ?? false,
    status: integrationStatus(record),
    created_at: record?.createdAt ?? null,
    updated_at: record?.updatedAt ?? null,
  });
}
