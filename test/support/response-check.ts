import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openApiDocument } from "../../src/contract/openapi.ts";

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { readonly schema: unknown }> }>>;
}

const document = openApiDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: unknown;
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ $id: "api", components: closed(document.components) });

/** Named objects take no member they do not name: an answer carries exactly the specified fields. Errors stay open. */
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

const validators = new Map<unknown, ValidateFunction>();

function validatorOf(schema: unknown): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(absolute(schema) as object);
  validators.set(schema, validate);
  return validate;
}

/** Finds the operation a request went to; `/cases/{case_id}` matches any one segment. */
function operationAt(method: string, path: string): Operation | undefined {
  const found = Object.entries(document.paths).find(([template]) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
  );
  return found?.[1][(method === "HEAD" ? "GET" : method).toLowerCase()];
}

/** Throws when an answer of the public API is not one that the OpenAPI document promises. */
export function checkResponse(method: string, path: string, status: number, body: string): void {
  const operation = operationAt(method, path);
  if (!operation) return;
  const response = operation.responses[String(status)];
  if (!response) throw new Error(`${method} ${path} answered ${status}, which the document does not name: ${body}`);
  if (method === "HEAD" || status === 304) return;
  const schema = response.content?.["application/json"]?.schema;
  if (!schema) throw new Error(`${method} ${path} ${status} has no schema in the document`);
  const validate = validatorOf(schema);
  if (!validate(JSON.parse(body))) {
    throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${body.slice(0, 2_000)}`);
  }
}
