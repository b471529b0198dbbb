import type { Option } from "./ui/field.tsx";

const DAY_MS = 86_400_000;

/** The choices of a filter by age. */
export const SINCE_OPTIONS: readonly Option[] = [
  { value: "1", label: "Last day" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "90", label: "Last 90 days" },
];

/** Returns the moment that many days before now, rounded to the hour so that it stays the same; undefined without a choice. */
export function daysAgo(days: string | null): string | undefined {
  if (!SINCE_OPTIONS.some(({ value }) => value === days)) return undefined;
  const hour = new Date();
  hour.setUTCMinutes(0, 0, 0);
  return new Date(hour.getTime() - Number(days) * DAY_MS).toISOString();
}
