import type { TSchema } from "typebox";
import { DIRECTORY_KINDS } from "../../model/directory-kind.ts";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import type { Endpoint } from "../endpoint.ts";
import { DirectoryLine, DirectoryReport, INGEST_BASE_PATH, ingestEndpoints, LogRowLine, RowReport } from "../ingest.ts";
import type { OpenApiDocument, Operation, RequestBody, Response, Schema } from "./document.ts";
import { failureResponses } from "./failures.ts";
import { headersOf, RESPONSE_HEADERS } from "./headers.ts";
import { INFO, SECURITY_SCHEMES } from "./info.ts";
import { parametersOf } from "./parameters.ts";
import { pathsOf } from "./paths.ts";
import { componentSchemas, toSchema } from "./schemas.ts";

/** The OpenAPI 3.1 document of the door that takes deliveries, derived from the contract. */
export function ingestOpenApiDocument(): OpenApiDocument {
  const { Error: error = {} } = componentSchemas();
  const { "Idempotency-Replayed": _replayed, ETag: _tag, "Cache-Control": _cache, ...headers } = RESPONSE_HEADERS;
  return {
    openapi: "3.1.0",
    info: {
      ...INFO,
      title: "Parapet ingest API",
      version: "1.0.0",
      summary: "Log rows and directory objects of one domain go in here.",
      description: GUIDE,
    },
    servers: [
      {
        url: "{base_url}",
        description: "Your installation.",
        variables: {
          base_url: {
            default: `http://127.0.0.1:8080${INGEST_BASE_PATH}`,
            description: `The address of your installation, with the prefix \`${INGEST_BASE_PATH}\`.`,
          },
        },
      },
    ],
    tags: [
      { name: "Rows", description: "Rows of the log tables that threats and cases are worked out from." },
      { name: "Directory", description: "The people, groups, roles and applications that the rows are about." },
    ],
    paths: pathsOf(Object.values(ingestEndpoints), operationOf),
    components: { securitySchemes: SECURITY_SCHEMES, headers, schemas: { ...ownSchemas(), Error: error } },
  };
}

/** The document as it is published: the same bytes for the same contract. */
export function ingestOpenApiText(): string {
  return `${JSON.stringify(ingestOpenApiDocument(), null, 2)}\n`;
}

const GUIDE = `
Deliver what an organization's systems log, and what its directory holds. Keys, errors, limits and request ids are those
of the public API; a key needs the scope \`ingest:write\`, and every delivery counts as one write of its rate limit.

A delivery is read line by line. What is wrong with a line is told in \`rejected\`, with its number, and never stops the
others. What is accepted is durable before the answer. Everything may be sent again: the same row counts once.

A large delivery is stored in several transactions. When the connection or the server fails before the answer, send the
same again: what was stored counts as a duplicate. A refusal means that nothing of the body was stored, except 503, after
which the same body is to be sent again anyway. A body must keep coming: one that brings less than 4 KiB in 5 seconds is
answered 408 \`request_timeout\`.

When more is delivered than can be processed, the answer is 503 \`unavailable\` with \`Retry-After\`; send the same body again
after that time.

Tables: ${LOG_TABLES.map((name) => `\`${name}\``).join(", ")}.

Directory kinds: ${DIRECTORY_KINDS.map((name) => `\`${name}\``).join(", ")}.`.trim();

const NAMED: Readonly<Record<string, { readonly schema: TSchema; readonly words: Readonly<Record<string, string>> }>> =
  {
    LogRow: { schema: LogRowLine, words: { "": "A row or record of a log table, in any of the four shapes." } },
    DirectoryObject: { schema: DirectoryLine, words: { "": "An object as the directory's own API exports it." } },
    RowReport: {
      schema: RowReport,
      words: {
        "": "What became of the lines of a delivery.",
        accepted: "Rows that are new, and kept.",
        duplicates: "Rows that were known.",
        rejected: "Lines that are no rows of the table; at most the first 1,000.",
        rejected_count: "How many lines were rejected, where `rejected` names only the first of them.",
        "rejected.line": "The number of the line, from 1; of an array, that of the element.",
        "rejected.error": "What is wrong with it, for a person.",
        conflicts:
          "New rows that came under the `_ItemId` of a row with other content; at most the first 1,000. Both are kept.",
        conflicts_count: "How many there are, where `conflicts` names only the first of them.",
        "conflicts.line": "The number of the line.",
        "conflicts.item_id": "The `_ItemId` it came under.",
        "conflicts.row_id": "The id it is kept under.",
      },
    },
    DirectoryReport: {
      schema: DirectoryReport,
      words: {
        "": "What became of the objects of a delivery.",
        accepted: "Objects that are new, or say something else than before.",
        duplicates: "Objects that say what was known.",
        removed: "Objects that are gone.",
        rejected: "Lines that are no objects of the kind; at most the first 1,000.",
        rejected_count: "How many lines were rejected, where `rejected` names only the first of them.",
        "rejected.line": "The number of the line, from 1; of an array, that of the element.",
        "rejected.error": "What is wrong with it, for a person.",
      },
    },
  };

function ownSchemas(): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, { schema, words }]) => [name, described(toSchema(schema), words, "")]),
  );
}

/** The schema with the words for it and for every member of it. */
function described(schema: Schema, words: Readonly<Record<string, string>>, path: string): Schema {
  const { properties, items, ...rest } = schema;
  const description = words[path];
  return {
    ...(description !== undefined && { description }),
    ...rest,
    ...(items && { items: described(items, words, path) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [
          name,
          described(member, words, path === "" ? name : `${path}.${name}`),
        ]),
      ),
    }),
  };
}

/** Shapes that have a name are referred to by it. */
function refer(schema: TSchema): Schema {
  const name = Object.entries(NAMED).find(([, named]) => named.schema === schema)?.[0];
  return { $ref: `#/components/schemas/${name}` };
}

function operationOf(endpoint: Endpoint): Operation {
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    security: Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: endpoint.scope ? [endpoint.scope] : [] })),
    parameters: parametersOf(endpoint).map((parameter) => ({ ...parameter, ...exampleOf(parameter.name) })),
    requestBody: requestBodyOf(endpoint),
    responses: { "200": success(endpoint), ...failureResponses(endpoint) },
  };
}

const EXAMPLES: Readonly<Record<string, string>> = { table: "SigninLogs", kind: "users" };
const WORDS: Readonly<Record<string, readonly string[]>> = { table: LOG_TABLES, kind: DIRECTORY_KINDS };

function exampleOf(name: string) {
  const words = WORDS[name];
  return words ? { example: EXAMPLES[name], schema: { type: "string", enum: words } } : {};
}

function requestBodyOf({ delivery, summary }: Endpoint): RequestBody {
  if (!delivery) throw new Error(`${summary} takes no delivery`);
  const line = refer(delivery.line);
  return {
    required: true,
    description: delivery.description,
    content: {
      "application/x-ndjson": { schema: line, examples: { line: { summary: "One line", value: delivery.example } } },
      "application/json": {
        schema: { type: "array", items: line },
        examples: { list: { summary, value: [delivery.example] } },
      },
    },
  };
}

function success({ method, reply, replyExample, summary }: Endpoint): Response {
  const { "Idempotency-Replayed": _replayed, ...headers } = headersOf(200, method);
  return {
    description: "The answer.",
    headers,
    content: { "application/json": { schema: refer(reply), examples: { answer: { summary, value: replyExample } } } },
  };
}
