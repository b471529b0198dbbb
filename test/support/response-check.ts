import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ADMIN_BASE_PATH } from "../../src/contract/admin/admin-endpoint.ts";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { adminOpenApiDocument } from "../../src/contract/openapi/admin-document.ts";
import { ingestOpenApiDocument } from "../../src/contract/openapi/ingest-document.ts";
import { openApiDocument } from "../../src/contract/openapi/public-document.ts";

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { readonly schema: unknown }> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: unknown;
}

/**
 * Forbids additional properties in named schemas, because a response has exactly the specified fields. Errors stay
 * open.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isError =
    "properties" in copy && "error" in (copy["properties"] as object) && "request_id" in (copy["properties"] as object);
  if ("properties" in copy && !("additionalProperties" in copy) && !isError) copy["additionalProperties"] = false;
  return copy;
}

function absolute(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components', '"api#/components'));
}

/** Throws if a response does not match the document. */
type ResponseCheck = (method: string, path: string, status: number, body: string) => void;

function responseCheckOf(document: Document): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: "api", components: closed(document.components) });
  const validators = new Map<unknown, ValidateFunction>();
  const validatorOf = (schema: unknown): ValidateFunction => {
    const validate = validators.get(schema) ?? ajv.compile(absolute(schema) as object);
    validators.set(schema, validate);
    return validate;
  };
  /** Finds the operation of a request; `{case_id}` matches any single segment. */
  const operationAt = (method: string, path: string): Operation | undefined => {
    const found = Object.entries(document.paths).find(([template]) =>
      new RegExp(`^${template.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
    );
    return found?.[1][(method === "HEAD" ? "GET" : method).toLowerCase()];
  };
  return (method, path, status, body) => {
    const operation = operationAt(method, path);
    if (!operation) return;
    const response = operation.responses[String(status)];
    if (!response) throw new Error(`${method} ${path} answered ${status}, which the document does not name: ${body}`);
    if (method === "HEAD" || status === 304 || status === 303) return;
    const schema = response.content?.["application/json"]?.schema;
    if (!schema) throw new Error(`${method} ${path} ${status} has no schema in the document`);
    const validate = validatorOf(schema);
    if (!validate(JSON.parse(body))) {
      throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${body.slice(0, 2_000)}`);
    }
  };
}

const checks: readonly (readonly [string, ResponseCheck])[] = [
  [BASE_PATH, responseCheckOf(openApiDocument() as unknown as Document)],
  [INGEST_BASE_PATH, responseCheckOf(ingestOpenApiDocument() as unknown as Document)],
  [ADMIN_BASE_PATH, responseCheckOf(adminOpenApiDocument() as unknown as Document)],
];

/** Throws if a response of a published API does not match its OpenAPI document. */
export function checkResponse(method: string, url: string, status: number, body: string): void {
  const path = url.split("?")[0] ?? "";
  for (const [base, check] of checks) {
    if (path.startsWith(base)) check(method, path.slice(base.length), status, body);
  }
}
