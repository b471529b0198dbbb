import { parseDateTime } from "./date-time.ts";

const LOOSE = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s?([Zz]|UTC|[+-]\d{2}:?\d{2})?$/;

/** When a log says something happened, in epoch milliseconds. A time without an offset is UTC, as the vendors write it. */
export function parseRowTime(text: unknown): number | null {
  if (typeof text !== "string") return null;
  const match = LOOSE.exec(text.trim());
  if (!match) return null;
  const [, date, time, fraction = "", zone = "Z"] = match;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  return parseDateTime(`${date}T${time}${fraction}${offset === "UTC" ? "Z" : offset}`)?.getTime() ?? null;
}
