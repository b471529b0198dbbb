import { BASE_PATH } from "../../src/contract/endpoints.ts";
import type { Method, OpenApiDocument, Operation, Parameter, Schema } from "../../src/contract/openapi/document.ts";
import { type Member, membersOf, renderComment, renderMembers, renderType } from "./render-type.ts";

const GENERATED = "// Generated from the OpenAPI document by `npm run openapi`. Do not edit.\n";

interface ClientOperation {
  readonly name: string;
  /** The name with a capital letter, for the types of the operation. */
  readonly typeName: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly reply: Schema;
}

/** Renders the types of the client: every schema, every operation's input, and the interfaces with its methods. */
export function renderClientTypes(document: OpenApiDocument): string {
  const operations = operationsOf(document);
  const { schemas } = document.components;
  return [
    GENERATED,
    'import type { CallOptions, ConditionalOptions, NotModified, Received } from "./response.ts";\n',
    ...Object.entries(schemas).map(
      ([name, schema]) =>
        `${renderComment(schema.description ?? "")}export interface ${name} ${renderSchema(schema)}\n`,
    ),
    ...operations.flatMap(renderInput),
    renderInterface("Methods", "The operations of the API.", operations, renderMethod),
    renderInterface(
      "MethodsWithResponse",
      "The operations of the API; the result includes the status and the headers of the response.",
      operations,
      renderMethodWithResponse,
    ),
    renderLists(document, operations),
  ].join("\n");
}

/** Renders the table of operations that the client is built from at run time. */
export function renderClientOperations(document: OpenApiDocument): string {
  const lines = operationsOf(document).map(({ name, method, path, operation }) => {
    const hasKey = operation.parameters.some((parameter) => parameter.name === "Idempotency-Key");
    return `  ${name}: { method: "${method}", path: "${path}", takesIdempotencyKey: ${hasKey} },\n`;
  });
  return [
    GENERATED,
    `/** The path prefix of the API. */\nexport const API_PATH = "${BASE_PATH}";\n`,
    `/** One operation of the API, as the client calls it. */
export interface ClientOperation {
  readonly method: string;
  /** Relative to the base URL; parameters as \`{name}\`. */
  readonly path: string;
  readonly takesIdempotencyKey: boolean;
}
`,
    `export const CLIENT_OPERATIONS: Readonly<Record<string, ClientOperation>> = {\n${lines.join("")}};\n`,
  ].join("\n");
}

function operationsOf({ paths }: OpenApiDocument): readonly ClientOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (Object.entries(item) as readonly (readonly [Method, Operation])[]).map(([method, operation]) => {
      const { operationId: name, responses } = operation;
      return {
        name,
        typeName: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        method: method.toUpperCase(),
        path,
        operation,
        reply: responses["200"]?.content?.["application/json"].schema ?? {},
      };
    }),
  );
}

function renderSchema(schema: Schema): string {
  return renderMembers(membersOf(schema));
}

const PARTS = [
  { part: "params", in: "path" },
  { part: "query", in: "query" },
  { part: "headers", in: "header" },
] as const;

function renderInput({ typeName, operation }: ClientOperation): readonly string[] {
  const parts = PARTS.flatMap(({ part, in: place }) => {
    const members = operation.parameters.filter((parameter) => isGiven(parameter, place)).map(toMember);
    return members.length === 0 ? [] : [{ part, members }];
  });
  const body = operation.requestBody?.content["application/json"].schema;
  const named = parts.map(({ part, members }) => {
    const name = `${typeName}${part.charAt(0).toUpperCase()}${part.slice(1)}`;
    return {
      declaration: `export interface ${name} ${renderMembers(members, "", " | undefined")}\n`,
      member: renderPart(part, name, part === "params" || members.some(({ required }) => required)),
    };
  });
  const members = [...named.map(({ member }) => member), ...(body ? [renderPart("body", renderType(body), true)] : [])];
  return [
    ...named.map(({ declaration }) => declaration),
    members.length === 0
      ? `export type ${typeName}Input = Readonly<Record<string, never>>;\n`
      : `export interface ${typeName}Input {\n${members.join("")}}\n`,
  ];
}

/** Returns whether callers set the parameter; the client sets `If-None-Match` itself, from an option. */
function isGiven({ name, in: place }: Parameter, wanted: Parameter["in"]): boolean {
  return place === wanted && name !== "If-None-Match";
}

function toMember({ name, in: place, required, description, schema }: Parameter): Member {
  return { name: place === "header" ? name.toLowerCase() : name, required, description, schema };
}

function renderPart(part: string, type: string, required: boolean): string {
  return `  readonly ${part}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};\n`;
}

function renderInterface(
  name: string,
  doc: string,
  operations: readonly ClientOperation[],
  render: (operation: ClientOperation) => string,
): string {
  return `/** ${doc} */\nexport interface ${name} {\n${operations.map(render).join("\n")}}\n`;
}

function renderMethod(placed: ClientOperation): string {
  const { name, reply } = placed;
  return `${docOf(placed)}  ${name}(${inputOf(placed)}, options?: CallOptions): Promise<${renderType(reply, "  ")}>;\n`;
}

function renderMethodWithResponse(placed: ClientOperation): string {
  const { name, typeName, method, reply } = placed;
  const type = renderType(reply, "  ");
  const plain = `${docOf(placed)}  ${name}(${inputOf(placed)}, options?: CallOptions): Promise<Received<${type}>>;\n`;
  if (method !== "GET") return plain;
  const input = needsInput(placed) ? `${typeName}Input` : `${typeName}Input | undefined`;
  return `${plain}  ${name}(input: ${input}, options: ConditionalOptions): Promise<Received<${type}> | NotModified>;\n`;
}

function docOf({ operation: { summary, description, security } }: ClientOperation): string {
  const scopes = [...new Set(security.flatMap((scheme) => Object.values(scheme).flat()))];
  const needs = scopes.length === 0 ? "" : ` Requires the scope ${scopes.map((scope) => `\`${scope}\``).join(", ")}.`;
  return renderComment(`${summary}. ${description}${needs}`, "  ");
}

function inputOf(placed: ClientOperation): string {
  return `input${needsInput(placed) ? "" : "?"}: ${placed.typeName}Input`;
}

function needsInput({ operation: { parameters, requestBody } }: ClientOperation): boolean {
  return requestBody !== undefined || parameters.some(({ required }) => required);
}

/** Renders the operations that return pages, with the types of their query, page and item. */
function renderLists({ components }: OpenApiDocument, operations: readonly ClientOperation[]): string {
  const lists = operations.flatMap(({ name, typeName, reply }) => {
    const page = components.schemas[renderType(reply)] ?? reply;
    const { next_cursor: cursor, items, data } = page.properties ?? {};
    const item = (items ?? data)?.items;
    if (!cursor || !item) return [];
    const types = `query: ${typeName}Query; readonly page: ${renderType(reply)}; readonly item: ${renderType(item)}`;
    return [`  readonly ${name}: { readonly ${types} };\n`];
  });
  return `/** The operations that return pages of items. */\nexport interface Lists {\n${lists.join("")}}\n`;
}
