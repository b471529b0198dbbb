import { findConnectorType } from "../../connectors/catalog.ts";
import type { Connector } from "../../connectors/connector.ts";
import { findPullConnector, PULL_CONNECTORS } from "../../connectors/pull-connectors.ts";
import { type Command, domainOption, type Operand } from "../command.ts";
import { UsageError } from "../usage-error.ts";

const PULLED_TYPES = PULL_CONNECTORS.map(({ connectorType }) => connectorType).join(", ");

/** Declares the operand that names a connector. */
export const TYPE_OPERAND: Operand = { name: "TYPE" };

/** Declarations that every connector command shares. */
export const CONNECTOR_OPTIONS: NonNullable<Command["options"]> = { domain: domainOption("domain of the connector") };

/** The note of every command that accepts a connector type. */
export const TYPES_NOTE = `TYPE is one of: ${PULLED_TYPES}.`;

/** Returns the connector of a type that is pulled; other types are wrong usage. */
export function getPullConnector(connectorType: string): Connector {
  const connector = findPullConnector(connectorType);
  if (connector) return connector;
  if (!findConnectorType(connectorType)) throw new UsageError(`there is no connector type '${connectorType}'`);
  throw new UsageError(
    `'${connectorType}' is not pulled: send its rows to the ingest API, which keeps its record. ` +
      `Types that are pulled: ${PULLED_TYPES}`,
  );
}
