import type { Endpoint } from "../endpoint.ts";
import type { Header } from "./document.ts";

const text = (description: string, example: string): Header => ({ description, schema: { type: "string" }, example });
const seconds = (description: string, example: number): Header => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example,
});

/** All documented response headers, by name. */
export const RESPONSE_HEADERS = {
  "X-Request-Id": text("The id of this request. Quote it when you report a problem.", "kX2r8mQ1vT0aZs9b"),
  ETag: {
    ...text("The version of the response. Send it as `If-None-Match` to revalidate.", '"Zt3vJ0c8qLw5nR1yXk2mB7dHs4e"'),
    "x-extension": true,
  },
  "Cache-Control": text(
    "Only the client may cache the response, and must revalidate it before each use.",
    "private, no-cache",
  ),
  "RateLimit-Policy": text("The rate limit that applies: its name, quota and window in seconds.", '"read";q=1000;w=60'),
  RateLimit: text("The remaining requests, and the seconds until more are available.", '"read";r=987;t=41'),
  "X-RateLimit-Limit": seconds("The number of requests allowed in a window.", 1000),
  "X-RateLimit-Remaining": seconds("The number of remaining requests.", 987),
  "X-RateLimit-Reset": seconds("When more requests become available, in Unix seconds.", 1793610060),
  "Retry-After": seconds("The number of seconds to wait before retrying.", 12),
  "WWW-Authenticate": text("The supported authentication schemes.", 'ApiKey realm="parapet", Bearer realm="parapet"'),
  "Idempotency-Replayed": {
    ...text("`true` if this is the stored response of an earlier request with the same `Idempotency-Key`.", "true"),
    "x-extension": true,
  },
} as const satisfies Readonly<Record<string, Header>>;

type HeaderName = keyof typeof RESPONSE_HEADERS;

const RATE_HEADERS: readonly HeaderName[] = [
  "RateLimit-Policy",
  "RateLimit",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
];
const WAITING: ReadonlySet<number> = new Set([409, 423, 429, 503]);

/** Returns references to the headers of a response with this status. */
export function headersOf(status: number, method: Endpoint["method"]) {
  const names: readonly HeaderName[] = ["X-Request-Id", ...cacheHeaders(status, method), ...otherHeaders(status)];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function cacheHeaders(status: number, method: Endpoint["method"]): readonly HeaderName[] {
  if (status !== 200 && status !== 304) return [];
  return method === "GET" ? ["ETag", "Cache-Control"] : ["Idempotency-Replayed"];
}

function otherHeaders(status: number): readonly HeaderName[] {
  // Rate limits belong to a key, so an unauthenticated response has none.
  if (status === 401) return ["WWW-Authenticate"];
  return WAITING.has(status) ? ["Retry-After", ...RATE_HEADERS] : RATE_HEADERS;
}
