import { deleteConnector } from "../store/connectors/connector-settings.ts";
import { raiseVersions } from "../store/domains/versions.ts";
import type { ActionContext } from "./context.ts";
import { noSuchConnector } from "./no-such-connector.ts";

/**
 * Deletes a connector's record, settings, secrets and cursor. The rows it delivered stay, and a poll in progress stores
 * nothing more.
 */
export function removeConnector({ db }: Pick<ActionContext, "db">, connectorType: string): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await deleteConnector(tx, connectorType))) throw noSuchConnector(connectorType);
    await raiseVersions(tx, ["integrations"]);
  });
}
