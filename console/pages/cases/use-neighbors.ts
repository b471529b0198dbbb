import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import type { ReplyOf } from "../../api/call.ts";
import { pagesKey } from "../../api/hooks.ts";
import { useDomain } from "../../app/session.ts";

interface Neighbors {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Returns the cases before and after a case in the queue that was open last. */
export function useNeighbors(caseId: string): Neighbors {
  const { domain_id } = useDomain();
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: pagesKey("listCases", domain_id) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ state }) => idsIn(state.data as InfiniteData<ReplyOf<"listCases">> | undefined));
  const ids = lists.find((list) => list.includes(caseId)) ?? [];
  const at = ids.indexOf(caseId);
  return { previous: at > 0 ? ids[at - 1] : undefined, next: at < 0 ? undefined : ids[at + 1] };
}

function idsIn(data: InfiniteData<ReplyOf<"listCases">> | undefined): readonly string[] {
  return data?.pages.flatMap(({ items }) => items.map(({ case_id }) => case_id)) ?? [];
}
