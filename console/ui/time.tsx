import { type ReactElement, useSyncExternalStore } from "react";
import { createStore } from "../app/store.ts";

const MINUTE_MS = 60_000;
const STEPS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
];
const FULL = new Intl.DateTimeFormat(undefined, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});
const UTC = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
/** From this age on a date is clearer than a number of days. */
const MAX_RELATIVE_DAYS = 30;

/** Returns the time since or until a moment in its largest unit, such as `3 h ago` or `in 2 days`. */
export function relativeTime(moment: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - moment.getTime()) / 1_000);
  const age = Math.abs(seconds);
  if (age < 60) return "just now";
  if (age >= MAX_RELATIVE_DAYS * 86_400) return DAY.format(moment);
  const [size, unit] = STEPS.find(([step]) => age >= step) ?? [60, "min"];
  if (seconds > 0) return `${Math.floor(age / size)} ${unit} ago`;
  // Seven days from a moment ago are seven days, not six.
  const left = Math.round(age / size);
  return unit === "d" ? `in ${left} ${left === 1 ? "day" : "days"}` : `in ${left} ${unit}`;
}

/** One timer for all times of the page. */
const minute = createStore(0);
setInterval(() => minute.set(minute.get() + 1), MINUTE_MS);

interface TimeProps {
  readonly value: string | null;
  /** `full` shows date and time instead of the age. */
  readonly format?: "relative" | "full" | "day";
}

/** The time of day in UTC as briefs have it; nothing in a browser whose times are in UTC. */
export function UtcTime({ value }: { readonly value: string }): ReactElement | null {
  const moment = new Date(value);
  return moment.getTimezoneOffset() === 0 ? null : <span className="nowrap"> · {UTC.format(moment)} UTC</span>;
}

/** A moment: its age, and on hover and in print the date and time. */
export function Time({ value, format = "relative" }: TimeProps): ReactElement {
  useSyncExternalStore(minute.subscribe, minute.get);
  if (value === null) return <span className="muted">Never</span>;
  const moment = new Date(value);
  const full = FULL.format(moment);
  if (format === "full") return <time dateTime={value}>{full}</time>;
  if (format === "day") {
    return (
      <time dateTime={value} title={full} className="nowrap">
        {DAY.format(moment)}
      </time>
    );
  }
  return (
    <time dateTime={value} title={full} className="nowrap">
      <span className="no-print">{relativeTime(moment, new Date())}</span>
      <span className="print-only">{full}</span>
    </time>
  );
}
