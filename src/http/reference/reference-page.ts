import { BASE_PATH } from "../../contract/endpoints.ts";
import type { OpenApiDocument } from "../../contract/openapi/document.ts";
import { baseUrlOf } from "./examples.ts";
import { renderOwnFields, shapeId } from "./fields.ts";
import { type MarkdownSection, readSections, renderInline } from "./markdown.ts";
import { html, type Markup } from "./markup.ts";
import { operationsOf, type PlacedOperation, renderMethod, renderOperation } from "./operation.ts";

/** The API reference as one page without any script: its only other part is its style sheet. */
export function renderReferencePage(document: OpenApiDocument): string {
  const [introduction, ...guide] = readSections(document.info.description);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title}</title>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="page">
${renderNavigation(document, guide)}
<main id="content">
${renderTitle(document, introduction)}
${guide.map(renderGuideSection)}
${document.tags.map(({ name }) => renderTag(document, name))}
${renderShapes(document)}
</main>
</div>
</body>
</html>
`;
  return page.text;
}

function renderNavigation(document: OpenApiDocument, guide: readonly MarkdownSection[]): Markup {
  const { info, tags, components } = document;
  const operations = operationsOf(document);
  return html`<nav aria-label="Contents">
<p class="brand"><a href="#content">${info.title}</a></p>
<details open><summary>Guide</summary>
<ul>${guide.map(({ title }) => html`<li><a href="#${guideId(title)}">${title}</a></li>`)}</ul></details>
${tags.map(({ name }) => {
  const entries = operations.filter(({ operation }) => operation.tags.includes(name)).map(renderEntry);
  return html`<details open><summary>${name}</summary><ul>${entries}</ul></details>`;
})}
<details><summary>Shapes</summary>
<ul>${Object.keys(components.schemas).map((name) => html`<li><a href="#${shapeId(name)}">${name}</a></li>`)}</ul></details>
</nav>`;
}

function renderEntry({ method, operation }: PlacedOperation): Markup {
  return html`<li><a href="#${operation.operationId}">${renderMethod(method)} <span>${operation.summary}</span></a></li>`;
}

function renderTitle(document: OpenApiDocument, introduction: MarkdownSection | undefined): Markup {
  const { title, version, summary, license } = document.info;
  return html`<header>
<h1>${title}</h1>
<p class="lead">${summary}</p>
<dl class="facts">
<div><dt>Base URL</dt><dd><code>${baseUrlOf(document)}</code></dd></div>
<div><dt>Version</dt><dd>${version}</dd></div>
<div><dt>License</dt><dd>${license.name}</dd></div>
<div><dt>For tools</dt><dd><a href="${BASE_PATH}/openapi.json">OpenAPI document</a></dd></div>
</dl>
${introduction?.body}
</header>`;
}

function renderGuideSection({ title, body }: MarkdownSection): Markup {
  const id = guideId(title);
  return html`<section class="guide" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>`;
}

function renderTag(document: OpenApiDocument, name: string): Markup {
  const description = document.tags.find((tag) => tag.name === name)?.description ?? "";
  const operations = operationsOf(document).filter(({ operation }) => operation.tags.includes(name));
  const id = `tag-${slug(name)}`;
  return html`<section class="tag" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${name}</h2>
<p class="lead">${renderInline(description)}</p>
${operations.map((placed) => renderOperation(document, placed))}
</section>`;
}

function renderShapes({ components }: OpenApiDocument): Markup {
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => html`<section class="shape" id="${shapeId(name)}" aria-labelledby="${shapeId(name)}-title">
<h3 id="${shapeId(name)}-title">${name}</h3>
<p>${renderInline(schema.description ?? "")}</p>
${renderOwnFields(schema, `Members of ${name}`)}
</section>`,
  );
  return html`<section class="tag" id="shapes" aria-labelledby="shapes-title">
<h2 id="shapes-title">Shapes</h2>
<p class="lead">The objects that requests and responses consist of.</p>
${shapes}
</section>`;
}

function guideId(title: string): string {
  return `guide-${slug(title)}`;
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
