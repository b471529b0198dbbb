import { parseDateTime } from "../text/date-time.ts";

const LOOSE = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?\s?([Zz]|UTC|[+-]\d{2}:?\d{2})?$/;
const PLAIN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Parses a time in a log to epoch milliseconds. A time without an offset is UTC, as vendors write it. */
export function parseRowTime(text: unknown): number | null {
  if (typeof text !== "string") return null;
  const match = LOOSE.exec(text.trim());
  if (!match) return null;
  const [, date, time, fraction = "", zone = "Z"] = match;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  return parseDateTime(`${date}T${time}${fraction}${offset === "UTC" ? "Z" : offset}`)?.getTime() ?? null;
}

/**
 * Normalizes a time to UTC with milliseconds, and with more digits only if they are not zero. Text that is not a time is
 * returned unchanged.
 */
export function spellRowTime(text: string): string {
  if (PLAIN.test(text)) return text;
  const at = parseRowTime(text);
  if (at === null) return text;
  const iso = new Date(at).toISOString();
  const finer = /\.\d{3}(\d*[1-9])/.exec(text)?.[1];
  return finer === undefined ? iso : `${iso.slice(0, -1)}${finer}Z`;
}
