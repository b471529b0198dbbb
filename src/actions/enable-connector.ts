import { setConnectorEnabled } from "../store/connectors/connector-settings.ts";
import { raiseVersions } from "../store/domains/versions.ts";
import type { ActionContext } from "./context.ts";
import { noSuchConnector } from "./no-such-connector.ts";

/** Enables or disables a connector. Enabling resets its failure count and keeps the time of its last success. */
export function enableConnector(ctx: ActionContext, connectorType: string, enabled: boolean): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    if (!(await setConnectorEnabled(tx, connectorType, { enabled, at: ctx.clock() }))) {
      throw noSuchConnector(connectorType);
    }
    await raiseVersions(tx, ["integrations"]);
  });
}
