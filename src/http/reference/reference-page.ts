import type { OpenApiDocument } from "../../contract/openapi/document.ts";
import { renderOwnFields, shapeId } from "./fields.ts";
import { BASE_URL, type MarkdownSection, readSections, renderInline } from "./markdown.ts";
import { html, type Markup } from "./markup.ts";
import { operationsOf, type PlacedOperation, renderMethod, renderOperation } from "./operation.ts";

/** What the links between the reference pages need. */
export interface ReferencePlace {
  /** What the page is called in the links. */
  readonly name: string;
  readonly path: string;
}

/** One of the reference pages. */
export interface Reference extends ReferencePlace {
  /** The path prefix of the operations. */
  readonly basePath: string;
  readonly document: OpenApiDocument;
}

/** Renders a reference page. It can be read without its script, which adds search, copy buttons and the base URL. */
export function renderReferencePage(reference: Reference, all: readonly ReferencePlace[]): string {
  const { document } = reference;
  const [introduction, ...guide] = readSections(document.info.description);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/reference.js" defer></script>
</head>
<body data-base="${reference.basePath}">
<a class="skip" href="#content">Skip to the content</a>
${renderBar(reference, all)}
<div class="page">
${renderNavigation(document, guide)}
<main id="content">
${renderTitle(reference, introduction)}
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

/** Renders the bar at the top: the links between the pages, and on small screens the one that opens the contents. */
function renderBar({ path }: Reference, all: readonly ReferencePlace[]): Markup {
  const links = all.map(
    (each) => html`<li><a href="${each.path}"${each.path === path ? CURRENT : undefined}>${each.name}</a></li>`,
  );
  return html`<div class="bar">
<p class="brand"><a href="/docs"><img src="/favicon.svg" alt="" width="20" height="20"> <span>Parapet</span></a></p>
<nav class="pages" aria-label="References"><ul>${links}</ul></nav>
<a class="menu" href="#contents">Contents</a>
</div>`;
}

const CURRENT = html` aria-current="page"`;
const [OPEN, CLOSED] = [html` open`, html``];

function renderNavigation(document: OpenApiDocument, guide: readonly MarkdownSection[]): Markup {
  const { tags, components } = document;
  const operations = operationsOf(document);
  return html`<nav id="contents" class="contents" aria-label="Contents">
<a class="menu" href="#content">Close</a>
<div id="search" class="search" role="search" hidden>
<label for="query">Search</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="Path, field or error code" aria-describedby="found">
<p id="found" role="status"></p>
</div>
${guide.length === 0 ? "" : renderGroup("Guide", guide.map(renderGuideEntry))}
${tags.map(({ name }) => {
  const entries = operations.filter(({ operation }) => operation.tags.includes(name)).map(renderEntry);
  return renderGroup(name, entries);
})}
${renderGroup("Shapes", Object.keys(components.schemas).map(renderShapeEntry), CLOSED)}
</nav>`;
}

function renderGroup(name: string, entries: readonly Markup[], open = OPEN): Markup {
  return html`<details${open}><summary>${name}</summary><ul>${entries}</ul></details>`;
}

function renderGuideEntry({ title }: MarkdownSection): Markup {
  return html`<li><a href="#${guideId(title)}">${title}</a></li>`;
}

function renderShapeEntry(name: string): Markup {
  return html`<li><a href="#${shapeId(name)}">${name}</a></li>`;
}

function renderEntry({ method, operation }: PlacedOperation): Markup {
  return html`<li><a href="#${operation.operationId}">${renderMethod(method)} <span>${operation.summary}</span></a></li>`;
}

function renderTitle({ document, basePath }: Reference, introduction: MarkdownSection | undefined): Markup {
  const { title, version, summary, license } = document.info;
  return html`<header>
<h1>${title}</h1>
<p class="lead">${summary}</p>
<dl class="facts">
<div><dt>Base URL</dt><dd><code class="base">${basePath}</code>
<noscript>In the examples, <code>${BASE_URL}</code> is the address of this server with this path.</noscript></dd></div>
<div><dt>Version</dt><dd>${version}</dd></div>
<div><dt>License</dt><dd>${license.name}</dd></div>
<div><dt>For tools</dt><dd><a href="${basePath}/openapi.json">OpenAPI document</a></dd></div>
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
