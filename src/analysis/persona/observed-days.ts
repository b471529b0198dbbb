import type { LogTable } from "../../model/rows/log-row.ts";
import { toAmount } from "../../model/text/amount.ts";
import { WINDOW_DAYS } from "./day-window.ts";
import type { OrganizationFacts } from "./persona-facts.ts";

/** Returns how many days of the window log tables cover; null if none of them has delivered rows. */
export function observedDays(
  tables: readonly LogTable[],
  { sources, day }: Pick<OrganizationFacts, "sources" | "day">,
): number | null {
  const firstDays = tables.flatMap((table) => sources.get(table)?.first ?? []);
  if (firstDays.length === 0) return null;
  return Math.max(1, Math.min(WINDOW_DAYS, day - Math.min(...firstDays)));
}

/** Returns a count of days with the days that it was counted in: `12 of the last 90 days`, `12 of 28 days with logs`. */
export function daysOfObserved(
  days: number,
  tables: readonly LogTable[],
  organization: Pick<OrganizationFacts, "sources" | "day">,
): string {
  const observed = observedDays(tables, organization) ?? WINDOW_DAYS;
  return observed >= WINDOW_DAYS
    ? `${days} of the last ${WINDOW_DAYS} days`
    : `${days} of ${toAmount(Math.max(observed, days), "day")} with logs`;
}
