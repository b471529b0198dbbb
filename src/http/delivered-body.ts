import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../model/failure.ts";

/** A body that is read by whoever it is for. */
export interface DeliveredBody {
  /** Whether it calls itself one JSON document rather than lines of them. */
  readonly isDocument: boolean;
  /** Its bytes, unpacked; more than `maxBytes` of them are refused. */
  read(maxBytes: number): Promise<Buffer>;
}

/** Makes every body of the routes below `app` arrive as it is. */
export function acceptDeliveries(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}

const LINE_TYPES = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-lines"];
const GZIP_TYPES = ["application/gzip", "application/x-gzip"];
const DOCUMENT_TYPE = "application/json";

/** The body of a delivery; its kind must be known before a byte of it is read. */
export function deliveredBody(request: FastifyRequest): DeliveredBody {
  const type = typeOf(request.headers["content-type"]);
  const isPacked = isGzip(request.headers["content-encoding"]) || GZIP_TYPES.includes(type);
  const length = Number(request.headers["content-length"] ?? 0);
  const { body } = request;
  return {
    isDocument: type === DOCUMENT_TYPE,
    read: async (maxBytes) => {
      if (length > maxBytes) throw tooLarge(maxBytes);
      return body instanceof Readable ? readAll(body, isPacked, maxBytes) : Buffer.alloc(0);
    },
  };
}

function typeOf(header: string | undefined): string {
  const [type = "", ...parameters] = (header ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => /^\s*charset="?([^";]+)/.exec(parameter)?.[1]).find(Boolean);
  if (charset && charset.trim() !== "utf-8") {
    throw new Failure("unsupported_media_type", `the body must be UTF-8, not ${charset.slice(0, 32)}`);
  }
  const allowed = [DOCUMENT_TYPE, ...LINE_TYPES, ...GZIP_TYPES];
  if (!allowed.includes(type.trim())) {
    throw new Failure("unsupported_media_type", `send the body as ${LINE_TYPES[0]} or ${DOCUMENT_TYPE}`, { allowed });
  }
  return type.trim();
}

function isGzip(header: string | undefined): boolean {
  const encoding = (header ?? "identity").trim().toLowerCase();
  if (encoding === "gzip" || encoding === "x-gzip") return true;
  if (encoding === "identity" || encoding === "") return false;
  throw new Failure("unsupported_media_type", "send the body plain or with the content encoding gzip");
}

/** Unpacks on the way and stops at the limit: a small body that unpacks to a huge one never is in memory. */
async function readAll(body: Readable, isPacked: boolean, maxBytes: number): Promise<Buffer> {
  const source = isPacked ? body.pipe(createGunzip()) : body;
  // `pipe` does not hand on the failure of the request itself, such as a caller that leaves.
  if (isPacked) body.once("error", (error) => source.destroy(error));
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of source) {
      size += (piece as Buffer).length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      pieces.push(piece as Buffer);
    }
  } catch (error) {
    if (/^(Z_|ERR_BUFFER)/.test(String((error as { code?: unknown }).code ?? ""))) {
      throw new Failure("invalid_json", "the body is not valid gzip");
    }
    throw error;
  } finally {
    if (isPacked) body.unpipe();
  }
  return Buffer.concat(pieces);
}

function tooLarge(maxBytes: number): Failure {
  const message = `the body may be ${Math.floor(maxBytes / 1_048_576)} MiB at the most, unpacked`;
  return new Failure("payload_too_large", message, {}, { connection: "close" });
}
