import type { IntegrationStatus } from "./vocabulary.ts";

/** What a domain has stored about one of its connectors. */
export interface ConnectorRecord {
  readonly connectorType: string;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSuccessAt: Date | null;
  readonly consecutiveFailures: number;
}

const FAILURES_UNTIL_DEGRADED = 3;

/** First match wins; a connector that never succeeded can be degraded already. */
export function integrationStatus(record: ConnectorRecord | undefined): IntegrationStatus {
  if (!record) return "not_configured";
  if (!record.enabled) return "disabled";
  if (record.consecutiveFailures >= FAILURES_UNTIL_DEGRADED) return "degraded";
  return record.lastSuccessAt === null ? "pending" : "active";
}
