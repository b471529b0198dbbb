import type { Method, OpenApiDocument, Operation, Response } from "../../contract/openapi/document.ts";
import { bodyExampleOf, curlOf, renderJson } from "./examples.ts";
import { renderAllFields, renderParameters } from "./fields.ts";
import { renderCode, renderInline } from "./markdown.ts";
import { html, type Markup } from "./markup.ts";

export interface PlacedOperation {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

const METHODS: readonly Method[] = ["get", "post", "put", "patch"];

/** Returns every operation in the order of the document. */
export function operationsOf({ paths }: OpenApiDocument): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/** Renders the method as a label. */
export function renderMethod(method: Method): Markup {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

/** Renders one operation: description on one side, examples on the other. */
export function renderOperation(document: OpenApiDocument, placed: PlacedOperation): Markup {
  const { method, path, operation } = placed;
  const { operationId, summary, description } = operation;
  return html`<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title">${summary}${operation["x-extension"] ? html` <span class="mark extension">extension</span>` : ""}</h3>
<p class="address">${renderMethod(method)} <code>${path}</code></p>
<div class="columns">
<div class="described">
<p>${renderInline(description)}</p>
<p class="scope">${renderScope(operation)}</p>
${renderInput(document, operation)}
${renderResponse(document, operation)}
${renderErrorTable(operation)}
</div>
<div class="shown">
${renderExamples(placed)}
</div>
</div>
</section>`;
}

function renderScope({ security }: Operation): Markup {
  const scopes = [...new Set(security.flatMap((alternative) => Object.values(alternative).flat()))];
  if (scopes.length === 0) return html`Any valid key may call it.`;
  return html`Needs the scope ${scopes.map((scope) => html`<code>${scope}</code> `)}`;
}

function renderInput({ components }: OpenApiDocument, { parameters, requestBody, summary }: Operation): Markup {
  const body = requestBody?.content["application/json"].schema;
  return html`${
    parameters.length === 0
      ? ""
      : html`<h4>Parameters</h4>
${renderParameters(parameters, `Parameters of: ${summary}`)}`
  }${
    body &&
    html`<h4>Request body</h4>
<p>${renderInline(requestBody.description)}</p>
<p class="headers">Content type: ${Object.keys(requestBody.content).map((type, at) => html`${at === 0 ? "" : " or "}<code>${type}</code>`)}.</p>
${renderAllFields(body, components.schemas, `Request body of: ${summary}`)}`
  }`;
}

function renderResponse({ components }: OpenApiDocument, { responses, summary }: Operation): Markup {
  const answer = responses["200"];
  const schema = answer?.content?.["application/json"].schema;
  return html`<h4>Response</h4>
${schema && renderAllFields(schema, components.schemas, `Response of: ${summary}`)}
<p class="headers">Headers: ${Object.keys(answer?.headers ?? {}).map((name, at) => html`${at === 0 ? "" : ", "}<code>${name}</code>`)}.</p>`;
}

function refusalsOf({ responses }: Operation): readonly (readonly [string, Response])[] {
  return Object.entries(responses).filter(([status]) => status !== "200");
}

function renderErrorTable(operation: Operation): Markup {
  const rows = refusalsOf(operation).map(([status, { description, content }]) => {
    const examples = Object.entries(content?.["application/json"].examples ?? {});
    const codes = examples.map(
      ([code, { summary }]) => html`<dt><code>${code}</code></dt><dd>${renderInline(summary)}</dd>`,
    );
    return html`<tr><th scope="row">${status}</th>
<td>${renderInline(description)}${codes.length === 0 ? "" : html`<dl class="codes">${codes}</dl>`}</td></tr>`;
  });
  return html`<h4>Other responses</h4>
<table class="errors" aria-label="Other responses of: ${operation.summary}">
<thead><tr><th scope="col">Status</th><th scope="col">Meaning and codes</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function renderExamples({ method, path, operation }: PlacedOperation): Markup {
  const of = `of: ${operation.summary}`;
  const body = bodyExampleOf(operation.requestBody);
  const answer = Object.values(operation.responses["200"]?.content?.["application/json"].examples ?? {});
  return html`<h4>Request</h4>
${renderCode(curlOf(method, path, operation), `Command ${of}`)}
${body && renderJson(body.value, `Request body ${of}`)}
<h4>Example response</h4>
${answer.map(({ value }) => renderJson(value, `Example response ${of}`))}
${renderErrorBodies(operation)}`;
}

function renderErrorBodies(operation: Operation): Markup {
  const bodies = refusalsOf(operation).flatMap(([status, { content }]) =>
    Object.entries(content?.["application/json"].examples ?? {}).map(([code, { value }]) => ({ status, code, value })),
  );
  return html`<details class="bodies"><summary>Error bodies (${bodies.length})</summary>
${bodies.map(
  ({ status, code, value }) => html`<p class="error-code">${status} <code>${code}</code></p>
${renderJson(value, `Error body ${code}`)}`,
)}</details>`;
}
