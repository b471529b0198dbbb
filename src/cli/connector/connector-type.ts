import { catalog, findConnectorType } from "../../connectors/catalog.ts";
import type { Connector } from "../../connectors/connector.ts";
import { findPullConnector, PULL_CONNECTORS } from "../../connectors/pull-connectors.ts";
import { describeUnknown } from "../../model/text/describe-unknown.ts";
import { type Command, domainOption, type Operand } from "../command.ts";
import { UsageError } from "../usage-error.ts";

const PULLED = PULL_CONNECTORS.map(({ connectorType }) => connectorType);
const PULLED_TYPES = PULLED.join(", ");

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
  requireConnectorType(connectorType, PULLED);
  throw new UsageError(
    `'${connectorType}' is not pulled: send its rows to the ingest API, which keeps its record. ` +
      `Types that are pulled: ${PULLED_TYPES}`,
  );
}

/** Throws a usage error for a type that the catalog does not have, with the one of `meant` that is nearest. */
export function requireConnectorType(
  connectorType: string,
  meant: readonly string[] = catalog.map((entry) => entry.connectorType),
): void {
  if (!findConnectorType(connectorType)) {
    throw new UsageError(describeUnknown("connector type", connectorType, meant));
  }
}
