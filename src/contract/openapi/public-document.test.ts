import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { lintDocument, NO_PROBLEMS } from "../../../test/support/lint-document.ts";
import { FAILURE_STATUS, type FailureCode } from "../../model/failure.ts";
import type { Endpoint } from "../endpoint.ts";
import { publicEndpoints } from "../endpoints.ts";
import { adminOpenApiDocument } from "./admin-document.ts";
import { COMPONENT_WORDS } from "./descriptions.ts";
import type { Content, Operation, Schema } from "./document.ts";
import { openApiDocument, openApiText } from "./public-document.ts";

const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));
const document = openApiDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(close(document), "parapet");

interface Documented {
  readonly endpoint: Endpoint;
  readonly operation: Operation;
}

const operations: readonly (readonly [string, Documented])[] = Object.values(publicEndpoints).map(
  (endpoint: Endpoint) => {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    const operation = document.paths[path]?.[endpoint.method === "GET" ? "get" : "post"];
    if (!operation) throw new Error(`${endpoint.operationId} is not documented`);
    return [`${endpoint.method} ${path}`, { endpoint, operation }];
  },
);

describe("the document as a whole", () => {
  test("the published file matches the contract; `npm run openapi` regenerates it", () => {
    expect(readFileSync(`${REPOSITORY}/docs/openapi.json`, "utf8")).toBe(openApiText());
  });

  test("paths come in the order of the contract", () => {
    expect(Object.keys(document.paths)).toEqual([...new Set(operations.map(([name]) => name.split(" ")[1]))]);
  });

  test("every tag is described", () => {
    expect(document.tags.filter(({ description }) => description === "")).toEqual([]);
  });

  test("every error code is explained here, or in the document of the admin API if only that has it", () => {
    const admin = adminOpenApiDocument().info.description;
    for (const code of Object.keys(FAILURE_STATUS)) {
      const [here, there] = [document.info.description, admin].map((text) => text.includes(`| \`${code}\` |`));
      expect([code, here !== there]).toEqual([code, true]);
    }
  });

  test("Redocly's recommended rules find nothing", async () => {
    expect(await lintDocument("docs/openapi.json")).toMatchObject(NO_PROBLEMS);
  });
});

describe("named schemas", () => {
  const shapes = Object.entries(document.components.schemas);

  test.each(shapes)("%s describes every member", (_name, schema) => {
    const mute = membersOf(schema).filter(([, member]) => !member.description);
    expect(mute.map(([path]) => path)).toEqual([]);
  });

  test.each(shapes)("%s has no words about members that do not exist", (name, schema) => {
    const known = new Set(membersOf(schema).map(([path]) => path));
    const { fields } = COMPONENT_WORDS[name as keyof typeof COMPONENT_WORDS];
    expect(Object.keys(fields).filter((path) => !known.has(path))).toEqual([]);
  });

  test("the items of a list are a reference, not a copy", () => {
    expect(document.components.schemas["CasePage"]?.properties?.["items"]?.items).toEqual({
      $ref: "#/components/schemas/Case",
    });
  });

  test("a nullable property has null in its type", () => {
    const { properties = {} } = document.components.schemas["NhiDetail"] ?? {};
    expect(properties["generated_at"]?.type).toEqual(["string", "null"]);
    expect(properties["nuid"]?.type).toBe("string");
    expect(properties["role"]?.properties?.["match"]?.enum).toEqual(["typical", "atypical", null]);
  });

  test("the 423 body has exactly the specified properties", () => {
    const { properties, required } = document.components.schemas["NotReady"] ?? {};
    const specified = [
      "error",
      "resource",
      "message",
      "details",
      "days_until_ready",
      "external_api_enabled_at_utc",
      "now_utc",
    ];
    expect(Object.keys(properties ?? {})).toEqual(specified);
    expect(required).toEqual(specified);
  });
});

describe.each(operations)("%s", (_name, { endpoint, operation }) => {
  test("every parameter is described, and extensions are marked", () => {
    expect(operation.parameters.filter(({ description }) => !description)).toEqual([]);
    const added = operation.parameters.filter((parameter) => parameter["x-extension"]).map(({ name }) => name);
    if (endpoint.method === "GET") expect(added).toContain("If-None-Match");
    expect(operation["x-extension"]).toBe(endpoint.extension);
  });

  test("a comma-separated list is one parameter", () => {
    for (const { schema, style, explode } of operation.parameters) {
      if (schema.type === "array") expect({ style, explode }).toEqual({ style: "form", explode: false });
    }
  });

  test("every response with a body has an example", () => {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (status === "304") expect(content).toBeUndefined();
      else expect(Object.keys(examplesOf(content)), status).not.toEqual([]);
    }
    if (endpoint.body) expect(Object.keys(examplesOf(operation.requestBody?.content))).not.toEqual([]);
  });

  test("every error code of the operation is documented under its status", () => {
    const shown = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Number(status) < 400 ? [] : Object.keys(examplesOf(content)).map((code) => `${status} ${code}`),
    );
    expect(new Set(shown)).toEqual(new Set(refusalsOf(endpoint).map((code) => `${FAILURE_STATUS[code]} ${code}`)));
  });

  test("the example of an error has its error code", () => {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const examples = Number(status) < 400 ? [] : Object.entries(examplesOf(content));
      for (const [code, { value }] of examples) expect(value).toMatchObject({ error: code });
    }
  });

  test("responses document X-Request-Id, Retry-After and WWW-Authenticate", () => {
    const carrying = (header: string) =>
      Object.keys(operation.responses).filter((status) => header in (operation.responses[status]?.headers ?? {}));
    const answered = (...statuses: readonly string[]) => statuses.filter((status) => status in operation.responses);
    expect(carrying("X-Request-Id")).toEqual(Object.keys(operation.responses));
    expect(carrying("Retry-After")).toEqual(answered("409", "423", "429", "503"));
    expect(carrying("WWW-Authenticate")).toEqual(["401"]);
    expect(carrying("ETag")).toEqual(endpoint.method === "GET" ? ["200", "304"] : []);
  });

  test("every example is valid and has no property that the schema does not declare", () => {
    const contents = [operation.requestBody?.content, ...Object.values(operation.responses).map((r) => r.content)];
    for (const content of contents) {
      const valid = validatorOf(content?.["application/json"].schema ?? {});
      for (const { value } of Object.values(examplesOf(content))) expect(valid(value)).toEqual([]);
    }
    for (const { schema, example } of operation.parameters) {
      if (example !== undefined) expect(validatorOf(schema)(example)).toEqual([]);
    }
  });

  test("the 423 names the resource that is not ready, and has no request id", () => {
    const body = examplesOf(operation.responses["423"]?.content)["resource_not_ready"]?.value;
    if (endpoint.readiness === null) expect(operation.responses["423"]).toBeUndefined();
    else expect(body).toMatchObject({ resource: endpoint.readiness });
    expect(Object.keys(body ?? {})).not.toContain("request_id");
  });
});

function refusalsOf({ scope, readiness, failures }: Endpoint): readonly FailureCode[] {
  return [
    ...(["invalid_parameter", "unknown_parameter", "ambiguous_credentials"] as const),
    ...(["missing_api_key", "invalid_api_key", "inactive_api_key"] as const),
    ...(["ip_not_allowed", "external_api_disabled"] as const),
    ...(["rate_limited", "internal_error", "unavailable"] as const),
    ...(scope === null ? [] : (["insufficient_scope"] as const)),
    ...(readiness === null ? [] : (["resource_not_ready"] as const)),
    ...failures,
  ];
}

function examplesOf(content: Content | undefined) {
  return content?.["application/json"].examples ?? {};
}

/** Returns every property with its dotted path, without following references. */
function membersOf(schema: Schema, path = ""): readonly (readonly [string, Schema])[] {
  const inItems = schema.items ? membersOf(schema.items, path) : [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return [[at, member] as const, ...membersOf(member, at)];
  });
  return [...inItems, ...own];
}

function validatorOf(schema: Schema): (value: unknown) => readonly string[] {
  const validate = ajv.compile(schema.$ref ? { $ref: `parapet${schema.$ref}` } : close(schema));
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`));
}

/** Returns a copy in which no object accepts undeclared properties. */
function close<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(close) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)]));
  const closed = "properties" in schema && !("additionalProperties" in schema);
  return (closed ? { ...copy, additionalProperties: false } : copy) as T;
}
