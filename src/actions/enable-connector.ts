import { setConnectorEnabled } from "../store/connectors/connector-settings.ts";
import { raiseVersions } from "../store/domains/versions.ts";
import type { ActionContext } from "./context.ts";
import { noSuchConnector } from "./no-such-connector.ts";

/** Lets a connector deliver again, with its failures forgiven and its last success kept; or forbids it. */
export function enableConnector(ctx: ActionContext, connectorType: string, enabled: boolean): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    if (!(await setConnectorEnabled(tx, connectorType, { enabled, at: ctx.clock() }))) {
      throw noSuchConnector(connectorType);
    }
    await raiseVersions(tx, ["integrations"]);
  });
}
