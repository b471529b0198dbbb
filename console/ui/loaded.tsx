import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { ErrorState, Skeleton } from "./states.tsx";

interface LoadedProps<T> {
  readonly query: UseQueryResult<T, Error>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** Renders the response of a query; until it is there a skeleton, and instead of it what went wrong. */
export function Loaded<T>({ query, lines = 6, children }: LoadedProps<T>): ReactElement {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton lines={lines} />;
}
