import { parseDateTime } from "../../model/text/date-time.ts";

/** Converts a text that was validated as a date-time. */
export function toDate(text: string): Date {
  const at = parseDateTime(text);
  if (!at) throw new Error(`'${text}' was not validated as a date-time`);
  return at;
}

export const toDateOrNull = (text: string | null): Date | null => (text === null ? null : toDate(text));

/** Converts an id to lower case, in which ids are stored: ids that differ only in case are the same id. */
export const toId = (text: string): string => text.toLowerCase();

export const toIdOrNull = (text: string | null): string | null => (text === null ? null : toId(text));
