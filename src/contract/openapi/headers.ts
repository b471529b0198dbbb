import type { Endpoint } from "../endpoint.ts";
import type { Header } from "./document.ts";

const text = (description: string, example: string): Header => ({ description, schema: { type: "string" }, example });
const seconds = (description: string, example: number): Header => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example,
});

/** Every header a response can carry, by its name. */
export const RESPONSE_HEADERS = {
  "X-Request-Id": text("The id of this request, on every response; quote it in a report.", "kX2r8mQ1vT0aZs9b"),
  ETag: {
    ...text("The version of the answer; send it back as If-None-Match.", '"Zt3vJ0c8qLw5nR1yXk2mB7dHs4e"'),
    "x-extension": true,
  },
  "Cache-Control": text(
    "An answer may be kept by the client that asked, and must be revalidated.",
    "private, no-cache",
  ),
  "RateLimit-Policy": text("The limit in force: its name, quota and window in seconds.", '"read";q=1000;w=60'),
  RateLimit: text("What is left of it, and the seconds until more is.", '"read";r=987;t=41'),
  "X-RateLimit-Limit": seconds("The quota.", 1000),
  "X-RateLimit-Remaining": seconds("Requests left.", 987),
  "X-RateLimit-Reset": seconds("When more requests are available, in seconds since 1970.", 1793610060),
  "Retry-After": seconds("Whole seconds to wait before trying again.", 12),
  "WWW-Authenticate": text("The schemes that are accepted.", 'ApiKey realm="parapet", Bearer realm="parapet"'),
  "Idempotency-Replayed": {
    ...text("`true` when the answer is the stored one of an earlier request with the same key.", "true"),
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

/** References to the headers that a response of this status carries. */
export function headersOf(status: number, method: Endpoint["method"]) {
  const names: readonly HeaderName[] = ["X-Request-Id", ...cacheHeaders(status, method), ...otherHeaders(status)];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function cacheHeaders(status: number, method: Endpoint["method"]): readonly HeaderName[] {
  if (status !== 200 && status !== 304) return [];
  return method === "GET" ? ["ETag", "Cache-Control"] : ["Idempotency-Replayed"];
}

function otherHeaders(status: number): readonly HeaderName[] {
  // Without a key there is no limit to tell of.
  if (status === 401) return ["WWW-Authenticate"];
  return WAITING.has(status) ? ["Retry-After", ...RATE_HEADERS] : RATE_HEADERS;
}
