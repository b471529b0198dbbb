import type { ApiOperation } from "./api-document.ts";

/** What a person entered for an operation. */
export interface RequestInput {
  readonly values: ReadonlyMap<string, string>;
  readonly body: string | null;
}

/** The response to a request that was tried. */
export interface TriedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

/** Returns the path and query of a request. */
export function addressOf({ path, parameters }: ApiOperation, values: RequestInput["values"]): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values.get(name) ?? "";
    return value === "" ? whole : encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) => {
      const value = values.get(name) ?? "";
      return place === "query" && value !== "" ? [[name, value] as [string, string]] : [];
    }),
  ).toString();
  return filled + (search && `?${search}`);
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Returns the curl command for a request; the key comes from the environment. */
export function curlOf(operation: ApiOperation, { values, body }: RequestInput): string {
  const parts = [
    "curl -sS",
    ...(operation.method === "GET" ? [] : [`-X ${operation.method}`]),
    '-H "X-API-Key: $PARAPET_API_KEY"',
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `--data-binary ${quote(compact(body))}`]),
    quote(location.origin + addressOf(operation, values)),
  ];
  return parts.join(" ");
}

/** Returns JSON on one line, or the text itself while it is not JSON. */
function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  "content-type",
  "etag",
  "ratelimit",
  "retry-after",
  "x-request-id",
]);

/** Sends a request with a key, without the cookies of the session. */
export async function send(operation: ApiOperation, input: RequestInput, key: string): Promise<TriedResponse> {
  const start = performance.now();
  const response = await fetch(addressOf(operation, input.values), {
    method: operation.method,
    credentials: "omit",
    cache: "no-store",
    headers: { "x-api-key": key, ...(input.body !== null && { "content-type": "application/json" }) },
    ...(input.body !== null && { body: input.body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - start),
    headers: [...response.headers].filter(([name]) => SHOWN_HEADERS.has(name)),
    text: indented(text),
  };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
