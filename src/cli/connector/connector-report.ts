import { type ConnectorRecord, integrationStatus } from "../../model/connector.ts";
import { toAmount, toCount } from "../../model/text/amount.ts";
import type { PollReport } from "../../pipeline/poll/poll-connector.ts";
import { describeSkipped } from "../../pipeline/poll/skipped-lines.ts";
import type { ConnectorSettings } from "../../store/connectors/connector-settings.ts";
import type { Terminal } from "../command.ts";

/** Returns a connector as `--json` prints it; of its secrets only the names. */
export function describeConnector(
  record: ConnectorRecord,
  settings: ConnectorSettings | undefined,
  secrets: readonly string[],
): Record<string, unknown> {
  return {
    connector_type: record.connectorType,
    status: integrationStatus(record),
    enabled: record.enabled,
    pulled: settings !== undefined,
    settings: settings?.settings ?? {},
    secrets,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    last_success_at: record.lastSuccessAt,
    consecutive_failures: record.consecutiveFailures,
    polled_at: settings?.polledAt ?? null,
    next_poll_at: settings?.nextPollAt ?? null,
    problem: settings?.problem ?? null,
    notes: settings?.notes ?? [],
  };
}

/** Prints a connector as a line of text, followed by its last error and its notes. */
export function printConnector(
  { out }: Terminal,
  record: ConnectorRecord,
  settings: ConnectorSettings | undefined,
): void {
  const success = record.lastSuccessAt?.toISOString().slice(0, 16) ?? "never";
  const mode = settings ? "pulled" : "pushed";
  out(`${record.connectorType.padEnd(20)}  ${integrationStatus(record).padEnd(8)}  ${mode}  last success ${success}`);
  if (settings?.problem) out(`  ${settings.problem} (${record.consecutiveFailures} in a row)`);
  for (const { at, text } of settings?.notes ?? []) out(`  ${at.toISOString().slice(0, 16)}  ${text}`);
}

/** Prints the outcome of one poll. */
export function printPoll({ note }: Terminal, connectorType: string, report: PollReport): void {
  const { accepted, duplicates, rejected, pages } = report;
  note(
    `${connectorType}: ${toCount(accepted)} new, ${toCount(duplicates)} known, ${toCount(rejected)} rejected, in ${toAmount(pages, "page")}`,
  );
  for (const line of report.notes) note(`  ${line}`);
  for (const one of report.skipped) note(`  ${describeSkipped(one)}`);
  if (report.problem) note(`  failed: ${report.problem}`);
}
