import type { ItemOf } from "../../api/hooks.ts";
import { withChanges } from "../../app/url-state.ts";
import type { Tab } from "../../ui/tabs.tsx";
import { CASE_STATES } from "../../words.ts";

export type CaseItem = ItemOf<"listCases">;
export type CaseEvent = CaseItem["events"][number];
type CaseQuery = NonNullable<Parameters<typeof import("../../api/call.ts").call<"listCases">>[1]["query"]>;

/** The parameters of the address that filter the queue. */
export const CASE_FILTERS = ["email", "threat_type", "since"] as const;

const ALL = "all";
const FIRST_STATE = "discover";
const HOUR_MS = 3_600_000;

/** How far back the queue reaches; the value stands in the address. */
export const PERIODS = [
  { value: "24h", label: "24 hours", hours: 24 },
  { value: "7d", label: "7 days", hours: 168 },
  { value: "30d", label: "30 days", hours: 720 },
] as const;

/** Returns the tabs of the queue: one per state, and one for all cases. */
export function caseTabs(search: string): readonly Tab[] {
  const current = new URLSearchParams(search).get("state") ?? FIRST_STATE;
  return [...Object.entries(CASE_STATES), [ALL, "All"] as const].map(([state, label]) => ({
    label,
    href: `/cases${withChanges(search, { state: state === FIRST_STATE ? null : state, case: null })}`,
    current: state === current,
  }));
}

/** Returns the query of the queue that an address stands for. */
export function caseQuery(values: URLSearchParams, now: number): CaseQuery {
  const state = values.get("state") ?? FIRST_STATE;
  const period = PERIODS.find(({ value }) => value === values.get("since"));
  return {
    include: ["state", "verdict", "severity", "times"],
    page_size: 50,
    ...(state !== ALL && { state: state as NonNullable<CaseQuery["state"]> }),
    ...(values.get("email") && { email: values.get("email") ?? "" }),
    ...(values.get("threat_type") && {
      threat_type: values.get("threat_type") as NonNullable<CaseQuery["threat_type"]>,
    }),
    ...(period && { created_after: startOf(period.hours, now) }),
  };
}

/** Rounded to the hour, so that the query stays the same while the page is open. */
function startOf(hours: number, now: number): string {
  return new Date((Math.floor(now / HOUR_MS) - hours) * HOUR_MS).toISOString();
}

/** Returns the name of the person or thing a case is about. */
export const subjectOf = ({ user_name, user_email }: Pick<CaseItem, "user_name" | "user_email">): string =>
  user_name ?? user_email ?? "Unknown subject";

/** Returns the titles of the events, each once, with how often it occurs. */
export function titlesOf(events: readonly CaseEvent[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { title } of events) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts].map(([title, count]) => (count === 1 ? title : `${title} (${count})`));
}
