import type { FailureCode } from "../../model/failure.ts";
import { BODY_LIMIT_TEXT } from "../body-limit.ts";
import { ADMIN_FAILURE_WORDS } from "./failure-words-admin.ts";

interface FailureWords {
  /** What the code means on every operation. */
  readonly meaning: string;
  /** An example of the `message`. */
  readonly message: string;
}

/** The meaning of every error code, and an example message. */
export const FAILURE_WORDS: Readonly<Record<FailureCode, FailureWords>> = {
  ...ADMIN_FAILURE_WORDS,
  invalid_json: {
    meaning: "The request body is not valid JSON.",
    message: "The body is not valid JSON: unexpected end of input.",
  },
  invalid_parameter: {
    meaning: "A parameter is empty, repeated, malformed or out of range.",
    message: "Parameter 'limit' is not valid percent-encoded UTF-8.",
  },
  unknown_parameter: {
    meaning: "The operation has no such query parameter.",
    message: "Parameter 'limit' is unknown; this operation has no parameters.",
  },
  invalid_body: {
    meaning: "The request body is valid JSON but does not match the documented schema.",
    message: "Field 'outcome' must be one of SAFE, TRUE_POSITIVE, FALSE_POSITIVE, DUPLICATE, ESCALATED.",
  },
  invalid_cursor: {
    meaning: "The cursor is not a position in this list; start again without it.",
    message: "Parameter 'next_cursor' is not a position in this list; start again without it.",
  },
  invalid_request: {
    meaning: "The request is not well-formed HTTP, or contains a value that cannot be processed.",
    message: "This is not a well-formed HTTP request.",
  },
  ambiguous_credentials: {
    meaning: "`X-API-Key` and `Authorization` contain different keys.",
    message: "X-API-Key and Authorization carry different keys; send one.",
  },
  missing_api_key: {
    meaning: "The request has no API key.",
    message: "Send an API key in the X-API-Key header, or as Authorization: Bearer.",
  },
  invalid_api_key: {
    meaning: "The key is malformed or unknown.",
    message: "This is not a valid API key.",
  },
  inactive_api_key: {
    meaning: "The key has expired, was revoked or is disabled.",
    message: "This API key has expired, was revoked or is disabled; use another.",
  },
  insufficient_scope: {
    meaning: "The key lacks the scope that the operation requires; see `required_scope`.",
    message: "This key lacks the scope of this operation.",
  },
  ip_not_allowed: {
    meaning: "The key must not be used from this network address.",
    message: "This key may not be used from your address.",
  },
  external_api_disabled: {
    meaning: "The external API is disabled for the domain.",
    message: "The external API is switched off for this domain.",
  },
  route_not_found: {
    meaning: "There is no operation at this path. The reference at `/docs` lists all paths.",
    message: "There is no operation at this path; see /docs for all paths.",
  },
  case_not_found: { meaning: "The domain has no such case.", message: "There is no such case." },
  user_not_found: { meaning: "The domain has no such user.", message: "There is no such user." },
  nhi_not_found: {
    meaning: "The domain has no such non-human identity.",
    message: "There is no such non-human identity.",
  },
  integration_not_found: {
    meaning: "The catalog has no such connector type.",
    message: "There is no such connector type in the catalog.",
  },
  drift_not_found: { meaning: "The domain has no such drift event.", message: "There is no such drift event." },
  threat_not_found: { meaning: "The domain has no such threat event.", message: "There is no such threat event." },
  table_not_found: {
    meaning: "There is no such log table; `allowed` lists the tables.",
    message: "There is no table 'SignInLog'.",
  },
  kind_not_found: {
    meaning: "There is no such kind of directory object; `allowed` lists the kinds.",
    message: "There is no directory kind 'people'.",
  },
  method_not_allowed: {
    meaning: "The path does not support this method; the `Allow` header lists the supported methods.",
    message: "This path supports GET, HEAD.",
  },
  request_timeout: {
    meaning: "The request took too long to arrive.",
    message: "The request did not arrive in time.",
  },
  idempotency_in_progress: {
    meaning: "A request with this idempotency key is still being processed.",
    message: "A request with this Idempotency-Key is being processed; retry in a second.",
  },
  precondition_failed: {
    meaning: "The case has changed since the ETag in `If-Match` was returned.",
    message: "The case has changed since the ETag in If-Match was read; read it again.",
  },
  payload_too_large: {
    meaning: `The request body is larger than the limit, which is ${BODY_LIMIT_TEXT} for JSON bodies.`,
    message: `The body may be ${BODY_LIMIT_TEXT} at most.`,
  },
  uri_too_long: { meaning: "The URL is too long.", message: "The URL is too long." },
  unsupported_media_type: {
    meaning: "The `Content-Type` of the request is not supported.",
    message: "Send the body as application/json.",
  },
  event_not_in_case: {
    meaning: "`event_ids` contains events that do not belong to the case; nothing was applied.",
    message: "event_ids names events that are not attached to this case.",
  },
  idempotency_key_reused: {
    meaning: "The idempotency key was already used with a different request.",
    message: "This Idempotency-Key was used with another request; use a fresh one.",
  },
  resource_not_ready: {
    meaning: "The resource is not ready for the domain yet.",
    message: "This resource is not ready for your domain yet.",
  },
  rate_limited: {
    meaning: "A rate limit was exceeded; retry after `retry_after` seconds.",
    message: "The limit of 1000 read requests per 60 seconds is used up; try again in 12 s.",
  },
  headers_too_large: {
    meaning: "The request headers are too large.",
    message: "The headers may be 8 KiB at most.",
  },
  internal_error: {
    meaning: "An unexpected error; the server log has the details under the request id.",
    message: "An internal error occurred; the server's log has it under this request id.",
  },
  unavailable: {
    meaning: "The service is overloaded or its database is not available; retry after `Retry-After` seconds.",
    message: "The service is overloaded; try again shortly.",
  },
};
