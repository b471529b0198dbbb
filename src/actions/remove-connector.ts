import { deleteConnector, findConnectorSettings } from "../store/connectors/connector-settings.ts";
import { type ActionContext, awaitTurn, runAction } from "./context.ts";
import { noSuchConnector } from "./no-such-connector.ts";

/**
 * Deletes a connector's record, settings, secrets and cursor. The rows it delivered stay, and a poll in progress stores
 * nothing more.
 */
export function removeConnector(ctx: ActionContext, connectorType: string): Promise<void> {
  return runAction(ctx, async (tx) => {
    await awaitTurn(tx);
    const known = await findConnectorSettings(tx, connectorType);
    if (!(await deleteConnector(tx, connectorType))) throw await noSuchConnector(tx, connectorType);
    return {
      result: undefined,
      audit: {
        action: "connector.remove",
        target: { kind: "connector", id: connectorType },
        before: { settings: known?.settings ?? null },
        after: null,
      },
    };
  });
}
