import { Socket } from "node:net";
import { finished, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../model/failure.ts";
import { type BodyProgress, watchProgress } from "./edge/body-progress.ts";
import { lingerAfterResponse } from "./edge/linger.ts";

/** A request body that the handler reads as a stream. */
export interface DeliveredBody {
  /** Whether the content type is one JSON document rather than NDJSON. */
  readonly isDocument: boolean;
  /**
   * Passes the decompressed bytes to `take` as they arrive, one chunk at a time. Refuses more than `maxBytes`, and a body
   * that stalls.
   */
  read(maxBytes: number, take: (chunk: Buffer) => Promise<void>): Promise<void>;
}

/** Makes every request body of the routes below `app` arrive as an unparsed stream. */
export function acceptDeliveries(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}

const LINE_TYPES = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-lines"];
const GZIP_TYPES = ["application/gzip", "application/x-gzip"];
const DOCUMENT_TYPE = "application/json";

/** Returns the body of a delivery; throws if its content type or encoding is not supported. */
export function deliveredBody(request: FastifyRequest): DeliveredBody {
  const type = typeOf(request.headers["content-type"]);
  const isCompressed = isGzip(request.headers["content-encoding"]) || GZIP_TYPES.includes(type);
  const length = Number(request.headers["content-length"] ?? 0);
  const { body } = request;
  return {
    isDocument: type === DOCUMENT_TYPE,
    read: async (maxBytes, take) => {
      if (!(body instanceof Readable)) return;
      const progress = watchProgress(() => request.raw.socket.bytesRead);
      try {
        if (length > maxBytes) throw tooLarge(maxBytes);
        await transfer(body, { isCompressed, maxBytes, progress, take });
        // From here on the client waits for the response, which the handler timeout bounds; no socket timeout is needed.
        if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0);
      } catch (error) {
        throw error instanceof Failure ? await readyToAnswer(body, request.raw.socket, error) : error;
      } finally {
        progress.stop();
      }
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

/** How long the rest of a refused body is read before the response is sent. */
const LEFTOVER_MS = 1_000;

/**
 * Reads and discards the rest of a refused body: a client that is still sending would see a broken connection instead of
 * the response. If the body does not end in time, the connection is closed after the response.
 */
async function readyToAnswer(body: Readable, socket: Socket, failure: Failure): Promise<Failure> {
  const isOver = body.readableEnded || (failure.code !== "request_timeout" && (await endsSoon(body)));
  if (isOver) return failure;
  lingerAfterResponse(socket, body);
  return new Failure(failure.code, failure.message, failure.details, { ...failure.headers, connection: "close" });
}

function endsSoon(body: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), LEFTOVER_MS);
    finished(body, (error) => {
      clearTimeout(timer);
      resolve(!error);
    });
    body.resume();
  });
}

interface Transfer {
  readonly isCompressed: boolean;
  readonly maxBytes: number;
  readonly progress: BodyProgress;
  readonly take: (chunk: Buffer) => Promise<void>;
}

/** Large enough that decompression is efficient, small enough that one chunk does not block other requests. */
const PIECE_BYTES = 65_536;

/** Decompresses while reading and stops at the limit, so that a decompression bomb is never held in memory. */
async function transfer(body: Readable, options: Transfer): Promise<void> {
  if (!options.isCompressed) return handOver(body, options);
  const unpacked = body.pipe(createGunzip({ chunkSize: PIECE_BYTES }));
  // `pipe` does not forward errors of the request itself, such as a client that disconnects.
  body.once("error", (error) => unpacked.destroy(error));
  try {
    await handOver(unpacked, options);
  } catch (error) {
    if (!/^(Z_|ERR_BUFFER)/.test(String((error as { code?: unknown }).code ?? ""))) throw error;
    throw new Failure("invalid_json", "the body is not valid gzip");
  } finally {
    body.unpipe();
    unpacked.destroy();
  }
}

async function handOver(source: Readable, { maxBytes, progress, take }: Transfer): Promise<void> {
  // Leaving the loop must not close the connection: the refusal is sent on it.
  const pieces = source.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  let size = 0;
  for (;;) {
    const { done, value } = await progress.orStalled(pieces.next());
    if (done) return;
    size += (value as Buffer).length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    await take(value as Buffer);
  }
}

function tooLarge(maxBytes: number): Failure {
  const message = `the body may be ${Math.floor(maxBytes / 1_048_576)} MiB at most, decompressed`;
  return new Failure("payload_too_large", message);
}
