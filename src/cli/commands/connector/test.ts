import type { Connector, PulledPage, Settings } from "../../../connectors/connector.ts";
import { ConnectorProblem } from "../../../connectors/connector-problem.ts";
import { openSettings } from "../../../pipeline/poll/poll-connector.ts";
import type { Command } from "../../command.ts";
import { countPage } from "../../connector/connector-report.ts";
import { CONNECTOR_OPTIONS, getPullConnector, TYPE_OPERAND, TYPES_NOTE } from "../../connector/connector-type.ts";
import { getStoredSettings } from "../../connector/stored-settings.ts";
import { type ConnectorContext, withConnectors } from "../../connector/with-connectors.ts";

const MAX_PAGES = 5;

export const command: Command = {
  operands: [TYPE_OPERAND],
  options: CONNECTOR_OPTIONS,
  examples: ["parapet connector test --domain northwind okta"],
  notes: TYPES_NOTE,
  run: (invocation) => {
    const [connectorType = ""] = invocation.operands;
    const connector = getPullConnector(connectorType);
    return withConnectors(invocation, (context) => testConnector(context, connector));
  },
};

/** Signs in and reads until a page holds something. Stores neither rows nor the outcome. */
async function testConnector(context: ConnectorContext, connector: Connector): Promise<number> {
  const { terminal, json, parts, db } = context;
  const { connectorType } = connector;
  const stored = await getStoredSettings(context, connectorType);
  try {
    const page = await readFirstPage(context, connector, openSettings(connector, stored, parts.sealer, db.domainId));
    const { rows, directory } = page ? countPage(page) : { rows: {}, directory: {} };
    if (json) terminal.out(JSON.stringify({ ok: true, rows, directory, notes: page?.notes ?? [] }));
    const found = Object.entries({ ...rows, ...directory }).map(([name, count]) => `${count} of ${name}`);
    terminal.note(`${connectorType} answers: ${found.join(", ") || "nothing new"}. Nothing was stored.`);
    return 0;
  } catch (error) {
    if (!(error instanceof ConnectorProblem)) throw error;
    if (json) terminal.out(JSON.stringify({ ok: false, problem: `${error.kind}: ${error.message}` }));
    terminal.note(`${connectorType} fails: ${error.message}`);
    return 1;
  }
}

async function readFirstPage(
  { parts }: ConnectorContext,
  connector: Connector,
  settings: Settings,
): Promise<PulledPage | undefined> {
  const source = connector.open(settings, parts);
  let last: PulledPage | undefined;
  try {
    let tried = 0;
    for await (const page of source.pull(undefined)) {
      last = page;
      const { rows, directory } = countPage(page);
      const found = [...Object.values(rows), ...Object.values(directory)].some((count) => count > 0);
      if (found || ++tried >= MAX_PAGES) break;
    }
    return last;
  } finally {
    source.close();
  }
}
