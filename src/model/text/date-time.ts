const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

const MAX_OFFSET_MINUTES = 14 * 60;

/** Parses an RFC 3339 date-time with an offset of at most 14 hours; undefined for anything else, including leap seconds. */
export function parseDateTime(text: string): Date | undefined {
  const match = RFC3339.exec(text);
  if (!match) return undefined;
  const local = localTime(match.slice(1, 7).map(Number), match[7] ?? "");
  const offset = offsetMinutes(match[8], Number(match[9] ?? 0), Number(match[10] ?? 0));
  if (!local || offset === undefined) return undefined;
  const at = new Date(local.getTime() - offset * 60_000);
  return at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999 ? at : undefined;
}

const FINER_THAN_MS = /\.\d{3}\d*[1-9]/;
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Parses the bound of a time filter. Items are recorded to the millisecond, so a finer bound is rounded up. */
export function parseBound(text: string | undefined): Date | undefined {
  const at = text === undefined ? undefined : parseDateTime(text);
  return at && text && FINER_THAN_MS.test(text) ? new Date(Math.min(at.getTime() + 1, LAST_MS)) : at;
}

function localTime(parts: readonly number[], fraction: string): Date | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (year < 1 || hour > 23 || minute > 59 || second > 59) return undefined;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have rolls over into the next month.
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return undefined;
  local.setUTCHours(hour, minute, second, Number(fraction.padEnd(3, "0").slice(0, 3)));
  return local;
}

function offsetMinutes(sign: string | undefined, hours: number, minutes: number): number | undefined {
  const total = hours * 60 + minutes;
  if (minutes > 59 || total > MAX_OFFSET_MINUTES) return undefined;
  return sign === "-" ? -total : total;
}
