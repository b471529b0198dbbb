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

/** Returns the OpenAPI 3.1 document of the ingest API, derived from the contract. */
export function ingestOpenApiDocument(): OpenApiDocument {
  const { Error: error = {} } = componentSchemas();
  const { "Idempotency-Replayed": _replayed, ETag: _tag, "Cache-Control": _cache, ...headers } = RESPONSE_HEADERS;
  return {
    openapi: "3.1.0",
    info: {
      ...INFO,
      title: "Parapet ingest API",
      version: "1.0.0",
      summary: "Deliver log rows and directory objects of one domain.",
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
      { name: "Rows", description: "Rows of the log tables that threat events and cases are derived from." },
      { name: "Directory", description: "The people, groups, roles and applications that appear in the rows." },
    ],
    paths: pathsOf(Object.values(ingestEndpoints), operationOf),
    components: { securitySchemes: SECURITY_SCHEMES, headers, schemas: { ...ownSchemas(), Error: error } },
  };
}

/** Returns the document as published: the same bytes for the same contract. */
export function ingestOpenApiText(): string {
  return `${JSON.stringify(ingestOpenApiDocument(), null, 2)}\n`;
}

const GUIDE = `
Deliver an organization's log rows and directory objects. Authentication, errors, rate limits and request ids work as in
the public API. A key needs the scope \`ingest:write\`, and every delivery counts as one request against the write limit.

A delivery is read line by line. Invalid lines are listed in \`rejected\` with their line numbers and do not affect the
other lines. Accepted lines are durable before the response is sent. It is always safe to send a delivery again: the same
row is stored once.

A large delivery is stored in several transactions. If the connection or the server fails before the response arrives,
send the same delivery again; rows that were already stored are counted as duplicates. An error response means that
nothing was stored, except 503, after which part of the delivery may have been stored: send the same body again. A body
that arrives at less than 4 KiB in 5 seconds is rejected with 408 \`request_timeout\`.

If rows arrive faster than they can be processed, the response is 503 \`unavailable\` with \`Retry-After\`; send the same
body again after that time.

Tables: ${LOG_TABLES.map((name) => `\`${name}\``).join(", ")}.

Directory kinds: ${DIRECTORY_KINDS.map((name) => `\`${name}\``).join(", ")}.`.trim();

const NAMED: Readonly<Record<string, { readonly schema: TSchema; readonly words: Readonly<Record<string, string>> }>> =
  {
    LogRow: { schema: LogRowLine, words: { "": "A row of a log table, in any of the four formats." } },
    DirectoryObject: { schema: DirectoryLine, words: { "": "An object as the directory's API exports it." } },
    RowReport: {
      schema: RowReport,
      words: {
        "": "The result of a delivery of rows.",
        accepted: "The number of new rows, which were stored.",
        duplicates: "The number of rows that were stored before.",
        rejected: "Lines that are not rows of the table; at most the first 1,000.",
        rejected_count: "The number of rejected lines; present if `rejected` is truncated.",
        "rejected.line": "The line number, starting at 1; for an array, the number of the element.",
        "rejected.error": "What is wrong with the line, for people.",
        conflicts:
          "New rows whose `_ItemId` belongs to a stored row with different content; at most the first 1,000. Both rows are stored.",
        conflicts_count: "The number of conflicts; present if `conflicts` is truncated.",
        "conflicts.line": "The line number.",
        "conflicts.item_id": "The `_ItemId` that was sent.",
        "conflicts.row_id": "The id under which the row is stored.",
      },
    },
    DirectoryReport: {
      schema: DirectoryReport,
      words: {
        "": "The result of a delivery of directory objects.",
        accepted: "The number of new or changed objects.",
        duplicates: "The number of unchanged objects.",
        removed: "The number of removed objects.",
        rejected: "Lines that are not objects of the kind; at most the first 1,000.",
        rejected_count: "The number of rejected lines; present if `rejected` is truncated.",
        "rejected.line": "The line number, starting at 1; for an array, the number of the element.",
        "rejected.error": "What is wrong with the line, for people.",
      },
    },
  };

function ownSchemas(): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(NAMED).map(([name, { schema, words }]) => [name, described(toSchema(schema), words, "")]),
  );
}

/** Returns the schema with descriptions of it and its properties. */
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

/** Returns a reference to a named schema. */
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
    description: "Success.",
    headers,
    content: { "application/json": { schema: refer(reply), examples: { answer: { summary, value: replyExample } } } },
  };
}
