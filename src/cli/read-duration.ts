import { UsageError } from "./usage-error.ts";

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_MS = 3_650 * 86_400_000;

/** Parses `30m`, `24h` or `90d` into milliseconds; undefined stays undefined. The error ends with `orElse`. */
export function readDuration(option: string, text: string | undefined, orElse = ""): number | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,6})([mhd])$/.exec(text);
  const millis = match ? Number(match[1]) * (UNIT_MS[match[2] ?? ""] ?? Number.NaN) : Number.NaN;
  if (!(millis <= MAX_MS)) throw new UsageError(`${option}: '${text}' is not a time such as 30m, 24h or 90d${orElse}`);
  return millis;
}
