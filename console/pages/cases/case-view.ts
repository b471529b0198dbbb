import type { ItemOf } from "../../api/hooks.ts";
import { withChanges } from "../../app/url-state.ts";
import type { Tab } from "../../ui/tabs.tsx";
import { CASE_STATES } from "../../words.ts";

export type CaseItem = ItemOf<"listCases">;
export type CaseEvent = CaseItem["events"][number];
type CaseQuery = NonNullable<Parameters<typeof import("../../api/call.ts").call<"listCases">>[1]["query"]>;

/** The parameters of the address that filter the queue. */
export const CASE_FILTERS = ["email", "threat_type", "since", "day"] as const;

const ALL = "all";
const FIRST_STATE = "discover";
const HOUR_MS = 3_600_000;

const DAY_MS = 24 * HOUR_MS;

interface Period {
  readonly value: string;
  readonly label: string;
  /** Created at most this many hours ago. */
  readonly hours?: number;
  /** Created more than this many hours ago. */
  readonly before?: number;
}

/** When the cases of the queue were created; the value stands in the address. */
export const PERIODS: readonly Period[] = [
  { value: "24h", label: "24 hours", hours: 24 },
  { value: "1-7d", label: "1 to 7 days ago", hours: 168, before: 24 },
  { value: "7d", label: "7 days", hours: 168 },
  { value: "30d", label: "30 days", hours: 720 },
  { value: "over7d", label: "Over 7 days ago", before: 168 },
];

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
  return {
    include: ["state", "verdict", "severity", "times"],
    page_size: 50,
    ...(state !== ALL && { state: state as NonNullable<CaseQuery["state"]> }),
    ...(values.get("email") && { email: values.get("email") ?? "" }),
    ...(values.get("threat_type") && {
      threat_type: values.get("threat_type") as NonNullable<CaseQuery["threat_type"]>,
    }),
    ...createdIn(values, now),
  };
}

/** Returns the range of time that an address stands for: a day of UTC or a period before now. */
function createdIn(values: URLSearchParams, now: number): Pick<CaseQuery, "created_after" | "created_before"> {
  const day = dayOf(values);
  if (day !== null) {
    const from = Date.parse(day);
    return { created_after: new Date(from).toISOString(), created_before: new Date(from + DAY_MS).toISOString() };
  }
  const { hours, before } = PERIODS.find(({ value }) => value === values.get("since")) ?? {};
  return {
    ...(hours !== undefined && { created_after: startOf(hours, now) }),
    ...(before !== undefined && { created_before: startOf(before, now) }),
  };
}

/** Returns the day of UTC that the queue is limited to, as `YYYY-MM-DD`. */
export function dayOf(values: URLSearchParams): string | null {
  const day = values.get("day");
  return day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
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
