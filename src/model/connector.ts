import type { IntegrationStatus } from "./vocabulary.ts";

/** The record of a connector that a domain has set up. */
export interface ConnectorRecord {
  readonly connectorType: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSuccessAt: Date | null;
  readonly consecutiveFailures: number;
}

const FAILURES_UNTIL_DEGRADED = 3;

/** Returns the status of a connector; repeated failures mean `degraded` even if no poll has ever succeeded. */
export function integrationStatus(record: ConnectorRecord | undefined): IntegrationStatus {
  if (!record) return "not_configured";
  if (!record.enabled) return "disabled";
  if (record.consecutiveFailures >= FAILURES_UNTIL_DEGRADED) return "degraded";
  return record.lastSuccessAt === null ? "pending" : "active";
}
