import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { sha256 } from "../runtime/hashing.ts";

export type Encoding = "br" | "gzip" | "identity";

/** Response headers; `Set-Cookie` may have several values. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>;

/** The body of a successful response with its entity tag; compressed forms are made on first use and kept. */
export interface Answer {
  readonly body: Buffer;
  /** Without quotes. */
  readonly etag: string;
  readonly headers: AnswerHeaders;
  /** Returns the body in this encoding; `compressing` runs the compression if it has not been done before. */
  encoded(encoding: Encoding, compressing: (compress: () => Promise<Buffer>) => Promise<Buffer>): Promise<Buffer>;
}

/** Smaller bodies are sent uncompressed: compressing them costs more than it saves. */
const WORTH_COMPRESSING = 1_024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Builds an answer from bytes or from text, which is encoded as UTF-8; the entity tag is a digest of the bytes unless one is given. */
export function answerOf(
  content: string | readonly string[] | Buffer,
  options: { etag?: string; headers?: AnswerHeaders } = {},
): Answer {
  const body = Buffer.isBuffer(content) ? content : toBytes([content].flat());
  const kept = new Map<Encoding, Promise<Buffer>>();
  return {
    body,
    etag: options.etag ?? sha256(body).slice(0, 27),
    headers: options.headers ?? {},
    encoded: (encoding, compressing) => {
      if (encoding === "identity") return Promise.resolve(body);
      const known = kept.get(encoding) ?? compressing(() => compress(body, encoding));
      kept.set(encoding, known);
      return known;
    },
  };
}

/** UTF-8 needs at most this many bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3;
let scratch = Buffer.allocUnsafeSlow(1_048_576);

/**
 * Returns the concatenated UTF-8 bytes of several texts. They are written into a reused buffer: joining the texts first
 * would allocate a second string as long as the page.
 */
function toBytes(texts: readonly string[]): Buffer {
  let length = 0;
  for (const text of texts) {
    const needed = length + text.length * BYTES_PER_UNIT;
    if (needed > scratch.length) scratch = Buffer.concat([scratch.subarray(0, length)], needed * 2);
    length += scratch.write(text, length);
  }
  return Buffer.from(scratch.subarray(0, length));
}

function compress(body: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  if (encoding === "gzip") return compressGzip(body);
  return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** Builds the page of a list by concatenating the stored text of its items. */
export function pageAnswer(
  key: "items" | "data",
  page: { items: readonly string[]; nextCursor: string | null },
): Answer {
  const cursor = page.nextCursor === null ? "null" : `"${page.nextCursor}"`;
  const items = page.items.flatMap((item, index) => (index === 0 ? [item] : [",", item]));
  return answerOf([`{"next_cursor":${cursor},"${key}":[`, ...items, "]}"]);
}

/** Chooses the content encoding of a body from an Accept-Encoding header. */
export function chooseEncoding(accepted: string | undefined, size: number): Encoding {
  if (!accepted || size < WORTH_COMPRESSING) return "identity";
  const weights = new Map(
    accepted.split(",").map((part) => {
      const [name = "", ...parameters] = part.trim().toLowerCase().split(";");
      const weight = parameters.map((parameter) => /^\s*q=([0-9.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return [name.trim(), weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  if (weightOf("br") > 0 && weightOf("br") >= weightOf("gzip")) return "br";
  return weightOf("gzip") > 0 ? "gzip" : "identity";
}

/** Returns the tags of a conditional header without quotes, weakness prefix and encoding suffix. */
export function bareTags(header: string | undefined): readonly string[] | undefined {
  return header?.split(",").map((tag) =>
    tag
      .trim()
      .replace(/^W\//, "")
      .replace(/^"|"$/g, "")
      .replace(/~(br|gzip)$/, ""),
  );
}

/** Returns how an `If-None-Match` header matches a representation: by its tag, or by `*`, which matches any. */
export function matchTag(header: string | undefined, etag: string): "exact" | "any" | undefined {
  const tags = bareTags(header);
  if (tags?.includes(etag)) return "exact";
  return tags?.includes("*") ? "any" : undefined;
}

/** Returns the ETag header of an encoded body; each encoding is a representation of its own. */
export function etagHeader(etag: string, encoding: Encoding): string {
  return encoding === "identity" ? `"${etag}"` : `"${etag}~${encoding}"`;
}
