import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { ADMIN_BASE_PATH } from "../../contract/admin/admin-endpoint.ts";
import { INGEST_BASE_PATH } from "../../contract/ingest.ts";
import { adminOpenApiDocument } from "../../contract/openapi/admin-document.ts";
import type { OpenApiDocument } from "../../contract/openapi/document.ts";
import { ingestOpenApiDocument } from "../../contract/openapi/ingest-document.ts";
import { openApiDocument } from "../../contract/openapi/public-document.ts";
import { answerOf, chooseEncoding, etagHeader, matchTag } from "../answer.ts";
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

/** The files that the pages load, by their path. */
const ASSETS: Readonly<Record<string, { readonly file: string; readonly contentType: string }>> = {
  "/docs/reference.css": { file: "reference.css", contentType: "text/css; charset=utf-8" },
  "/docs/reference.js": { file: "reference.js", contentType: "text/javascript; charset=utf-8" },
  "/favicon.svg": { file: "favicon.svg", contentType: "image/svg+xml" },
  "/favicon.ico": { file: "favicon.ico", contentType: "image/x-icon" },
};

/** Mounts the OpenAPI documents and their reference pages. They need no key and load nothing from elsewhere. */
export function mountDocumentation(app: FastifyInstance, basePath: string): void {
  const references: readonly Reference[] = [
    { name: "Public API", path: "/docs", basePath, document: openApiDocument() },
    { name: "Ingest API", path: "/docs/ingest", basePath: INGEST_BASE_PATH, document: ingestOpenApiDocument() },
    { name: "Admin API", path: "/docs/admin", basePath: ADMIN_BASE_PATH, document: adminOpenApiDocument() },
  ];
  for (const reference of references) {
    const document = JSON.stringify(servedAt(reference));
    serve(app, `${reference.basePath}/openapi.json`, "application/json; charset=utf-8", document);
    const page = renderReferencePage(reference, references);
    for (const path of [reference.path, `${reference.path}/`]) serve(app, path, "text/html; charset=utf-8", page);
  }
  for (const [path, { file, contentType }] of Object.entries(ASSETS)) {
    serve(app, path, contentType, readFileSync(new URL(`./assets/${file}`, import.meta.url)));
  }
  app.get("/", (_request, reply) => reply.header("cache-control", "no-cache").redirect("/docs"));
}

/** Returns the document with this server as its only server: a relative URL is resolved against the document's own. */
function servedAt({ document, basePath }: Reference): OpenApiDocument {
  return { ...document, servers: [{ url: basePath, description: "This server.", variables: {} }] };
}

function serve(app: FastifyInstance, url: string, contentType: string, content: string | Buffer): void {
  const answer = answerOf(content);
  app.get(url, async (request, reply) => {
    const encoding = chooseEncoding(request.headers["accept-encoding"], answer.body.length);
    reply.headers({
      etag: etagHeader(answer.etag, encoding),
      "cache-control": "no-cache",
      vary: "accept-encoding",
      "content-security-policy": PAGE_POLICY,
    });
    if (matchTag(request.headers["if-none-match"], answer.etag)) return reply.code(304).send();
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.header("content-type", contentType).send(await answer.encoded(encoding, (compress) => compress()));
  });
}
