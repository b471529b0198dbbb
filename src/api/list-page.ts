import { type Answer, pageAnswer } from "../http/answer.ts";
import { invalid, invalidCursor } from "../http/read-query.ts";
import { parseDateTime } from "../model/text/date-time.ts";
import type { PageResult } from "../store/items/page.ts";

/** The answer of a list, or the refusal of a cursor that was never a position here. */
export function listAnswer(key: "items" | "data", result: PageResult): Answer {
  if (result !== "unknown cursor") return pageAnswer(key, result);
  throw invalidCursor();
}

const FINER_THAN_MS = /\.\d{3}\d*[1-9]/;
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A bound of a filter. Items are recorded to the millisecond, so a finer bound means the next whole one. */
export function dateOf(text: string | undefined): Date | undefined {
  const at = text === undefined ? undefined : parseDateTime(text);
  return at && text && FINER_THAN_MS.test(text) ? new Date(Math.min(at.getTime() + 1, LAST_MS)) : at;
}

/** A window of creation times; one that can hold nothing is a mistake, not an empty answer. */
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
