import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { INGEST_BASE_PATH } from "../../contract/ingest.ts";
import { ingestOpenApiDocument } from "../../contract/openapi/ingest-document.ts";
import { openApiDocument } from "../../contract/openapi/public-document.ts";
import { answerOf, chooseEncoding, etagHeader, matchTag } from "../answer.ts";
import { renderReferencePage } from "./reference-page.ts";

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/** Mounts the OpenAPI documents and the reference page. They need no key and load nothing from elsewhere. */
export function mountDocumentation(app: FastifyInstance, basePath: string): void {
  const document = openApiDocument();
  serveText(app, `${basePath}/openapi.json`, "application/json; charset=utf-8", JSON.stringify(document));
  const ingest = JSON.stringify(ingestOpenApiDocument());
  serveText(app, `${INGEST_BASE_PATH}/openapi.json`, "application/json; charset=utf-8", ingest);
  serveText(app, "/docs", "text/html; charset=utf-8", renderReferencePage(document));
  const css = readFileSync(new URL("./assets/reference.css", import.meta.url), "utf8");
  serveText(app, "/docs/reference.css", "text/css; charset=utf-8", css);
}

function serveText(app: FastifyInstance, url: string, contentType: string, text: string): void {
  const answer = answerOf(text);
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
