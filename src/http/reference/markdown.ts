import { html, type Markup } from "./markup.ts";

export interface MarkdownSection {
  /** Empty for the text before the first heading. */
  readonly title: string;
  readonly body: Markup;
}

/** Splits a text at its second-level headings. */
export function readSections(text: string): readonly MarkdownSection[] {
  return text.split(/^(?=## )/m).map((section) => {
    const title = /^## (.*)\n/.exec(section)?.[1] ?? "";
    return { title, body: renderMarkdown(title === "" ? section : section.slice(section.indexOf("\n"))) };
  });
}

/** Renders paragraphs, lists, tables and fenced code; anything else is shown as written. */
function renderMarkdown(text: string): Markup {
  const parts = text.split(/^```.*\n?/m);
  return html`${parts.map((part, at) => (at % 2 === 1 ? renderCode(part) : renderBlocks(part)))}`;
}

/** Renders a line of text with code spans. */
export function renderInline(text: string): Markup {
  const parts = text.split("`");
  // An odd number of backticks means that the last one is unmatched.
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** The base URL in commands; the page's script replaces it with the address that the page was loaded from. */
export const BASE_URL = "$PARAPET_URL";

/** Renders a scrollable code block; it can be focused, so that the keyboard can scroll it. */
export function renderCode(code: string | Markup, label = "Example"): Markup {
  const text = typeof code === "string" ? renderCommand(code.trimEnd()) : code;
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre></div>`;
}

function renderCommand(code: string): Markup {
  const [first, ...others] = code.split(BASE_URL);
  return html`${first}${others.map((part) => html`<span class="base">${BASE_URL}</span>${part}`)}`;
}

function renderBlocks(text: string): Markup {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim());
  return html`${blocks.filter(Boolean).map(renderBlock)}`;
}

function renderBlock(block: string): Markup {
  if (block.startsWith("- ")) {
    const items = block.slice(2).split(/\n- /);
    return html`<ul>${items.map((item) => html`<li>${renderInline(item)}</li>`)}</ul>`;
  }
  return block.startsWith("|") ? renderTable(block) : html`<p>${renderInline(block)}</p>`;
}

function renderTable(block: string): Markup {
  const [head = [], , ...rows] = block.split("\n").map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  return html`<table><thead><tr>${head.map((cell) => html`<th scope="col">${renderInline(cell)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${renderInline(cell)}</td>`)}</tr>`)}</tbody></table>`;
}
