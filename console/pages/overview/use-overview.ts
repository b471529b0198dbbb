import type { UseQueryResult } from "@tanstack/react-query";
import type { ReplyOf } from "../../api/call.ts";
import { useRead } from "../../api/hooks.ts";

export type Overview = ReplyOf<"getOverview">;

const POLL_MS = 30_000;

/** Reads the figures of the overview, once for all parts of the page. */
export const useOverview = (): UseQueryResult<Overview, Error> =>
  useRead("getOverview", {}, { refetchInterval: POLL_MS });

/** Returns a count as text; one that reached the limit may be higher. */
export const countText = (count: number, limit: number): string =>
  count >= limit ? `${limit.toLocaleString()}+` : count.toLocaleString();
