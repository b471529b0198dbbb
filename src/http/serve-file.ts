import type { FastifyInstance } from "fastify";
import { type Answer, answerOf, chooseEncoding, etagHeader, matchTag } from "./answer.ts";

/** A file that is served from memory. */
export interface ServedFile {
  readonly contentType: string;
  /** Called by the first request. */
  readonly content: () => string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves a file at the given paths, compressed if the client accepts it, with an entity tag. */
export function serveFile(app: FastifyInstance, urls: readonly string[], file: ServedFile): void {
  let answer: Answer | undefined;
  for (const url of urls) {
    app.get(url, async (request, reply) => {
      answer ??= answerOf(file.content());
      const encoding = chooseEncoding(request.headers["accept-encoding"], answer.body.length);
      reply.headers({
        "cache-control": "no-cache",
        ...file.headers,
        etag: etagHeader(answer.etag, encoding),
        vary: "accept-encoding",
      });
      if (matchTag(request.headers["if-none-match"], answer.etag)) return reply.code(304).send();
      if (encoding !== "identity") reply.header("content-encoding", encoding);
      const body = await answer.encoded(encoding, (compress) => compress());
      return reply.header("content-type", file.contentType).send(body);
    });
  }
}
