import { findConnectorType } from "./catalogue.ts";
import { findPullConnector } from "./pull-connectors.ts";

/** Whether the catalogue has this connector type and it is fed by deliveries rather than polled. */
export const isFedByPush = (type: string): boolean =>
  findConnectorType(type) !== undefined && findPullConnector(type) === undefined;
