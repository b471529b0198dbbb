import { Failure } from "../model/failure.ts";

/** Returns the failure for a connector that the domain does not have. */
export const noSuchConnector = (connectorType: string): Failure =>
  new Failure(
    "invalid_request",
    `this domain has no connector '${connectorType}'; list its connectors with: parapet connector list`,
  );
