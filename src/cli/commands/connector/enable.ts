import type { Command } from "../../command.ts";
import { CONNECTOR_OPTIONS, TYPE_OPERAND } from "../../connector/connector-type.ts";
import { setConnectorEnabled } from "../../connector/set-enabled.ts";

export const command: Command = {
  operands: [TYPE_OPERAND],
  options: CONNECTOR_OPTIONS,
  examples: ["parapet connector enable --domain northwind okta"],
  run: (invocation) => setConnectorEnabled(invocation, true),
};
