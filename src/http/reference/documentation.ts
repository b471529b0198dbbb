import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { ADMIN_BASE_PATH } from "../../contract/admin/admin-endpoint.ts";
import { BASE_PATH } from "../../contract/endpoints.ts";
import { INGEST_BASE_PATH } from "../../contract/ingest.ts";
import { adminOpenApiDocument } from "../../contract/openapi/admin-document.ts";
import type { OpenApiDocument } from "../../contract/openapi/document.ts";
import { ingestOpenApiDocument } from "../../contract/openapi/ingest-document.ts";
import { openApiDocument } from "../../contract/openapi/public-document.ts";
import { serveFile } from "../serve-file.ts";
import { type Reference, renderReferencePage } from "./reference-page.ts";

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
const HEADERS = { "content-security-policy": PAGE_POLICY };

interface Documented extends Omit<Reference, "document"> {
  readonly document: () => OpenApiDocument;
}

const DOCUMENTED: readonly Documented[] = [
  { name: "Public API", path: "/docs", basePath: BASE_PATH, document: openApiDocument },
  { name: "Ingest API", path: "/docs/ingest", basePath: INGEST_BASE_PATH, document: ingestOpenApiDocument },
  { name: "Admin API", path: "/docs/admin", basePath: ADMIN_BASE_PATH, document: adminOpenApiDocument },
];

/** The files that the pages load, by their path. */
const ASSETS: Readonly<Record<string, { readonly file: string; readonly contentType: string }>> = {
  "/docs/reference.css": { file: "reference.css", contentType: "text/css; charset=utf-8" },
  "/docs/reference.js": { file: "reference.js", contentType: "text/javascript; charset=utf-8" },
  "/favicon.svg": { file: "favicon.svg", contentType: "image/svg+xml" },
  "/favicon.ico": { file: "favicon.ico", contentType: "image/x-icon" },
};

/** Mounts the OpenAPI documents and their reference pages. They need no key and load nothing from elsewhere. */
export function mountDocumentation(app: FastifyInstance): void {
  for (const { document, ...place } of DOCUMENTED) {
    const { path, basePath } = place;
    serveFile(app, [`${basePath}/openapi.json`], {
      contentType: "application/json; charset=utf-8",
      content: () => JSON.stringify(servedAt({ ...place, document: document() })),
      headers: HEADERS,
    });
    serveFile(app, [path, `${path}/`], {
      contentType: "text/html; charset=utf-8",
      content: () => renderReferencePage({ ...place, document: document() }, DOCUMENTED),
      headers: HEADERS,
    });
  }
  for (const [path, { file, contentType }] of Object.entries(ASSETS)) {
    const content = readFileSync(new URL(`./assets/${file}`, import.meta.url));
    serveFile(app, [path], { contentType, content: () => content, headers: HEADERS });
  }
}

/** Returns the document with this server as its only server: a relative URL is resolved against the document's own. */
function servedAt({ document, basePath }: Reference): OpenApiDocument {
  return { ...document, servers: [{ url: basePath, description: "This server.", variables: {} }] };
}
