import { BODY_LIMIT_TEXT } from "../body-limit.ts";
import type { Endpoint } from "../endpoint.ts";
import { publicEndpoints } from "../endpoints.ts";
import type { OpenApiDocument, Operation, RequestBody, Response } from "./document.ts";
import { failureResponses } from "./failures.ts";
import { headersOf, RESPONSE_HEADERS } from "./headers.ts";
import { INFO, SECURITY_SCHEMES, SERVERS, TAG_WORDS } from "./info.ts";
import { parametersOf } from "./parameters.ts";
import { pathsOf } from "./paths.ts";
import { componentSchemas, toSchema } from "./schemas.ts";

/** Returns the OpenAPI 3.1 document of the public API, derived from the contract. */
export function openApiDocument(): OpenApiDocument {
  const endpoints: readonly Endpoint[] = Object.values(publicEndpoints);
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: SERVERS,
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name, description: TAG_WORDS[name] ?? "" })),
    paths: pathsOf(endpoints, operationOf),
    components: { securitySchemes: SECURITY_SCHEMES, headers: RESPONSE_HEADERS, schemas: componentSchemas() },
  };
}

/** Returns the document as published: the same bytes for the same contract. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

function operationOf(endpoint: Endpoint): Operation {
  const scopes = endpoint.scope === null ? [] : [endpoint.scope];
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.extension ? { "x-extension": true } : {}),
    security: Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: scopes })),
    parameters: parametersOf(endpoint),
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint) } : {}),
    responses: {
      "200": success(endpoint),
      ...(endpoint.method === "GET" ? { "304": NOT_MODIFIED } : {}),
      ...failureResponses(endpoint),
    },
  };
}

const NOT_MODIFIED: Response = {
  description:
    "Nothing has changed since the ETag in `If-None-Match` was returned. The response has no body and does not count against the read limit.",
  headers: headersOf(304, "GET"),
};

function requestBodyOf({ body = {}, bodyExample, summary }: Endpoint): RequestBody {
  return {
    required: true,
    description: `JSON in UTF-8, at most ${BODY_LIMIT_TEXT}. Unknown properties are rejected.`,
    content: { "application/json": { schema: toSchema(body), examples: { request: { summary, value: bodyExample } } } },
  };
}

function success({ method, reply, replyExample, summary }: Endpoint): Response {
  return {
    description: "Success.",
    headers: headersOf(200, method),
    content: {
      "application/json": { schema: toSchema(reply), examples: { answer: { summary, value: replyExample } } },
    },
  };
}
