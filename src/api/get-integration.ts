import { catalog, findConnectorType } from "../connectors/catalog.ts";
import type { getIntegration } from "../contract/integrations.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import { nearestNames } from "../model/text/nearest-name.ts";
import { findConnector } from "../store/connectors/connectors.ts";
import type { Handler } from "./handler.ts";
import { renderIntegration } from "./integration-item.ts";

export const handleGetIntegration: Handler<typeof getIntegration> = async ({ db }, { params }) => {
  const type = findConnectorType(params.connector_type);
  if (!type) throw unknownType(params.connector_type);
  return answerOf(renderIntegration(type, await findConnector(db, type.connectorType)));
};

const MAX_SUGGESTIONS = 5;
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
/** Connector types by their id and by their display name. */
const TYPE_BY_NAME: ReadonlyMap<string, string> = new Map(
  catalog.flatMap(({ connectorType, displayName }) => [
    [connectorType, connectorType],
    [folded(displayName), connectorType],
  ]),
);

/** Returns the error for a type that is not in the catalog; it names similar types, if there are any. */
function unknownType(given: string): Failure {
  const names = nearestNames(folded(given), [...TYPE_BY_NAME.keys()], 2 * MAX_SUGGESTIONS);
  const suggestions = [...new Set(names.flatMap((name) => TYPE_BY_NAME.get(name) ?? []))].slice(0, MAX_SUGGESTIONS);
  const remedy =
    suggestions.length > 0 ? `did you mean ${suggestions.join(", ")}?` : "GET /integrations lists all connector types";
  return new Failure("integration_not_found", `there is no such connector type in the catalog; ${remedy}`, {
    suggestions,
  });
}
