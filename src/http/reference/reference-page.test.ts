import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../../contract/openapi/document.ts";
import { ingestOpenApiDocument } from "../../contract/openapi/ingest-document.ts";
import { openApiDocument } from "../../contract/openapi/public-document.ts";
import { type Reference, renderReferencePage } from "./reference-page.ts";

const references: readonly Reference[] = [
  { name: "Public API", path: "/docs", basePath: "/api/v1/external", document: openApiDocument() },
  { name: "Ingest API", path: "/docs/ingest", basePath: "/api/v1/ingest", document: ingestOpenApiDocument() },
];
const [publicReference = expect.fail("no public reference")] = references;
const pages = references.map((reference) => ({ ...reference, page: renderReferencePage(reference, references) }));
const render = (document: OpenApiDocument): string => renderReferencePage({ ...publicReference, document }, references);
const { document } = publicReference;
const operations = pages.flatMap(({ document: { paths }, page }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
      page,
    })),
  ),
);

describe.each(operations)("the section of $name", ({ path, operation, page }) => {
  const section = sectionOf(page, operation.operationId);

  test("shows its summary, path and scope, and the navigation links to it", () => {
    expect(section).toContain(escaped(operation.summary));
    expect(section).toContain(`<code>${path}</code>`);
    for (const scope of Object.values(operation.security[0] ?? {}).flat()) expect(section).toContain(scope);
    expect(page).toContain(`<li><a href="#${operation.operationId}">`);
  });

  test("lists every parameter", () => {
    for (const { name } of operation.parameters) expect(section).toContain(`<th scope="row"><code>${name}</code>`);
  });

  test("lists every status but 200, every error code and every error body", () => {
    for (const [status, { content }] of Object.entries(operation.responses).filter(([name]) => name !== "200")) {
      expect(section).toContain(`<th scope="row">${status}</th>`);
      for (const code of Object.keys(content?.["application/json"].examples ?? {})) {
        expect(section).toContain(`<dt><code>${code}</code></dt>`);
        expect(section).toContain(`aria-label="Error body ${code}"`);
      }
    }
  });

  test("shows a command and every field of the response", () => {
    expect(section).toContain("curl -sS ");
    expect(section).toContain("X-API-Key: $PARAPET_API_KEY");
    const [example] = Object.values(operation.responses["200"]?.content?.["application/json"].examples ?? {});
    for (const name of namesIn(example?.value)) expect(section).toContain(`<wbr>${name}</code>`);
  });
});

describe.each(pages)("the page of the $name", ({ name, path, basePath, document: own, page }) => {
  test("shows the path of its API and no address: the script adds that of the server it was loaded from", () => {
    expect(page).toContain(`<code class="base">${basePath}</code>`);
    expect(page).toContain(`<body data-base="${basePath}">`);
    expect(page).toContain('<span class="base">$PARAPET_URL</span>');
    expect(page).not.toMatch(/127\.0\.0\.1|localhost|8080/);
  });

  test("links to both pages and marks itself as the current one, and links to its OpenAPI document", () => {
    for (const other of references) expect(page).toContain(`<a href="${other.path}"`);
    expect(page.match(/<a [^>]*aria-current="page"[^>]*>[^<]*/g)).toEqual([
      `<a href="${path}" aria-current="page">${name}`,
    ]);
    expect(page).toContain(`<a href="${basePath}/openapi.json">`);
  });

  test("shows every shape", () => {
    for (const shape of Object.keys(own.components.schemas)) expect(page).toContain(`id="shape-${shape}"`);
  });

  test("has nothing that its content security policy would block, and loads only what the server has", () => {
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|@import|<iframe/i);
    expect([...page.matchAll(/<(?:link|script|img) [^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      '<link rel="stylesheet" href="/docs/reference.css">',
      '<script src="/docs/reference.js" defer>',
      '<img src="/favicon.svg" alt="" width="20" height="20">',
    ]);
    expect(page).toContain('<script src="/docs/reference.js" defer></script>');
  });

  test("every link within the page has a target, and no id is used twice", () => {
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
    expect(ids.length).toBe(new Set(ids).size);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  test("has landmarks, one first heading, and no heading that skips a level", () => {
    for (const landmark of ['<nav id="contents"', '<main id="content">', "<header>"]) expect(page).toContain(landmark);
    const navigations = [...page.matchAll(/<nav [^>]*>/g)].map(([tag]) => tag);
    expect(navigations.filter((tag) => !tag.includes("aria-label="))).toEqual([]);
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
  });

  test("has a labeled search that is hidden until the script works, and all that the script looks for", () => {
    expect(page).toMatch(/<div id="search" [^>]*role="search" hidden>\s*<label for="query">/);
    for (const [, id] of script.matchAll(/getElementById\("(\w+)"\)/g)) expect(page).toContain(`id="${id}"`);
    for (const name of ["base", "code", "contents", "address"]) expect(page).toMatch(new RegExp(`class="${name}"`));
  });
});

describe("a page", () => {
  test("explains authentication, cursors, limits, readiness and errors", () => {
    for (const section of ["authentication", "pages-and-cursors", "limits", "readiness", "errors", "error-codes"]) {
      expect(render(document)).toContain(`<section class="guide" id="guide-${section}"`);
    }
  });

  test("hostile text of the document is escaped", () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='x'>`;
    const poisoned = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
      typeof value === "string" && !["$ref", "in", "type", "style"].includes(key) ? `${value}${hostile}` : value,
    ) as typeof document;
    const bad = render({ ...poisoned, paths: { [`/x${hostile}`]: firstOf(poisoned.paths) } });
    expect(bad).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    const known = new Set(tagsIn(render(document)));
    expect(tagsIn(bad).filter((tag) => !known.has(tag))).toEqual([]);
  });

  test("a quote in a request body or a path cannot close the quotes of the command", () => {
    const [, item] = Object.entries(document.paths).find(([, { post }]) => post) ?? ["", {}];
    const text = JSON.stringify(item).replaceAll("Known travel", "It's known; $(reboot)");
    const quoted = render({ ...document, paths: { '/x"$(reboot)': JSON.parse(text) as typeof item } });
    expect(quoted).toContain(escaped(`It'\\''s known; $(reboot)`));
    expect(quoted).toContain(`</span>${escaped('/x\\"\\$(reboot)"')}`);
  });
});

const script = readFileSync(new URL("./assets/reference.js", import.meta.url), "utf8");

describe("the script", () => {
  test("is valid, loads nothing and writes text only as text", () => {
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(
      /fetch\(|import|XMLHttpRequest|innerHTML|outerHTML|insertAdjacentHTML|eval|document\.write/,
    );
  });
});

describe("the style sheet", () => {
  const css = readFileSync(new URL("./assets/reference.css", import.meta.url), "utf8");
  const [light, dark, print] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, rules = ""]) => colorsIn(rules));

  test.each([
    ["light", light],
    ["dark", { ...light, ...dark }],
    ["printed", { ...light, ...dark, ...print }],
  ])("every %s text color has a contrast of at least 4.5 on both backgrounds", (_name, colors = {}) => {
    const { paper = "", tint = "", line: _line, ...inks } = colors;
    for (const [name, ink] of Object.entries(inks)) {
      for (const ground of [paper, tint]) expect(contrast(ink, ground), `${name} on ${ground}`).toBeGreaterThan(4.5);
    }
  });

  test("opens the contents on small screens only as the target of a link", () => {
    const small = css.slice(css.indexOf("@media (max-width: 56rem)"), css.indexOf("@media (max-width: 40rem)"));
    expect(small).toMatch(/\.contents \{\s*display: none;/);
    expect(small).toMatch(/\.contents:target \{[^}]*display: block;/);
  });

  test("loads nothing", () => {
    expect(css).not.toMatch(/url\(|@import|@font-face/);
  });
});

function sectionOf(page: string, id: string): string {
  const start = page.indexOf(`<section class="operation" id="${id}"`);
  return page.slice(start, page.indexOf("</section>", start));
}

/** Returns every tag of the text with the names of its attributes. */
function tagsIn(text: string): readonly string[] {
  return [...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, ""));
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/'/g, "&#39;");
}

/** Properties whose content the schema does not declare. */
const FREE_FORM: ReadonlySet<string> = new Set(["delta", "row"]);

/** Returns the member names of an example; a free-form value has no documented members. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...(FREE_FORM.has(name) ? [] : namesIn(member))]);
}

function firstOf<T>(record: Readonly<Record<string, T>>): T {
  const [first] = Object.values(record);
  if (first === undefined) throw new Error("there is none");
  return first;
}

function colorsIn(rules: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...rules.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  );
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
