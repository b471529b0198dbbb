import type { TimePart } from "../parse/expression.ts";

const DAY_MS = 86_400_000;
const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/;

/** Returns a part of a time as written in the column, without time zone conversion. NaN when it is not a time. */
export function timePartOf(text: string, part: TimePart): number {
  const found = WRITTEN.exec(text);
  if (!found) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = Number.NaN, minute = Number.NaN] = found.slice(1).map(Number);
  if (part === "week") return isoWeek(year, month, day);
  return { year, month, day, hour, minute }[part];
}

/** Returns the ISO 8601 week of a date. */
function isoWeek(year: number, month: number, day: number): number {
  const date = Date.UTC(year, month - 1, day);
  const weekday = (Math.floor(date / DAY_MS) + 3) % 7;
  const thursday = Math.floor(date / DAY_MS) - weekday + 3;
  for (const candidate of [year + 1, year, year - 1]) {
    const first = Math.floor(Date.UTC(candidate, 0, 1) / DAY_MS);
    if (thursday >= first) return Math.floor((thursday - first) / 7) + 1;
  }
  return Number.NaN;
}
