import { type Answer, pageAnswer } from "../http/answer.ts";
import { invalid, invalidCursor } from "../http/read-query.ts";
import { parseDateTime } from "../model/text/date-time.ts";
import type { PageResult } from "../store/items/page.ts";

/** Returns a page as a response, or fails with `invalid_cursor` if the cursor is not a position in this list. */
export function listAnswer(key: "items" | "data", result: PageResult): Answer {
  if (result !== "unknown cursor") return pageAnswer(key, result);
  throw invalidCursor();
}

const FINER_THAN_MS = /\.\d{3}\d*[1-9]/;
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Parses the bound of a time filter. Items are recorded to the millisecond, so a finer bound is rounded up. */
export function dateOf(text: string | undefined): Date | undefined {
  const at = text === undefined ? undefined : parseDateTime(text);
  return at && text && FINER_THAN_MS.test(text) ? new Date(Math.min(at.getTime() + 1, LAST_MS)) : at;
}

/** Parses `created_after` and `created_before`, and fails with 400 if no time can satisfy both. */
export function readWindow(query: { created_after?: string; created_before?: string }): {
  readonly createdAfter: Date | undefined;
  readonly createdBefore: Date | undefined;
} {
  const createdAfter = dateOf(query.created_after);
  const createdBefore = dateOf(query.created_before);
  if (createdAfter && createdBefore && createdAfter >= createdBefore) {
    throw invalid("created_after", "must be earlier than created_before");
  }
  return { createdAfter, createdBefore };
}
