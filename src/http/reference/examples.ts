import type { OpenApiDocument, Operation } from "../../contract/openapi/document.ts";
import { renderCode } from "./markdown.ts";
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

/** Returns the URL of the document's first server. */
export function baseUrlOf({ servers }: OpenApiDocument): string {
  const [server] = servers;
  return (server?.url ?? "").replaceAll(/\{(\w+)\}/g, (whole, name) => server?.variables[name]?.default ?? whole);
}

/** Returns a curl command that calls the operation, quoted for a POSIX shell. */
export function curlOf(baseUrl: string, method: string, path: string, operation: Operation): string {
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, example]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name) =>
    encodeURIComponent(String(examples.get(name) ?? whole)),
  );
  const search = examples.has("page_size") ? "?page_size=50" : "";
  const body = Object.values(operation.requestBody?.content["application/json"].examples ?? {})[0]?.value;
  const lines = [
    `curl -sS ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quote(baseUrl + filled + search)}`,
    '-H "X-API-Key: $PARAPET_API_KEY"',
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(body))}`]),
  ];
  return lines.join(" \\\n  ");
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
