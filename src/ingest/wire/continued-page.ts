import type { DeliveredLine } from "../rows/prepare-rows.ts";
import { RowProblem } from "../rows/row-problem.ts";
import { parseLine } from "./parse-line.ts";

/** The member of a Microsoft Graph page that links to the next page. */
export const NEXT_LINK = "@odata.nextLink";

/** Whether a delivery ends with a page that is not the last one, so that it is incomplete. */
export function isContinued(lines: readonly DeliveredLine[]): boolean {
  const last = lines.at(-1);
  if (last === undefined || "problem" in last) return false;
  return hasNextLink("value" in last ? last.value : parsePage(last.text));
}

export const hasNextLink = (value: unknown): boolean =>
  typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[NEXT_LINK] === "string";

function parsePage(text: string): unknown {
  if (!text.includes(NEXT_LINK)) return undefined;
  try {
    return parseLine(text);
  } catch (error) {
    if (error instanceof RowProblem) return undefined;
    throw error;
  }
}
