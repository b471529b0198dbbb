import { useInfiniteQuery } from "@tanstack/react-query";
import { call, type OwnInputOf, type ReplyOf } from "../../../api/call.ts";
import { type Pages, pagesKey } from "../../../api/hooks.ts";
import { useDomain } from "../../../app/session.ts";

export type AuditEntry = ReplyOf<"listAudit">["items"][number];

const PAGE_SIZE = 50;

/** Reads the audit log page by page; the sequence number of the last entry is where the next page begins. */
export function useAuditPages(query: NonNullable<OwnInputOf<"listAudit">["query"]>): Pages<AuditEntry> {
  const { domain_id } = useDomain();
  const found = useInfiniteQuery({
    queryKey: pagesKey("listAudit", domain_id, query),
    queryFn: ({ pageParam, signal }) =>
      call(
        "listAudit",
        {
          params: { domain_id },
          query: { ...query, page_size: PAGE_SIZE, ...(pageParam !== undefined && { before: pageParam }) },
        },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ items }) => (items.length < PAGE_SIZE ? undefined : items.at(-1)?.sequence),
  });
  return {
    items: found.data?.pages.flatMap(({ items }) => items),
    error: found.error,
    isFetching: found.isFetching,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => void found.fetchNextPage(),
    reload: () => void found.refetch(),
  };
}
