import { Failure } from "../model/failure.ts";
import { parseDateTime } from "../model/text/date-time.ts";

/** Returns the time at which something ends, null if it never does; throws if the time has passed. */
export function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const at = parseDateTime(text);
  if (at && at > now) return at;
  throw new Failure("invalid_body", "field 'expires_at' must be in the future", { field: "expires_at" });
}
