import type { Connector, RequestAttempt } from "../../../connectors/connector.ts";
import { testConnector as testStored } from "../../../pipeline/poll/test-connector.ts";
import type { Command } from "../../command.ts";
import { CONNECTOR_OPTIONS, getPullConnector, TYPE_OPERAND, TYPES_NOTE } from "../../connector/connector-type.ts";
import { getStoredSettings } from "../../connector/stored-settings.ts";
import { type ConnectorContext, withConnectors } from "../../connector/with-connectors.ts";

/** Limit for the whole test. */
const TEST_TIMEOUT_MS = 30_000;

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
  await getStoredSettings(context, connectorType);
  const options = { timeoutMs: TEST_TIMEOUT_MS, onAttempt: reporterOf(context) };
  terminal.progress(`Testing ${connectorType}`);
  const { rows, directory, notes, problem } = await testStored(parts, db, connector, options);
  terminal.progress("");
  if (problem) {
    if (json) terminal.data(JSON.stringify({ ok: false, problem: `${problem.kind}: ${problem.message}` }));
    terminal.note(`${connectorType} fails: ${problem.message}`);
    return 1;
  }
  if (json) terminal.data(JSON.stringify({ ok: true, rows, directory, notes }));
  const found = Object.entries({ ...rows, ...directory }).map(([name, count]) => `${count} of ${name}`);
  terminal.note(`${connectorType} answers: ${found.join(", ") || "nothing new"}. Nothing was stored.`);
  return 0;
}

/** Returns a function that prints every attempt of a request, and shows how long it has been waited for. */
function reporterOf({ terminal, quiet }: ConnectorContext): (attempt: RequestAttempt) => void {
  return ({ host, attempt, maxAttempts, problem }) => {
    if (quiet) return;
    if (problem === undefined) terminal.note(`Connecting to ${host} …`);
    else terminal.note(`${problem}; retry ${attempt - 1} of ${maxAttempts - 1} …`);
    terminal.progress(`Waiting for ${host}`);
  };
}
