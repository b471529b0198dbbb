import {
  keepPreviousData,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { useDomain } from "../app/session.ts";
import { call, type InputOf, type OperationId, type OwnInputOf, type ReplyOf } from "./call.ts";

interface ReadOptions {
  readonly enabled?: boolean;
  /** Repeats the request while the page is visible. */
  readonly refetchInterval?: number;
  /** Shows the former result while another one is loaded. */
  readonly keepPrevious?: boolean;
}

/** Returns the key of a response; its first two parts match every response of the operation in the domain. */
const queryKey = (operation: OperationId, domainId: string, input: unknown): readonly unknown[] => [
  operation,
  domainId,
  input,
];

/** Returns the key of a list that is read page by page; without the input it matches all of them. */
export const pagesKey = (
  operation: OperationId,
  domainId: string,
  ...input: readonly unknown[]
): readonly unknown[] => [operation, domainId, "pages", ...input];

function inDomain<O extends OperationId>(domainId: string, input: OwnInputOf<O>): InputOf<O> {
  const { params } = input as { params?: object };
  return { ...input, params: { ...params, domain_id: domainId } } as unknown as InputOf<O>;
}

/** Reads one response of an operation on the current domain. */
export function useRead<O extends OperationId>(
  operation: O,
  input: OwnInputOf<O>,
  { enabled = true, refetchInterval, keepPrevious = false }: ReadOptions = {},
): UseQueryResult<ReplyOf<O>, Error> {
  const { domain_id } = useDomain();
  return useQuery<ReplyOf<O>, Error>({
    queryKey: queryKey(operation, domain_id, input),
    queryFn: ({ signal }) => call(operation, inDomain(domain_id, input), signal),
    enabled,
    ...(refetchInterval !== undefined && { refetchInterval }),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  });
}

/** The operations whose responses are pages with a cursor. */
export type PagedOperation = {
  [O in OperationId]: ReplyOf<O> extends { readonly next_cursor: string | null } ? O : never;
}[OperationId];
export type ItemOf<O extends PagedOperation> =
  ReplyOf<O> extends { readonly items: readonly (infer I)[] }
    ? I
    : ReplyOf<O> extends { readonly data: readonly (infer I)[] }
      ? I
      : never;

/** The loaded pages of a list. */
export interface Pages<T> {
  /** Undefined until the first page is there. */
  readonly items: readonly T[] | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

/** Reads a list of the current domain page by page. */
export function usePages<O extends PagedOperation>(
  operation: O,
  input: OwnInputOf<O>,
  { refetchInterval, enabled = true }: ReadOptions = {},
): Pages<ItemOf<O>> {
  const { domain_id } = useDomain();
  const { query } = input as { query?: object };
  const found = useInfiniteQuery({
    queryKey: pagesKey(operation, domain_id, input),
    queryFn: ({ pageParam, signal }) => {
      const page = { ...input, query: { ...query, next_cursor: pageParam } } as OwnInputOf<O>;
      return call(operation, inDomain(domain_id, page), signal) as Promise<Page<ItemOf<O>>>;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: Page<ItemOf<O>>) => next_cursor ?? undefined,
    enabled,
    // Every loaded page is read again, so more of them are read less often.
    refetchInterval: ({ state }) =>
      refetchInterval !== undefined && refetchInterval * Math.max(1, state.data?.pages.length ?? 1),
  });
  const items = useMemo(() => found.data?.pages.flatMap((page) => page.items ?? page.data ?? []), [found.data]);
  return {
    items,
    error: found.error,
    isFetching: found.isFetching,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => void found.fetchNextPage(),
    reload: () => void found.refetch(),
  };
}

interface Page<T> {
  readonly next_cursor: string | null;
  readonly items?: readonly T[];
  readonly data?: readonly T[];
}

/** Calls an operation that changes the current domain; afterwards the responses of `affects` are read again. */
export function useChange<O extends OperationId>(operation: O, affects: readonly OperationId[]) {
  const { domain_id } = useDomain();
  const client = useQueryClient();
  return useMutation<ReplyOf<O>, Error, OwnInputOf<O>>({
    mutationFn: (input) => call(operation, inDomain(domain_id, input)),
    onSettled: () => Promise.all(affects.map((name) => client.invalidateQueries({ queryKey: [name, domain_id] }))),
  });
}

/** Calls an operation once per input, a few at a time, and reads the responses of `affects` again when all have ended. */
export function useChangeEach<O extends OperationId>(operation: O, affects: readonly OperationId[]) {
  const { domain_id } = useDomain();
  const client = useQueryClient();
  return async (inputs: readonly OwnInputOf<O>[]): Promise<readonly PromiseSettledResult<ReplyOf<O>>[]> => {
    const results: PromiseSettledResult<ReplyOf<O>>[] = [];
    for (let done = 0; done < inputs.length; done += AT_ONCE) {
      const batch = inputs.slice(done, done + AT_ONCE);
      results.push(...(await Promise.allSettled(batch.map((input) => call(operation, inDomain(domain_id, input))))));
    }
    await Promise.all(affects.map((name) => client.invalidateQueries({ queryKey: [name, domain_id] })));
    return results;
  };
}

const AT_ONCE = 4;
