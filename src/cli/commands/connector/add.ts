import { configureConnector } from "../../../actions/configure-connector.ts";
import type { Connector, Settings } from "../../../connectors/connector.ts";
import { ConnectorProblem } from "../../../connectors/connector-problem.ts";
import { type GivenSettings, type MergedSettings, mergeSettings } from "../../../connectors/merge-settings.ts";
import type { Command } from "../../command.ts";
import { CONNECTOR_OPTIONS, getPullConnector, TYPE_OPERAND, TYPES_NOTE } from "../../connector/connector-type.ts";
import { printOneConnector } from "../../connector/print-connector.ts";
import { readGivenSettings } from "../../connector/read-given-settings.ts";
import { findKnownSettings } from "../../connector/stored-settings.ts";
import { actionContextOf, type ConnectorContext, withConnectors } from "../../connector/with-connectors.ts";
import { UsageError } from "../../usage-error.ts";

export const command: Command = {
  operands: [TYPE_OPERAND, { name: "name=value", optional: true, repeated: true }],
  options: CONNECTOR_OPTIONS,
  flags: { restart: "read everything again from the start" },
  usage: ["--domain NAME TYPE name=value… secret=env:VARIABLE|file:PATH|- [--restart]"],
  examples: [
    "parapet connector add --domain northwind okta org_url=https://northwind.okta.com api_token=env:OKTA_TOKEN",
    "parapet connector add --domain northwind file_drop folder=/var/spool/parapet",
  ],
  notes: `${TYPES_NOTE} Adding a connector again changes only the settings that are given.
A secret is read from a variable, a file or standard input, never from the command line. It has to be given again when the address that it is
sent to changes.`,
  run: (invocation) => {
    const [connectorType = "", ...words] = invocation.operands;
    const connector = getPullConnector(connectorType);
    return withConnectors(invocation, (context) => addConnector(context, connector, words));
  },
};

async function addConnector(
  context: ConnectorContext,
  connector: Connector,
  words: readonly string[],
): Promise<number> {
  const { connectorType } = connector;
  const given = await readGivenSettings(connector, words, context.env);
  const known = await findKnownSettings(context, connector);
  const merged = completeSettings(connector, known, given);
  await configureConnector(actionContextOf(context), context.secret, {
    connector,
    ...merged,
    addresses: context.parts.addresses,
    restart: context.flags.has("restart"),
  });
  await printOneConnector(context, connectorType);
  const state = (await isSourceUsable(context, connector, merged.settings))
    ? "is set up"
    : "is stored, but cannot be polled yet";
  context.terminal.note(
    `${connectorType} ${state}. Try it with: parapet connector test --domain ${context.domain} ${connectorType}`,
  );
  return 0;
}

/** Warns if the source does not exist on this machine. The settings stay: a server on another machine may have it. */
async function isSourceUsable(
  { terminal }: ConnectorContext,
  connector: Connector,
  settings: Settings,
): Promise<boolean> {
  try {
    await connector.check?.(settings);
    return true;
  } catch (error) {
    if (!(error instanceof ConnectorProblem)) throw error;
    terminal.note(`warning: ${error.message}`);
    return false;
  }
}

/** Validates the settings; a setting that is missing or wrong is wrong usage. */
function completeSettings(connector: Connector, known: Settings, given: GivenSettings): MergedSettings {
  try {
    return mergeSettings(connector, known, given);
  } catch (error) {
    throw error instanceof ConnectorProblem ? new UsageError(error.message) : error;
  }
}
