import { findConnectorType } from "./catalog.ts";
import { findPullConnector } from "./pull-connectors.ts";

/** Whether the catalog has this connector type and its rows are pushed rather than polled. */
export const isFedByPush = (type: string): boolean =>
  findConnectorType(type) !== undefined && findPullConnector(type) === undefined;
