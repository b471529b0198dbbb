import { setConnectorEnabled } from "../store/connectors/connector-settings.ts";
import { findConnector } from "../store/connectors/connectors.ts";
import { type ActionContext, awaitTurn, runAction } from "./context.ts";
import { noSuchConnector } from "./no-such-connector.ts";

/** Enables or disables a connector. Enabling resets its failure count and keeps the time of its last success. */
export function enableConnector(ctx: ActionContext, connectorType: string, enabled: boolean): Promise<void> {
  return runAction(ctx, async (tx) => {
    await awaitTurn(tx);
    const record = await findConnector(tx, connectorType);
    if (!(await setConnectorEnabled(tx, connectorType, { enabled, at: ctx.clock() }))) {
      throw await noSuchConnector(tx, connectorType);
    }
    return {
      result: undefined,
      audit: {
        action: enabled ? "connector.enable" : "connector.disable",
        target: { kind: "connector", id: connectorType },
        before: { enabled: record?.enabled ?? null },
        after: { enabled },
      },
    };
  });
}
