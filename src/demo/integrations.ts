import { DAY_MS, HOUR_MS, MINUTE_MS, shift } from "./moment.ts";
import type { Setting } from "./setting.ts";
import type { WireRecord } from "./wire-record.ts";

interface Connection {
  readonly connectorType: string;
  readonly daysOld: number;
  readonly enabled: boolean;
  readonly failures: number;
  /** Null when it never answered. */
  readonly lastSuccessMsAgo: number | null;
}

const working = (connectorType: string, daysOld: number): Connection => ({
  connectorType,
  daysOld,
  enabled: true,
  failures: 0,
  lastSuccessMsAgo: 4 * MINUTE_MS,
});

const CONNECTIONS: readonly Connection[] = [
  working("log_analytics", 210),
  working("entra_directory", 210),
  working("okta", 184),
  working("exchange_online", 203),
  working("sharepoint_online", 203),
  working("github", 96),
  { ...working("intune", 150), failures: 1, lastSuccessMsAgo: 70 * MINUTE_MS },
  { ...working("crowdstrike_falcon", 121), failures: 7, lastSuccessMsAgo: 31 * HOUR_MS },
  { ...working("palo_alto", 12), failures: 3, lastSuccessMsAgo: null },
  { ...working("slack", 77), enabled: false, lastSuccessMsAgo: 40 * DAY_MS },
  { ...working("snowflake", 1), lastSuccessMsAgo: null },
];

/** The connector records: most work, and every other status occurs too. */
export function makeIntegrations({ until }: Setting): readonly WireRecord[] {
  return CONNECTIONS.map(({ connectorType, daysOld, enabled, failures, lastSuccessMsAgo }) => ({
    connector_type: connectorType,
    enabled,
    created_at: shift(until, -daysOld * DAY_MS).toISOString(),
    updated_at: shift(until, -(lastSuccessMsAgo ?? HOUR_MS)).toISOString(),
    last_success_at: lastSuccessMsAgo === null ? null : shift(until, -lastSuccessMsAgo).toISOString(),
    consecutive_failures: failures,
  }));
}
