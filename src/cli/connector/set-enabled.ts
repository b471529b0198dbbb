import { enableConnector } from "../../actions/enable-connector.ts";
import type { Invocation } from "../command.ts";
import { requireConnectorType } from "./connector-type.ts";
import { printOneConnector } from "./print-connector.ts";
import { actionContextOf, withConnectors } from "./with-connectors.ts";

/** Enables or disables the connector that the command line names. */
export function setConnectorEnabled(invocation: Invocation, enabled: boolean): Promise<number> {
  const [connectorType = ""] = invocation.operands;
  requireConnectorType(connectorType);
  return withConnectors(invocation, async (context) => {
    await enableConnector(actionContextOf(context), connectorType, enabled);
    await printOneConnector(context, connectorType);
    context.terminal.note(`${connectorType} is ${enabled ? "enabled" : "disabled"}.`);
    return 0;
  });
}
