import type { TSchema } from "typebox";
import { FAILURE_STATUS, type FailureCode } from "../../model/failure.ts";
import { historyDetails, noSourceDetails, REQUIRED_DAYS } from "../../model/readiness.ts";
import type { ReadinessResource } from "../../model/vocabulary.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Example, Response, Schema } from "./document.ts";
import { FAILURE_WORDS } from "./failure-words.ts";
import { headersOf } from "./headers.ts";
import { ErrorWithDetails, NotReadyBody, toSchema } from "./schemas.ts";

/** Error codes that every operation can return. */
const COMMON_FAILURES: readonly FailureCode[] = [
  "invalid_parameter",
  "unknown_parameter",
  "ambiguous_credentials",
  "missing_api_key",
  "invalid_api_key",
  "inactive_api_key",
  "insufficient_scope",
  "ip_not_allowed",
  "external_api_disabled",
  "rate_limited",
  "internal_error",
  "unavailable",
];

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: "The request is invalid. Retrying it unchanged will fail again.",
  401: "The API key is missing, invalid or inactive.",
  403: "The API key is valid but not allowed to do this.",
  404: "The domain has no resource with this id. An id that belongs to another domain gets the same response.",
  408: "The request body did not arrive in time.",
  409: "A request with the same `Idempotency-Key` is still being processed.",
  412: "The case has changed since the ETag in `If-Match` was returned.",
  413: "The request body is too large.",
  415: "The `Content-Type` of the request is not supported.",
  422: "The request is valid but cannot be applied. Nothing was changed.",
  423: "The resource is not ready for this domain yet.",
  429: "A rate limit was exceeded. The rejected request does not count against any limit.",
  500: "An unexpected error of the service.",
  503: "The service is temporarily unavailable.",
};

/** What the operations of one API have in common. */
export interface ApiFailures {
  readonly common: readonly FailureCode[];
  /** Descriptions of statuses that replace the general ones. */
  readonly words: Readonly<Record<number, string>>;
}

/** Returns the error responses of an operation by status, in ascending order. */
export function failureResponses(
  endpoint: Endpoint,
  { common, words }: ApiFailures = { common: commonFailures(endpoint), words: {} },
): Readonly<Record<string, Response>> {
  const { readiness, failures } = endpoint;
  const codes = [...common, ...failures, ...(readiness === null ? [] : (["resource_not_ready"] as const))];
  const statuses = [...new Set(codes.map((code) => FAILURE_STATUS[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const answered = codes.filter((code) => FAILURE_STATUS[code] === status);
      return [String(status), failureResponse(endpoint, status, answered, words[status] ?? STATUS_WORDS[status])];
    }),
  );
}

const commonFailures = ({ scope }: Endpoint): readonly FailureCode[] =>
  COMMON_FAILURES.filter((code) => scope !== null || code !== "insufficient_scope");

function failureResponse(
  endpoint: Endpoint,
  status: number,
  codes: readonly FailureCode[],
  description = "The request was rejected.",
): Response {
  const shape: TSchema = status === FAILURE_STATUS.resource_not_ready ? NotReadyBody : ErrorWithDetails;
  const examples = codes.map((code) => [code, failureExample(endpoint, code)] as const);
  return {
    description,
    headers: headersOf(status, endpoint.method),
    content: { "application/json": { schema: toSchema(shape), examples: Object.fromEntries(examples) } },
  };
}

function failureExample(endpoint: Endpoint, code: FailureCode): Example {
  const { meaning, message } = FAILURE_WORDS[code];
  if (code === "resource_not_ready" && endpoint.readiness) {
    return { summary: meaning, value: notReadyExample(endpoint.readiness) };
  }
  const value = { error: code, message, request_id: "kX2r8mQ1vT0aZs9b", ...detailsOf(endpoint, code) };
  return { summary: meaning, value };
}

const MISSING_DAYS = 2.5;

function notReadyExample(resource: ReadinessResource) {
  const required = REQUIRED_DAYS[resource];
  return {
    error: "resource_not_ready",
    resource,
    message: `The resource '${resource}' is not ready for this domain yet.`,
    details: required === 0 ? noSourceDetails(resource) : historyDetails(resource, required, required - MISSING_DAYS),
    days_until_ready: required === 0 ? 0 : MISSING_DAYS,
    external_api_enabled_at_utc: "2026-10-28T21:00:00.000Z",
    now_utc: "2026-11-02T09:00:00.000Z",
  };
}

/** Returns the properties of the error body beyond the common three; a `message` here replaces the general one. */
function detailsOf(endpoint: Endpoint, code: FailureCode): Readonly<Record<string, unknown>> {
  switch (code) {
    case "unknown_parameter":
      return unknownParameter(endpoint);
    case "invalid_parameter":
      return invalidParameter(endpoint);
    case "invalid_cursor":
      return { param: "next_cursor" };
    case "invalid_body":
      return invalidBody(endpoint);
    case "insufficient_scope":
      return { message: `This key lacks the scope ${endpoint.scope}.`, required_scope: endpoint.scope };
    case "event_not_in_case":
      return { event_ids: ["3c1f0b7e-5a2d-5e94-b6f0-8d7c6b5a4e3d"] };
    case "rate_limited":
      return rateLimited(endpoint);
    default:
      return {};
  }
}

/** Returns an example for the field that has a list of words, or for the first one. */
function invalidBody({ body }: Endpoint): Readonly<Record<string, unknown>> {
  const members = Object.entries(membersOf(body));
  const [field, schema] = members.find(([, member]) => member.enum) ?? members[0] ?? [];
  if (schema?.enum)
    return { message: `Field '${field}' must be one of ${schema.enum.join(", ")}.`, field, allowed: schema.enum };
  return { message: `Field '${field}' is required.`, field };
}

function unknownParameter({ query }: Endpoint): Readonly<Record<string, unknown>> {
  const allowed = Object.keys(membersOf(query));
  if (allowed.length === 0) return { param: "limit", allowed };
  return { message: `Parameter 'limit' is unknown; allowed are ${allowed.join(", ")}.`, param: "limit", allowed };
}

function rateLimited({ method }: Endpoint): Readonly<Record<string, unknown>> {
  const [policy, quota] = method === "GET" ? ["read", 1000] : ["write", 200];
  const message = `The limit of ${quota} ${policy} requests per 60 seconds is used up; try again in 12 s.`;
  return { message, retry_after: 12, policy };
}

function invalidParameter({ params, query }: Endpoint): Readonly<Record<string, unknown>> {
  if ("page_size" in membersOf(query)) {
    return { message: "Parameter 'page_size' must be <= 200.", param: "page_size" };
  }
  const [name, schema] = Object.entries(membersOf(params))[0] ?? [];
  if (name === undefined) return { param: "limit" };
  const rule = schema?.format === "uuid" ? "must be a UUID" : `must not have more than ${schema?.maxLength} characters`;
  return { message: `Parameter '${name}' ${rule}.`, param: name };
}

function membersOf(schema: TSchema | undefined): Readonly<Record<string, Schema>> {
  return (schema as Schema | undefined)?.properties ?? {};
}
