import { Failure } from "../model/failure.ts";

/** What is said when a domain lacks the connector that something should be done with. */
export const noSuchConnector = (connectorType: string): Failure =>
  new Failure(
    "invalid_request",
    `this domain has no connector '${connectorType}'; those it has are shown by: parapet connector list`,
  );
