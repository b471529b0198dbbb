import { type Answer, pageAnswer } from "../http/answer.ts";
import { invalidCursor } from "../http/read-query.ts";
import { parseBound } from "../model/text/date-time.ts";
import type { PageResult } from "../store/items/page.ts";

/** Returns a page as a response, or fails with `invalid_cursor` if the cursor is not a position in this list. */
export function listAnswer(key: "items" | "data", result: PageResult): Answer {
  if (result !== "unknown cursor") return pageAnswer(key, result);
  throw invalidCursor();
}

/** Parses `created_after` and `created_before`. */
export function createdWindow(query: { created_after?: string; created_before?: string }): {
  readonly createdAfter: Date | undefined;
  readonly createdBefore: Date | undefined;
} {
  return { createdAfter: parseBound(query.created_after), createdBefore: parseBound(query.created_before) };
}
