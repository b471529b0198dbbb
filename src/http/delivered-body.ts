import { Socket } from "node:net";
import { finished, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../model/failure.ts";
import { type BodyProgress, watchProgress } from "./edge/body-progress.ts";

/** A body that is read by whoever it is for. */
export interface DeliveredBody {
  /** Whether it calls itself one JSON document rather than lines of them. */
  readonly isDocument: boolean;
  /**
   * Hands its bytes to `take` as they come, unpacked; reads on when `take` is done. More than `maxBytes` are refused, and
   * so is a body that stops coming.
   */
  read(maxBytes: number, take: (chunk: Buffer) => Promise<void>): Promise<void>;
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
    read: async (maxBytes, take) => {
      if (!(body instanceof Readable)) return;
      const progress = watchProgress(() => request.raw.socket.bytesRead);
      try {
        if (length > maxBytes) throw tooLarge(maxBytes);
        await transfer(body, { isPacked, maxBytes, progress, take });
        // From here on the caller waits, and the time limit of the handler holds: a silent connection is not an idle one.
        if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0);
      } catch (error) {
        throw error instanceof Failure ? await readyToAnswer(body, error) : error;
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

/** How long a caller who is refused may go on sending before it must read the answer. */
const LEFTOVER_MS = 1_000;

/**
 * Lets the caller finish its body, which nobody keeps: one that still sends would see a broken connection instead of the
 * answer. When it does not come to an end, the connection is closed behind the answer.
 */
async function readyToAnswer(body: Readable, failure: Failure): Promise<Failure> {
  const isOver = body.readableEnded || (failure.code !== "request_timeout" && (await endsSoon(body)));
  if (isOver) return failure;
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
  readonly isPacked: boolean;
  readonly maxBytes: number;
  readonly progress: BodyProgress;
  readonly take: (chunk: Buffer) => Promise<void>;
}

/** Large enough that unpacking costs little, small enough that one piece holds up nobody. */
const PIECE_BYTES = 65_536;

/** Unpacks on the way and stops at the limit: a small body that unpacks to a huge one never is in memory. */
async function transfer(body: Readable, options: Transfer): Promise<void> {
  if (!options.isPacked) return handOver(body, options);
  const unpacked = body.pipe(createGunzip({ chunkSize: PIECE_BYTES }));
  // `pipe` does not hand on the failure of the request itself, such as a caller that leaves.
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
  // Leaving the loop must not end the connection: the refusal is answered on it.
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
  const message = `the body may be ${Math.floor(maxBytes / 1_048_576)} MiB at the most, unpacked`;
  return new Failure("payload_too_large", message);
}
