import type { Operation, RequestBody } from "../../contract/openapi/document.ts";
import { BASE_URL, renderCode } from "./markdown.ts";
import { html, type Markup } from "./markup.ts";

/** Matches a line of indented JSON: indentation, optional name, scalar or bracket, optional comma. */
const LINE = /^( *)(?:("(?:[^"\\]|\\.)*")(: ))?("(?:[^"\\]|\\.)*"|[\w.+-]+)?(.*)/;

/** Renders a value as indented JSON with syntax highlighting. */
export function renderJson(value: unknown, label: string): Markup {
  const text = JSON.stringify(value, null, 2) ?? "";
  const lines = text.split("\n").map((line, at) => html`${at === 0 ? "" : "\n"}${renderLine(line)}`);
  return renderCode(html`${lines}`, label);
}

function renderLine(line: string): Markup {
  const [, indent, name, colon, value, rest] = LINE.exec(line) ?? ["", line];
  const kind = value?.startsWith('"') ? "text" : "atom";
  return html`${indent}${name && marked("name", name)}${colon}${value && marked(kind, value)}${rest}`;
}

const marked = (kind: string, text: string): Markup => html`<span class="json-${kind}">${text}</span>`;

/** The example of a request body with its content type; lines of JSON are preferred to an array. */
interface BodyExample {
  readonly contentType: string;
  readonly value: unknown;
}

/** Returns the first example of a request body. */
export function bodyExampleOf(requestBody: RequestBody | undefined): BodyExample | undefined {
  if (!requestBody) return undefined;
  const contentType = requestBody.content["application/x-ndjson"] ? "application/x-ndjson" : "application/json";
  const [example] = Object.values(requestBody.content[contentType]?.examples ?? {});
  return example && { contentType, value: example.value };
}

/** Returns a curl command that calls the operation, quoted for a POSIX shell. */
export function curlOf(method: string, path: string, operation: Operation): string {
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, example]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name) =>
    encodeURIComponent(String(examples.get(name) ?? whole)),
  );
  const search = examples.has("page_size") ? "?page_size=50" : "";
  const body = bodyExampleOf(operation.requestBody);
  const lines = [
    `curl -sS ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"${BASE_URL}${escapeQuoted(filled + search)}"`,
    '-H "X-API-Key: $PARAPET_API_KEY"',
    ...(body ? [`-H "Content-Type: ${body.contentType}"`, `--data-binary ${quote(JSON.stringify(body.value))}`] : []),
  ];
  return lines.join(" \\\n  ");
}

/** Escapes what a shell would expand within double quotes. */
function escapeQuoted(text: string): string {
  return text.replaceAll(/["$`\\]/g, "\\$&");
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
