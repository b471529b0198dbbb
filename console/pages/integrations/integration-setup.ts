import type { OperationId, ReplyOf } from "../../api/call.ts";

export type IntegrationSetup = ReplyOf<"getIntegrationSetup">;

/** The operations whose responses a change of an integration makes outdated. */
export const AFFECTED: readonly OperationId[] = [
  "getIntegration",
  "getIntegrationSetup",
  "listIntegrations",
  "listIntegrationPolls",
];
