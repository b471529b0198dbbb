import type { Connector } from "./connector.ts";
import { entraDirectoryConnector } from "./entra-directory/connector.ts";
import { fileDropConnector } from "./file-drop/connector.ts";
import { logAnalyticsConnector } from "./log-analytics/connector.ts";
import { oktaConnector } from "./okta/connector.ts";

/** The types of the catalog that Parapet polls. The rows of every other type are pushed to the ingest API. */
export const PULL_CONNECTORS: readonly Connector[] = [
  logAnalyticsConnector,
  entraDirectoryConnector,
  oktaConnector,
  fileDropConnector,
];

export function findPullConnector(connectorType: string): Connector | undefined {
  return PULL_CONNECTORS.find((connector) => connector.connectorType === connectorType);
}
