import { checkResponse } from "../support/response-check.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import type { FuzzAnswer } from "./fuzz-server.ts";

const RATE_HEADERS = [
  "ratelimit-policy",
  "ratelimit",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];
const WAITING: ReadonlySet<number> = new Set([423, 429, 503]);
/** Errors that occur before an operation is reached; the guide documents them, not each operation. */
const BEFORE_OPERATION: ReadonlySet<string> = new Set([
  "route_not_found",
  "method_not_allowed",
  "invalid_request",
  "uri_too_long",
  "headers_too_large",
]);
/** Errors that occur before a caller is authenticated. */
const BEFORE_CREDENTIALS: ReadonlySet<string> = new Set(["ambiguous_credentials", "cross_site_request"]);

/** Throws unless the response matches the OpenAPI documents. */
export function checkAnswer({ method, target }: FuzzRequest, answer: FuzzAnswer): void {
  const { status, headers, text } = answer;
  if (status >= 500) throw new Error(`answered ${status}: ${text.slice(0, 500)}`);
  if (!headers["x-request-id"]) throw new Error(`${status} has no x-request-id`);
  const code = status < 400 || method === "HEAD" ? undefined : checkRefusal(answer);
  if (code === undefined || !BEFORE_OPERATION.has(code)) checkResponse(method, target, status, text);
  for (const name of promisedHeaders(method, answer, code)) {
    if (headers[name] === undefined) throw new Error(`${status} ${code ?? ""} has no ${name}: ${text.slice(0, 300)}`);
  }
}

/** Throws unless the response has the common error body; returns its code. */
function checkRefusal({ status, headers, text }: FuzzAnswer): string {
  if (!/^application\/json\b/.test(headers["content-type"] ?? ""))
    throw new Error(`${status} is no JSON: ${text.slice(0, 300)}`);
  const { error, message, request_id: requestId } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (typeof error !== "string" || !/^[a-z_]+$/.test(error))
    throw new Error(`${status} has no code: ${text.slice(0, 300)}`);
  if (typeof message !== "string" || message === "") throw new Error(`${status} has no message: ${text.slice(0, 300)}`);
  if (status !== 423 && requestId !== headers["x-request-id"])
    throw new Error(`${status} has another request_id than its header`);
  return error;
}

function promisedHeaders(method: string, { status, headers }: FuzzAnswer, code: string | undefined): readonly string[] {
  const isRead = method === "GET" || method === "HEAD";
  return [
    ...(WAITING.has(status) || code === "idempotency_in_progress" ? ["retry-after"] : []),
    ...(status === 401 ? ["www-authenticate"] : []),
    ...(status === 405 ? ["allow"] : []),
    ...(isRead && (status === 200 || status === 304) ? ["etag"] : []),
    ...(status < 400 ? ["cache-control"] : []),
    ...(isLimited(status, code, headers) ? RATE_HEADERS : []),
  ];
}

/** Throws unless an authenticated response has the rate limit headers. */
function isLimited(status: number, code: string | undefined, headers: FuzzAnswer["headers"]): boolean {
  if (status < 400 || status === 423) return true;
  if (code === undefined) return false;
  const isAnonymous = BEFORE_OPERATION.has(code) || BEFORE_CREDENTIALS.has(code) || status === 401;
  return !isAnonymous && !(status === 429 && headers["ratelimit-policy"] === undefined);
}
