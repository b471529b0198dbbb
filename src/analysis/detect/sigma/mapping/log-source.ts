import { LOG_TABLES, type LogTable } from "../../../../model/rows/log-row.ts";
import { RuleProblem } from "../rule-problem.ts";

/** The `logsource` of a rule or mapping, in lower case; empty for a key that it lacks. */
export interface LogSource {
  readonly product: string;
  readonly category: string;
  readonly service: string;
}

/** In a mapping: any value, or none. */
const ANY = "*";
const KEYS = ["product", "category", "service"] as const;
const BY_NAME = new Map(LOG_TABLES.map((table) => [table.toLowerCase(), table]));

export function readLogSource(logsource: unknown): LogSource {
  if (typeof logsource !== "object" || logsource === null || Array.isArray(logsource)) {
    throw new RuleProblem("the rule has no logsource");
  }
  const parts = logsource as Readonly<Record<string, unknown>>;
  const [product = "", category = "", service = ""] = KEYS.map((key) => {
    const value = parts[key];
    return value === undefined || value === null ? "" : String(value).toLowerCase();
  });
  return { product, category, service };
}

/** Returns how well a mapping's log source fits that of a rule: the number of equal keys, or -1 if it does not. */
export function fitOf(mapped: LogSource, wanted: LogSource): number {
  if (KEYS.some((key) => mapped[key] !== ANY && mapped[key] !== wanted[key])) return -1;
  return KEYS.filter((key) => mapped[key] !== ANY).length;
}

export function describeLogSource(source: LogSource): string {
  const shown = KEYS.filter((key) => source[key] !== "").map((key) => `${key}: ${source[key]}`);
  return shown.join(", ") || "(none)";
}

/** Returns the table that a log source names as its service. */
export function namedTable({ category, service }: LogSource): LogTable | undefined {
  return category === "" ? BY_NAME.get(service) : undefined;
}

/** Returns the table of this name, ignoring case. */
export const tableNamed = (name: string): LogTable | undefined => BY_NAME.get(name.toLowerCase());
