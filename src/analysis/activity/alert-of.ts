import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import { readFirst, readNumber } from "../../model/rows/row-fields.ts";

const KINDS: Readonly<Partial<Record<LogTable, readonly string[]>>> = {
  AADUserRiskEvents: ["RiskEventType"],
  Anomalies: ["AnomalyTemplateName", "RuleName"],
  BehaviorAnalytics: ["ActionType", "ActivityType"],
};

/** The lowest priority, of 10, of a row of BehaviorAnalytics that counts: most rows are routine. */
const MIN_PRIORITY = 7;

/** Returns what another product flagged about the actor of a row, such as `AADUserRiskEvents:leakedCredentials`. */
export function alertOf({ table, fields }: LogRow): string | null {
  const paths = KINDS[table];
  if (paths === undefined) return null;
  if (table === "BehaviorAnalytics" && (readNumber(fields, "InvestigationPriority") ?? 0) < MIN_PRIORITY) return null;
  const kind = readFirst(fields, paths);
  return kind === null ? null : `${table}:${kind}`;
}
