import { type ConnectorType, catalog } from "../connectors/catalog.ts";
import type { listIntegrations } from "../contract/integrations.ts";
import { DEFAULT_PAGE_SIZE } from "../contract/shapes.ts";
import { pageAnswer } from "../http/answer.ts";
import { invalidCursor } from "../http/read-query.ts";
import { integrationStatus } from "../model/connector.ts";
import { findConnectors } from "../store/connectors/connectors.ts";
import type { Handler } from "./handler.ts";
import { renderIntegration } from "./integration-item.ts";

const BY_TYPE: readonly ConnectorType[] = catalog.toSorted((a, b) => (a.connectorType < b.connectorType ? -1 : 1));

export const handleListIntegrations: Handler<typeof listIntegrations> = async ({ db }, { query }) => {
  const { status, category, signal, next_cursor: after, page_size: limit = DEFAULT_PAGE_SIZE } = query;
  const start = after === undefined ? 0 : BY_TYPE.findIndex(({ connectorType }) => connectorType === after) + 1;
  if (after !== undefined && start === 0) throw invalidCursor();
  const candidates = BY_TYPE.slice(start)
    .filter((type) => category === undefined || type.category === category)
    .filter((type) => signal === undefined || type.signals.includes(signal));
  // Without a status filter only the records of the page are read.
  const wanted = status === undefined ? candidates.slice(0, limit + 1) : candidates;
  const records = await findConnectors(
    db,
    wanted.map(({ connectorType }) => connectorType),
  );
  const found = wanted
    .map((type) => ({ type, record: records.get(type.connectorType) }))
    .filter(({ record }) => status === undefined || integrationStatus(record) === status);
  const page = found.slice(0, limit);
  return pageAnswer("items", {
    items: page.map(({ type, record }) => renderIntegration(type, record)),
    nextCursor: found.length > limit ? (page.at(-1)?.type.connectorType ?? null) : null,
  });
};
