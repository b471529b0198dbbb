import type { ConfigurableType, ConnectorRequest } from "../../src/actions/configure-connector.ts";
import { findPullConnector } from "../../src/connectors/pull-connectors.ts";

type Texts = Readonly<Record<string, string>>;

/** Returns a request to set up a connector whose settings and secrets are all given, at any address. */
export function connectorRequest(connectorType: string, settings: Texts, secrets: Texts = {}): ConnectorRequest {
  const unknown: ConfigurableType = { connectorType, identity: [], settings: {} };
  const connector = findPullConnector(connectorType) ?? unknown;
  return { connector, settings, secrets, addresses: { mayBeUnencrypted: () => true } };
}
