import { removeConnector } from "../../../actions/remove-connector.ts";
import type { Command } from "../../command.ts";
import { CONNECTOR_OPTIONS, requireConnectorType, TYPE_OPERAND } from "../../connector/connector-type.ts";
import { actionContextOf, withConnectors } from "../../connector/with-connectors.ts";

export const command: Command = {
  operands: [TYPE_OPERAND],
  options: CONNECTOR_OPTIONS,
  examples: ["parapet connector remove --domain northwind okta"],
  run: (invocation) => {
    const { operands, terminal, json } = invocation;
    const [connectorType = ""] = operands;
    requireConnectorType(connectorType);
    return withConnectors(invocation, async (context) => {
      await removeConnector(actionContextOf(context), connectorType);
      if (json) terminal.data(JSON.stringify({ connector_type: connectorType, removed: true }));
      terminal.note(`${connectorType} and its secrets are removed. The data it delivered stays.`);
      return 0;
    });
  },
};
