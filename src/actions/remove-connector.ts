import { deleteConnector } from "../store/connectors/connector-settings.ts";
import { raiseVersions } from "../store/domains/versions.ts";
import type { ActionContext } from "./context.ts";
import { noSuchConnector } from "./no-such-connector.ts";

/**
 * Forgets a connector: its record, its settings with their secrets, and how far it was read. What it has brought stays,
 * and a poll that is under way stores nothing more.
 */
export function removeConnector({ db }: Pick<ActionContext, "db">, connectorType: string): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await deleteConnector(tx, connectorType))) throw noSuchConnector(connectorType);
    await raiseVersions(tx, ["integrations"]);
  });
}
