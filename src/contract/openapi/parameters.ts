import type { Endpoint } from "../endpoint.ts";
import type { Parameter, Schema } from "./document.ts";
import { toSchema } from "./schemas.ts";

const PATH_WORDS: Readonly<Record<string, string>> = {
  case_id: "The id of the case.",
  tuid: "The id of the user.",
  nuid: "The id of the non-human identity.",
  connector_type: "The id of the connector type.",
  drift_id: "The id of the drift event.",
  event_id: "The id of the threat event.",
  domain_id: "The id of the domain.",
  session_id: "The id of the session.",
  account_id: "The id of the account.",
  key_id: "The id of the API key, which is the part after `ppt_`.",
  resource: "The resource.",
  rule: "The name of the rule.",
  exception_id: "The id of the exception.",
};

/** Header names in their usual spelling; the contract has them in lower case, as Node does. */
const HEADER_NAMES: Readonly<Record<string, string>> = {
  "idempotency-key": "Idempotency-Key",
  "if-match": "If-Match",
};

const IF_NONE_MATCH: Parameter = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description:
    "The ETag of an earlier response. If nothing has changed, the response is 304, which does not count against the read limit.",
  schema: { type: "string" },
  "x-extension": true,
};

/** Returns the parameters of an operation: path, query, then headers. */
export function parametersOf(endpoint: Endpoint): readonly Parameter[] {
  const own = (["params", "query", "headers"] as const).flatMap((part) => partOf(endpoint, part));
  return endpoint.method === "GET" && !endpoint.redirects ? [...own, IF_NONE_MATCH] : own;
}

function partOf(endpoint: Endpoint, part: "params" | "query" | "headers"): readonly Parameter[] {
  const schema = endpoint[part];
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema);
  return Object.entries(properties).map(([name, member]) => {
    const parameter = { name, required: required.includes(name), member };
    if (part === "params") return pathParameter(parameter, endpoint.replyExample);
    return part === "query" ? queryParameter(parameter) : headerParameter(parameter);
  });
}

interface Named {
  readonly name: string;
  readonly required: boolean;
  readonly member: Schema;
}

function pathParameter({ name, member }: Named, replyExample: unknown): Parameter {
  const { description = PATH_WORDS[name] ?? "", ...schema } = member;
  // Every reply that is looked up by an id also contains it.
  const example = (replyExample as Readonly<Record<string, unknown>>)[name];
  return { name, in: "path", required: true, description, schema, example };
}

function queryParameter({ name, required, member }: Named): Parameter {
  const { description = "", "x-extension": extension, ...schema } = member;
  return {
    name,
    in: "query",
    required,
    description,
    ...(schema.type === "array" ? { style: "form", explode: false } : {}),
    schema,
    ...(extension ? { "x-extension": true } : {}),
  };
}

function headerParameter({ name, required, member }: Named): Parameter {
  const { description = "", "x-extension": extension, ...schema } = member;
  return {
    name: HEADER_NAMES[name] ?? name,
    in: "header",
    required,
    description,
    schema,
    ...(extension ? { "x-extension": true } : {}),
  };
}
