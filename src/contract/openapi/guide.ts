const INTRODUCTION = `
Read an organization's security posture, and feed decisions on its cases back. Everything is JSON over HTTP. A key
belongs to one domain and sees that domain only; the thing of another domain is answered exactly as one that does not
exist. The one write is the verdict on a case.

Operations, parameters, headers and members marked \`x-extension\` are additions. Whoever does not ask for them gets
exactly the specified answers.`;

const AUTHENTICATION = `
## Authentication

Every request carries an API key, in one of two headers:

- \`X-API-Key: <key>\`, the preferred way. When it is present, \`Authorization\` is not looked at, unless it holds a
  different key of this service: that is a 400.
- \`Authorization: Bearer <key>\`.

A key in the URL is never read. A key has scopes, may expire, and may be tied to network addresses; \`GET /whoami\`
tells what the key at hand may do. Keys are made and rotated by an administrator, and shown once.

\`\`\`sh
curl -sS -H "X-API-Key: $PARAPET_API_KEY" "$PARAPET_URL/whoami"
\`\`\``;

const REQUESTS = `
## Requests and answers

- Times are RFC 3339. Answers are in UTC with milliseconds and \`Z\`; parameters need \`Z\` or an offset, and a \`+\` in a
  URL is written \`%2B\`. \`created_after\` is inclusive and \`created_before\` exclusive, so windows tile without gap or overlap.
- Every documented member is always present. What is unknown is \`null\`, never left out and never an empty string. A list
  that is known to be empty is \`[]\`.
- A query parameter that is unknown, repeated or empty is refused with the list of those \`allowed\`. Nothing is ignored
  in silence.
- Every GET has an \`ETag\`. Send it back as \`If-None-Match\`: when nothing has changed the answer is 304, without a body
  and without cost to the read limit, up to five times as often as that limit allows. A 304 for \`*\` counts as a read.
- HEAD is answered wherever GET is, with the same status and headers and no body. Any other method on a known path is
  405 \`method_not_allowed\` with the header \`Allow\`; an unknown path is 404 \`route_not_found\`.
- Every response has \`X-Request-Id\`. Answers are compressed with gzip or brotli for those who accept it.`;

const CURSORS = `
## Pages and cursors

A list answers at most \`page_size\` items (50 unless told otherwise, 200 at most; a value outside is refused, never
clamped) and \`next_cursor\`: the id of the last item when there are more, else \`null\`. Send it back with the same
filters to get the next page. Stop at \`null\`, not at a short page.

\`\`\`sh
cursor=""
while :; do
  page=$(curl -fsS -H "X-API-Key: $PARAPET_API_KEY" \\
    "$PARAPET_URL/cases?page_size=200\${cursor:+&next_cursor=$cursor}") || exit 1
  printf '%s' "$page" | jq -c '.items[]'
  cursor=$(printf '%s' "$page" | jq -r '.next_cursor // empty')
  [ -n "$cursor" ] || break
done
\`\`\`

A walk with unchanged filters returns everything that existed at its start exactly once, whatever arrives meanwhile. A
cursor never expires, even when its item is gone. One that this domain never had is 400 \`invalid_cursor\`; it never
falls back to the first page.`;

const LIMITS = `
## Limits

| What | Limit |
|---|---|
| Reads (GET, HEAD) of one key | 1,000 in any 60 seconds |
| Writes of one key | 200 in any 60 seconds |
| All keys of one domain together | five times that |
| Failed authentications from one address | 60 a minute |
| Items on a page | 200 |
| Events named in a verdict | 200 |
| Comment on a verdict | 2,000 Unicode code points |
| Request body | 64 KiB |

Beyond a rate limit the answer is 429 with \`Retry-After\` in whole seconds; the refused request costs nothing. Every
authenticated response tells what is left, in \`RateLimit\` and \`RateLimit-Policy\` and in the older \`X-RateLimit-*\`.`;

const READINESS = `
## Readiness

Some answers need history first. Until a resource is ready for the domain, its operations answer 423 with the body
\`NotReady\`: which \`resource\`, what is missing, and how many days of history are still to be observed. Wait for
\`Retry-After\` (a day at most) and ask again. Once ready, a resource stays ready; ready and empty is 200 with an empty
list. A connector that fails later shows under integrations, not as 423.`;

const OPEN_ENUMS = `
## Open enums and versions

Word lists grow. Treat a member you do not know as you would treat "other", and never fail on it; this holds for
\`enum\` in answers as much as for \`x-extensible-enum\`. In the same way ignore members you do not know. Within
\`/api/v1/external\` things are only added. A removal is announced 24 months ahead with the headers \`Deprecation\` and
\`Sunset\`. \`contract_version\` in the two persona details rises only when their shape breaks clients.`;

const ERRORS = `
## Errors

Success is 200 for every operation. A refusal has the body \`Error\`: \`error\` is a stable code for programs, \`message\` is
for people and may change, \`request_id\` repeats the header. Some codes add members, such as \`param\`, \`allowed\`,
\`required_scope\` or \`retry_after\`. Only the 423 has a body of its own, \`NotReady\`.

A request is checked in this order, and the first refusal is answered: path and method (404, 405), credentials (400,
401), rate limits (429), scope and address (403), form (400, 413, 415), readiness (423), existence (404), state (409,
412, 422). Repeat a request as it is only after 409, 423, 429, 500 and 503. A GET can always be repeated; a verdict
safely so with an \`Idempotency-Key\`.

What is wrong before a request reaches an operation has the same body: 400 \`invalid_request\`, 404 \`route_not_found\`,
405 \`method_not_allowed\`, 408 \`request_timeout\`, 414 \`uri_too_long\` and 431 \`headers_too_large\`.`;

/** What holds for every operation, in Markdown; the table of error codes follows it. */
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
