/** Every error code of the HTTP APIs, with its status. */
export const FAILURE_STATUS = {
  invalid_json: 400,
  invalid_parameter: 400,
  unknown_parameter: 400,
  invalid_body: 400,
  invalid_cursor: 400,
  invalid_request: 400,
  ambiguous_credentials: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  inactive_api_key: 401,
  invalid_credentials: 401,
  code_required: 401,
  invalid_code: 401,
  invalid_session: 401,
  insufficient_scope: 403,
  ip_not_allowed: 403,
  external_api_disabled: 403,
  insufficient_role: 403,
  reauthentication_required: 403,
  cross_site_request: 403,
  route_not_found: 404,
  case_not_found: 404,
  user_not_found: 404,
  nhi_not_found: 404,
  integration_not_found: 404,
  drift_not_found: 404,
  threat_not_found: 404,
  table_not_found: 404,
  kind_not_found: 404,
  domain_not_found: 404,
  key_not_found: 404,
  account_not_found: 404,
  member_not_found: 404,
  session_not_found: 404,
  rule_not_found: 404,
  exception_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_in_progress: 409,
  invalid_transition: 409,
  account_exists: 409,
  account_disabled: 409,
  confirmation_required: 409,
  last_way_in: 409,
  last_owner: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  event_not_in_case: 422,
  idempotency_key_reused: 422,
  resource_not_ready: 423,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;
export type FailureCode = keyof typeof FAILURE_STATUS;

/** An error that is reported to the caller. Any other error that is thrown is a bug and becomes a 500. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** Further properties of the error body, such as `param` or `allowed`. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: FailureCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "Failure";
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}
