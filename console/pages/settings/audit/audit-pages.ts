import { useInfiniteQuery } from "@tanstack/react-query";
import { call, type OwnInputOf, type ReplyOf } from "../../../api/call.ts";
import { type Pages, pagesKey } from "../../../api/hooks.ts";
import { useDomain } from "../../../app/session.ts";

export type AuditEntry = ReplyOf<"listAudit">["items"][number];

/** Whose log is read: that of the current domain, or that of the installation. */
export type AuditScope = "domain" | "installation";

const PAGE_SIZE = 50;

/** Reads the audit log page by page; the sequence number of the last entry is where the next page begins. */
export function useAuditPages(
  scope: AuditScope,
  filters: NonNullable<OwnInputOf<"listAudit">["query"]>,
): Pages<AuditEntry> {
  const { domain_id } = useDomain();
  const found = useInfiniteQuery({
    queryKey: pagesKey(scope === "domain" ? "listAudit" : "listInstallationAudit", domain_id, filters),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filters, page_size: PAGE_SIZE, ...(pageParam !== undefined && { before: pageParam }) };
      return scope === "domain"
        ? call("listAudit", { params: { domain_id }, query }, signal)
        : call("listInstallationAudit", { query }, signal);
    },
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
