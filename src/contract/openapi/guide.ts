import { toAmount, toCount } from "../../model/text/amount.ts";
import { BODY_LIMIT_TEXT } from "../body-limit.ts";
import { MAX_COMMENT_LENGTH, MAX_VERDICT_EVENTS } from "../cases.ts";
import { CONDITIONAL_FACTOR, RATE_LIMITS, WRONG_KEYS_PER_MINUTE } from "../rate-limits.ts";
import { MAX_PAGE_SIZE } from "../shapes.ts";

const WINDOW = `in any ${toAmount(RATE_LIMITS.windowMs / 1_000, "second")}`;

const INTRODUCTION = `
Read an organization's security posture and submit verdicts on its cases. Requests and responses are JSON over HTTP. An
API key belongs to one domain and gives access to the data of that domain only: an id that belongs to another domain gets
the same response as an id that does not exist. The only write operation is the verdict on a case.

Operations, parameters, headers and properties marked \`x-extension\` are additions to the specification. A request that
does not use them gets exactly the specified response.`;

const AUTHENTICATION = `
## Authentication

Every request needs an API key, in one of two headers:

- \`X-API-Key: <key>\` is preferred. If it is present, \`Authorization\` is ignored, unless it contains a different key of
  this service, which is a 400.
- \`Authorization: Bearer <key>\`.

A key in the URL is never accepted. A key has scopes, can expire, and can be restricted to network addresses;
\`GET /whoami\` returns what the key is allowed to do. An administrator creates and rotates keys. A key is shown only once,
when it is created.

\`\`\`sh
curl -sS -H "X-API-Key: $PARAPET_API_KEY" "$PARAPET_URL/whoami"
\`\`\``;

const REQUESTS = `
## Requests and responses

- Times are RFC 3339. Responses use UTC with milliseconds and \`Z\`. Parameters need \`Z\` or an offset; write \`+\` as \`%2B\`
  in a URL. \`created_after\` is inclusive and \`created_before\` is exclusive, so consecutive windows have no gap or overlap.
- Every documented property is always present. An unknown value is \`null\`; it is never omitted and never an empty
  string. A list that is known to be empty is \`[]\`.
- An unknown, repeated or empty query parameter is rejected. \`allowed\` lists the values of a known parameter
  if they are enumerated, otherwise the parameters of the operation. No parameter is silently ignored.
- Every GET response has an \`ETag\`. Send it back as \`If-None-Match\`: if nothing has changed, the response is 304 without
  a body. A 304 does not count against the read limit, up to ${CONDITIONAL_FACTOR} times that limit. A 304 for \`*\` counts as a read.
- HEAD is supported wherever GET is, with the same status and headers and no body. Any other method on a known path is
  405 \`method_not_allowed\` with the header \`Allow\`. An unknown path is 404 \`route_not_found\`.
- Every response has \`X-Request-Id\`. Responses are compressed with gzip or brotli if the client accepts it.`;

const CURSORS = `
## Pages and cursors

A list returns at most \`page_size\` items (default 50, maximum ${MAX_PAGE_SIZE}; a value outside the range is rejected, never clamped)
and \`next_cursor\`: the id of the last item if there are more, otherwise \`null\`. Send it back with the same filters to
get the next page. Stop when it is \`null\`, not when a page is short.

\`\`\`sh
cursor=""
while :; do
  page=$(curl -fsS -H "X-API-Key: $PARAPET_API_KEY" \\
    "$PARAPET_URL/cases?page_size=${MAX_PAGE_SIZE}\${cursor:+&next_cursor=$cursor}") || exit 1
  printf '%s' "$page" | jq -c '.items[]'
  cursor=$(printf '%s' "$page" | jq -r '.next_cursor // empty')
  [ -n "$cursor" ] || break
done
\`\`\`

Paging through a list with the same filters returns every item that existed when you started exactly once, even if items
are added in the meantime. A cursor never expires, even if its item is removed. A cursor that was never an item of this
domain is 400 \`invalid_cursor\`; it never returns the first page instead.`;

const LIMITS = `
## Limits

| What | Limit |
|---|---|
| Reads (GET, HEAD) per key | ${toCount(RATE_LIMITS.read)} ${WINDOW} |
| Writes per key | ${toCount(RATE_LIMITS.write)} ${WINDOW} |
| All keys of one domain together | ${RATE_LIMITS.domainFactor} times that |
| Failed authentications per client address | ${WRONG_KEYS_PER_MINUTE} per minute |
| Items per page | ${MAX_PAGE_SIZE} |
| Events in a verdict | ${MAX_VERDICT_EVENTS} |
| Comment of a verdict | ${toCount(MAX_COMMENT_LENGTH)} Unicode code points |
| Request body | ${BODY_LIMIT_TEXT} |

A request over a rate limit gets 429 with \`Retry-After\` in seconds and does not count against the limit. Every
authenticated response shows what remains, in \`RateLimit\` and \`RateLimit-Policy\` and in the older \`X-RateLimit-*\` headers.`;

const READINESS = `
## Readiness

Some resources need history before they can be served. Until a resource is ready for the domain, its operations return
423 with the body \`NotReady\`: the \`resource\`, what is missing, and how many days of history are still needed. Retry after
\`Retry-After\` seconds (at most one day). Once a resource is ready, it stays ready, and a list without items is 200 with an
empty list. A connector that fails later is visible under integrations, not as a 423.`;

const OPEN_ENUMS = `
## Enumerations and versions

Enumerations can gain values. Treat a value you do not know like "other" and never fail on it; this applies to \`enum\` in
responses as well as to \`x-extensible-enum\`. Likewise, ignore properties you do not know. Within \`/api/v1/external\`,
changes are additions only. A removal is announced 24 months ahead with the headers \`Deprecation\` and \`Sunset\`.
\`contract_version\` in the two persona details is incremented only when their schema changes in a way that breaks clients.`;

const ERRORS = `
## Errors

Every successful operation returns 200. An error has the body \`Error\`: \`error\` is a stable code for programs, \`message\`
is for people and may change, and \`request_id\` repeats the header. Some codes add properties such as \`param\`, \`allowed\`,
\`required_scope\` or \`retry_after\`. Only a 423 has a different body, \`NotReady\`.

A request is checked in this order, and the first failed check determines the response: path and method (404, 405),
credentials (400, 401), rate limits (429), scope and address (403), parameters and body (400, 413, 415), readiness (423),
existence (404), state (409, 412, 422). Retry an unchanged request only after 409, 423, 429, 500 and 503. A GET is always
safe to retry; a verdict is safe to retry with an \`Idempotency-Key\`.

Errors that occur before a request reaches an operation have the same body: 400 \`invalid_request\`, 404 \`route_not_found\`,
405 \`method_not_allowed\`, 408 \`request_timeout\`, 414 \`uri_too_long\` and 431 \`headers_too_large\`.`;

/** The introduction to the API in Markdown, which applies to every operation; the table of error codes follows it. */
export const GUIDE: readonly string[] = [
  INTRODUCTION,
  AUTHENTICATION,
  REQUESTS,
  CURSORS,
  LIMITS,
  READINESS,
  OPEN_ENUMS,
  ERRORS,
].map((section) => section.trim());
