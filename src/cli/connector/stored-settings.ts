import type { Connector, Settings } from "../../connectors/connector.ts";
import { ConnectorProblem } from "../../connectors/connector-problem.ts";
import { findPullConnector } from "../../connectors/pull-connectors.ts";
import { secretNames } from "../../connectors/read-settings.ts";
import { Failure } from "../../model/failure.ts";
import { openSettings } from "../../pipeline/poll/open-settings.ts";
import { type ConnectorSettings, findConnectorSettings } from "../../store/connectors/connector-settings.ts";
import type { ConnectorContext } from "./with-connectors.ts";

/** Returns the settings of a connector that is set up. */
export async function getStoredSettings({ db, domain }: ConnectorContext, type: string): Promise<ConnectorSettings> {
  const stored = await findConnectorSettings(db, type);
  if (stored) return stored;
  throw new Failure(
    "invalid_request",
    `'${type}' is not set up; set it up with: parapet connector add --domain ${domain} ${type} …`,
  );
}

/** Returns the settings that are stored, decrypted. Secrets that can no longer be decrypted are left out. */
export async function findKnownSettings({ db, parts }: ConnectorContext, connector: Connector): Promise<Settings> {
  const stored = await findConnectorSettings(db, connector.connectorType);
  if (!stored) return {};
  try {
    return openSettings(connector, stored, parts.sealer, db.domainId);
  } catch (error) {
    if (error instanceof ConnectorProblem) return stored.settings;
    throw error;
  }
}

/** Returns the names of the secrets that are stored for a connector. */
export async function storedSecretNames(context: ConnectorContext, connectorType: string): Promise<readonly string[]> {
  const connector = findPullConnector(connectorType);
  if (!connector) return [];
  const known = await findKnownSettings(context, connector);
  return secretNames(connector).filter((name) => known[name] !== undefined);
}
