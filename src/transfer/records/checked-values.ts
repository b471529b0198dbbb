import { parseDateTime } from "../../model/text/date-time.ts";

/** The date of a text that was checked to be a date-time. */
export function toDate(text: string): Date {
  const at = parseDateTime(text);
  if (!at) throw new Error(`'${text}' was taken for a date-time without being checked`);
  return at;
}

export const toDateOrNull = (text: string | null): Date | null => (text === null ? null : toDate(text));

/** Ids differ only by case are the same id, and are stored in lower case. */
export const toId = (text: string): string => text.toLowerCase();

export const toIdOrNull = (text: string | null): string | null => (text === null ? null : toId(text));
