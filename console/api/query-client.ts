import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

const MAX_RETRIES = 2;
const MAX_DELAY_MS = 30_000;
const STALE_MS = 15_000;

/** Reads are repeated after transient failures, no earlier than the server allows; changes never are. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) => error instanceof ApiError && error.isTransient && failures < MAX_RETRIES,
      retryDelay: (failures, error) => {
        const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
        return Math.min(asked === null ? 500 * 2 ** failures : asked * 1_000, MAX_DELAY_MS);
      },
    },
    mutations: { retry: false },
  },
});
