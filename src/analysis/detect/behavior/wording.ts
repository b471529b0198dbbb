import { safeText } from "../../../model/text/safe-text.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../stateful-detector.ts";

const MAX_NAME = 80;

/** `40 s`, `41 min`, `3 h 5 min`, `2 days`. */
export function toDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 || ms >= 10 * HOUR_MS ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** Cleans and shortens a value of a row for a summary. */
export function toName(value: unknown, otherwise = "unknown"): string {
  return safeText(value, MAX_NAME) || otherwise;
}

/** Returns the file name of a path or URL. */
export function toFileName(path: string): string {
  const parts = path.split(/[\\/]/);
  return parts.filter((part) => part !== "").at(-1) ?? path;
}
