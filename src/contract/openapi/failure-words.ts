import type { FailureCode } from "../../model/failure.ts";

interface FailureWords {
  /** What the code means wherever it appears. */
  readonly meaning: string;
  /** A message as a caller might read it. */
  readonly message: string;
}

/** What every refusal means and how it may be worded. */
export const FAILURE_WORDS: Readonly<Record<FailureCode, FailureWords>> = {
  invalid_json: {
    meaning: "The body is not JSON.",
    message: "The body is not valid JSON: unexpected end of input.",
  },
  invalid_parameter: {
    meaning: "A parameter is empty, repeated, of the wrong form or out of range.",
    message: "Parameter 'limit' is not valid percent-encoded UTF-8.",
  },
  unknown_parameter: {
    meaning: "The operation has no such query parameter.",
    message: "Parameter 'limit' is unknown; this operation has no parameters.",
  },
  invalid_body: {
    meaning: "The body is JSON, but not of the documented shape.",
    message: "Field 'outcome' must be one of SAFE, TRUE_POSITIVE, FALSE_POSITIVE, DUPLICATE, ESCALATED.",
  },
  invalid_cursor: {
    meaning: "The cursor is not an id this domain ever had in this list.",
    message: "next_cursor is not a position in this list; start again without it.",
  },
  invalid_request: {
    meaning: "The request is not well-formed HTTP, or holds a value that cannot be processed.",
    message: "This is not a well-formed HTTP request.",
  },
  ambiguous_credentials: {
    meaning: "The two credential headers hold different keys.",
    message: "X-API-Key and Authorization carry different keys; send one.",
  },
  missing_api_key: {
    meaning: "No credentials were sent.",
    message: "Send an API key in the X-API-Key header, or as Authorization: Bearer.",
  },
  invalid_api_key: {
    meaning: "The key is malformed or unknown.",
    message: "This is not a valid API key.",
  },
  inactive_api_key: {
    meaning: "The key was ours, but has expired, been revoked or been disabled.",
    message: "This API key has expired, was revoked or is disabled; use another.",
  },
  insufficient_scope: {
    meaning: "The key lacks the scope of the operation.",
    message: "This key lacks the scope of this operation.",
  },
  ip_not_allowed: {
    meaning: "The key may not be used from this address.",
    message: "This key may not be used from your address.",
  },
  external_api_disabled: {
    meaning: "The domain has switched this API off.",
    message: "The external API is switched off for this domain.",
  },
  route_not_found: {
    meaning: "No operation has this path.",
    message: "There is nothing at this path.",
  },
  case_not_found: { meaning: "The domain has no such case.", message: "There is no such case." },
  user_not_found: { meaning: "The domain has no such user.", message: "There is no such user." },
  nhi_not_found: { meaning: "The domain has no such identity.", message: "There is no such non-human identity." },
  integration_not_found: {
    meaning: "The catalog has no such connector type.",
    message: "There is no such connector type in the catalog.",
  },
  drift_not_found: { meaning: "The domain has no such drift event.", message: "There is no such drift event." },
  table_not_found: {
    meaning: "No rows are taken for a table of this name; `allowed` lists those there are.",
    message: "There is no table 'SignInLog'.",
  },
  kind_not_found: {
    meaning: "The directory has no objects of this kind; `allowed` lists those there are.",
    message: "There is no directory kind 'people'.",
  },
  method_not_allowed: {
    meaning: "The path exists, but not with this method; `Allow` lists those it has.",
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
    meaning: "The case has changed since the ETag in If-Match.",
    message: "The case has changed since the ETag in If-Match was read; read it again.",
  },
  payload_too_large: {
    meaning: "The body is larger than 64 KiB.",
    message: "The body may be 64 KiB at most.",
  },
  uri_too_long: { meaning: "The URL is too long.", message: "The URL is too long." },
  unsupported_media_type: {
    meaning: "The body is not declared as JSON.",
    message: "Send the body as application/json.",
  },
  event_not_in_case: {
    meaning: "Some events are not part of the case; nothing was applied.",
    message: "event_ids names events that are not attached to this case.",
  },
  idempotency_key_reused: {
    meaning: "The idempotency key was used with a different request.",
    message: "This Idempotency-Key was used with another request; use a fresh one.",
  },
  resource_not_ready: {
    meaning: "The domain's data is not ready to be served yet.",
    message: "This resource is not ready for your domain yet.",
  },
  rate_limited: {
    meaning: "Too many requests in the last minute.",
    message: "1000 read requests in 60 seconds are used up; retry in 12 s.",
  },
  headers_too_large: { meaning: "The headers are too large.", message: "The headers may be 8 KiB at most." },
  internal_error: {
    meaning: "Unforeseen; the request id leads to its trace in the log.",
    message: "An internal error occurred; the server's log has it under this request id.",
  },
  unavailable: {
    meaning: "Too much at once, or the database is away.",
    message: "The service is overloaded; try again shortly.",
  },
};
