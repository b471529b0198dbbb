import { listConnectorSettings } from "../../../store/connectors/connector-settings.ts";
import { readConnectors } from "../../../store/connectors/connectors.ts";
import type { Command } from "../../command.ts";
import { printConnector } from "../../connector/connector-report.ts";
import { CONNECTOR_OPTIONS } from "../../connector/connector-type.ts";
import { describeWithSecrets } from "../../connector/print-connector.ts";
import { type ConnectorContext, withConnectors } from "../../connector/with-connectors.ts";

const MAX_CONNECTORS = 1_000;

export const command: Command = {
  options: CONNECTOR_OPTIONS,
  examples: ["parapet connector list --domain northwind", "parapet connector list --domain northwind --json"],
  run: (invocation) => withConnectors(invocation, listConnectors),
};

async function listConnectors(context: ConnectorContext): Promise<number> {
  const { db, terminal, json, domain } = context;
  const records = await readConnectors(db, undefined, MAX_CONNECTORS);
  const settings = new Map((await listConnectorSettings(db)).map((one) => [one.connectorType, one]));
  if (json) {
    const described: object[] = [];
    for (const record of records) {
      described.push(await describeWithSecrets(context, record, settings.get(record.connectorType)));
    }
    terminal.data(JSON.stringify(described));
    return 0;
  }
  for (const record of records) printConnector(terminal, record, settings.get(record.connectorType));
  if (records.length === 0) terminal.note(`Domain '${domain}' has no connector. See: parapet connector add --help`);
  return 0;
}
