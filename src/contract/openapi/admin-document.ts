import type { FailureCode } from "../../model/failure.ts";
import { RIGHTS, ROLES } from "../../model/role.ts";
import { keysOf } from "../../model/vocabulary.ts";
import { ADMIN_BASE_PATH, type AdminEndpoint } from "../admin/admin-endpoint.ts";
import { adminEndpoints } from "../admin/admin-endpoints.ts";
import { BODY_LIMIT_TEXT } from "../body-limit.ts";
import type { Endpoint } from "../endpoint.ts";
import type { OpenApiDocument, Operation, Response, SecurityScheme } from "./document.ts";
import { ADMIN_FAILURE_WORDS } from "./failure-words-admin.ts";
import { failureResponses } from "./failures.ts";
import { headersOf, RESPONSE_HEADERS } from "./headers.ts";
import { errorTable, INFO, TAG_WORDS } from "./info.ts";
import { parametersOf } from "./parameters.ts";
import { pathsOf } from "./paths.ts";
import { componentSchemas, toSchema } from "./schemas.ts";

const ADMIN_TAG_WORDS: Readonly<Record<string, string>> = {
  ...TAG_WORDS,
  Overview: "What needs attention in a domain, in figures.",
  "Data coverage": "Which log tables arrive, and which detections depend on them.",
  Rules: "What is looked for in log rows: switched on and off, with exceptions.",
  Session: "Signing in and out, and the sessions of an account.",
  Account: "The password and the authenticator app of the account that is signed in.",
  "API keys": "The keys of the public API and the ingest API.",
  Members: "Who may work with a domain, and in which role.",
  Readiness: "Whether a resource is served, and what it still needs.",
  Audit: "Who changed what.",
};

const SCHEMES = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-parapet-access",
    description: "The access token in the cookie that signing in sets.",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The access token as a bearer token, for callers that are no browser.",
  },
} as const satisfies Readonly<Record<string, SecurityScheme>>;

/** Returns the OpenAPI 3.1 document of the admin API, derived from the contract. */
export function adminOpenApiDocument(): OpenApiDocument {
  const endpoints: readonly AdminEndpoint[] = Object.values(adminEndpoints);
  // Only the public API describes a key.
  const { WhoAmI: _key, ...schemas } = componentSchemas();
  return {
    openapi: "3.1.0",
    info: {
      ...INFO,
      title: "Parapet admin API",
      version: "0.1.0",
      summary: "What the console does: sign in, triage cases, and administer domains.",
      description: [GUIDE, matrix(), errorTable(keysOf(ADMIN_FAILURE_WORDS))].join("\n\n"),
    },
    servers: [
      {
        url: "{base_url}",
        description: "Your installation.",
        variables: {
          base_url: {
            default: `http://127.0.0.1:8080${ADMIN_BASE_PATH}`,
            description: `The address of your installation, with the prefix \`${ADMIN_BASE_PATH}\`.`,
          },
        },
      },
    ],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({
      name,
      description: ADMIN_TAG_WORDS[name] ?? "",
    })),
    paths: pathsOf(endpoints, (endpoint) => operationOf(endpoint as AdminEndpoint)),
    components: { securitySchemes: SCHEMES, headers: RESPONSE_HEADERS, schemas },
  };
}

/** Returns the document as published: the same bytes for the same contract. */
export function adminOpenApiText(): string {
  return `${JSON.stringify(adminOpenApiDocument(), null, 2)}\n`;
}

const GUIDE = `
The API of the web console. It may change with every release; programs should use the public API with an API key.

Signing in sets two cookies that scripts cannot read: an access token, a JWT that is valid for five minutes, and a refresh
token, which is exchanged for the next one at \`POST /session/refresh\` and works once. Requests that change something are
refused if a page of another site sent them. Operations that give access to others need a password that was entered within
the last ten minutes; otherwise they answer \`reauthentication_required\`.

Errors and request ids work as in the public API, whose error codes apply too.`.trim();

function matrix(): string {
  const rows = Object.entries(RIGHTS).map(([right, roles]) => {
    const marks = ROLES.map((role) => ((roles as readonly string[]).includes(role) ? "yes" : "no"));
    return `| \`${right}\` | ${marks.join(" | ")} |`;
  });
  return [
    "## Roles",
    "",
    `An operator of the installation has the rights of an owner in every domain.`,
    "",
    `| Right | ${ROLES.join(" | ")} |`,
    `|---|${ROLES.map(() => "---").join("|")}|`,
    ...rows,
  ].join("\n");
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  401: "The session, the password or the code is missing or not valid.",
  403: "The account is not allowed to do this, or not from this page.",
  404: "There is no such thing in the domain, or the account is not a member of it.",
  409: "The request conflicts with what is stored, or with one in progress.",
};

const COMMON: readonly FailureCode[] = [
  "invalid_parameter",
  "unknown_parameter",
  "rate_limited",
  "internal_error",
  "unavailable",
];

/** Returns the error codes that follow from what an operation requires and accepts. */
function commonFailures(endpoint: AdminEndpoint): readonly FailureCode[] {
  const { method, body, sensitive } = endpoint;
  const again: readonly FailureCode[] = sensitive ? ["reauthentication_required"] : [];
  const invalid: readonly FailureCode[] = body ? ["invalid_body"] : [];
  const writes = method === "GET" ? [] : WRITES;
  return [...rightFailures(endpoint), ...again, ...invalid, ...writes, ...COMMON];
}

const WRITES: readonly FailureCode[] = [
  "cross_site_request",
  "invalid_json",
  "payload_too_large",
  "unsupported_media_type",
];

function rightFailures({ requires }: AdminEndpoint): readonly FailureCode[] {
  if (requires === "nothing") return [];
  if (requires === "session") return ["invalid_session"];
  return ["invalid_session", "insufficient_role", ...(requires === "operator" ? [] : (["domain_not_found"] as const))];
}

function operationOf(endpoint: AdminEndpoint): Operation {
  const isOpen = endpoint.requires === "nothing";
  // An operation of the public API states some of them itself.
  const own = commonFailures(endpoint).filter((code) => !endpoint.failures.includes(code));
  const failures: Operation["responses"] = failureResponses(endpoint, { common: own, words: STATUS_WORDS });
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: isOpen ? endpoint.description : `${endpoint.description}\n\n${requirementOf(endpoint)}`,
    security: isOpen ? [] : Object.keys(SCHEMES).map((scheme) => ({ [scheme]: [] })),
    parameters: parametersOf(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        description: `JSON in UTF-8, at most ${BODY_LIMIT_TEXT}. Unknown properties are rejected.`,
        content: {
          "application/json": {
            schema: toSchema(endpoint.body),
            examples: { request: { summary: endpoint.summary, value: endpoint.bodyExample } },
          },
        },
      },
    }),
    responses: {
      ...(endpoint.redirects ? { "303": REDIRECT } : { "200": success(endpoint) }),
      ...(endpoint.method === "GET" &&
        !endpoint.redirects && {
          "304": {
            description: "Nothing has changed since the ETag in `If-None-Match`.",
            headers: headersOf(304, "GET"),
          },
        }),
      ...failures,
      // Documents need a response beside those of named failures; a redirect alone does not count as one.
      ...(endpoint.redirects && failures["500"] && { default: failures["500"] }),
    },
  };
}

const REDIRECT: Response = {
  description: "The browser is sent to the address in `Location`.",
  headers: headersOf(303, "GET"),
};

function requirementOf({ requires, sensitive }: AdminEndpoint): string {
  const who = {
    session: "Needs a session.",
    operator: "Needs an operator of the installation.",
  };
  const sentence = who[requires as keyof typeof who] ?? `Needs the right \`${requires}\` in the domain.`;
  return sensitive ? `${sentence} The password must have been entered within the last ten minutes.` : sentence;
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
