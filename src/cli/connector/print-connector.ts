import type { ConnectorRecord } from "../../model/connector.ts";
import { type ConnectorSettings, findConnectorSettings } from "../../store/connectors/connector-settings.ts";
import { findConnector } from "../../store/connectors/connectors.ts";
import { describeConnector, printConnector } from "./connector-report.ts";
import { storedSecretNames } from "./stored-settings.ts";
import type { ConnectorContext } from "./with-connectors.ts";

/** Prints the present state of one connector. */
export async function printOneConnector(context: ConnectorContext, connectorType: string): Promise<void> {
  const { db, terminal, json } = context;
  const record = await findConnector(db, connectorType);
  if (!record) return;
  const settings = await findConnectorSettings(db, connectorType);
  if (json) terminal.data(JSON.stringify(await describeWithSecrets(context, record, settings)));
  else printConnector(terminal, record, settings);
}

/** Returns a connector as `--json` prints it, with the names of its secrets. */
export async function describeWithSecrets(
  context: ConnectorContext,
  record: ConnectorRecord,
  settings: ConnectorSettings | undefined,
): Promise<Record<string, unknown>> {
  return describeConnector(record, settings, await storedSecretNames(context, record.connectorType));
}
