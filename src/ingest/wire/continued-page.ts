import type { DeliveredLine } from "../rows/prepare-rows.ts";
import { RowProblem } from "../rows/row-problem.ts";
import { parseLine } from "./parse-line.ts";

/** What a page of the directory's API says when another one follows it. */
export const NEXT_LINK = "@odata.nextLink";

/** Whether a delivery ends with a page that another one follows, so that it is not everything. */
export function isContinued(lines: readonly DeliveredLine[]): boolean {
  const last = lines.at(-1);
  if (last === undefined || "problem" in last) return false;
  return hasNextLink("value" in last ? last.value : openedPage(last.text));
}

export const hasNextLink = (value: unknown): boolean =>
  typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[NEXT_LINK] === "string";

function openedPage(text: string): unknown {
  if (!text.includes(NEXT_LINK)) return undefined;
  try {
    return parseLine(text);
  } catch (error) {
    if (error instanceof RowProblem) return undefined;
    throw error;
  }
}
