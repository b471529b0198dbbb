import { findConnectorType } from "../connectors/catalog.ts";
import type { getIntegration } from "../contract/integrations.ts";
import { answerOf } from "../http/answer.ts";
import { integrationStatus } from "../model/connector.ts";
import { Failure } from "../model/failure.ts";
import { findConnector } from "../store/connectors/connectors.ts";
import type { Handler } from "./handler.ts";

export const handleGetIntegration: Handler<typeof getIntegration> = async ({ db }, { params }) => {
  const type = findConnectorType(params.connector_type);
  if (!type) throw new Failure("integration_not_found", "there is no such connector type in the catalog");
  const record = await findConnector(db, type.connectorType);
  return answerOf(
    JSON.stringify({
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
    }),
  );
};
