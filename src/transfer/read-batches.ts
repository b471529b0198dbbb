import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

/** A line that is not empty: its text, or why it has none. Lines are counted from 1, empty ones included. */
export type RawLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: string };

/** The file itself cannot be read: it is gone, cut off, or no gzip. */
export class UnreadableFile extends Error {}

const MAX_LINE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** Reads a file of lines piece by piece; a name that ends in `.gz` is unpacked on the way. */
export async function* readBatches(
  path: string,
  limits: { readonly lines: number; readonly bytes: number },
): AsyncGenerator<readonly RawLine[], void, void> {
  const splitter = new LineSplitter();
  let batch: RawLine[] = [];
  let bytes = 0;
  for await (const lines of splitLines(path, splitter)) {
    for (const line of lines) {
      batch.push(line);
      bytes += "text" in line ? line.text.length : 0;
      if (batch.length < limits.lines && bytes < limits.bytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

async function* splitLines(path: string, splitter: LineSplitter): AsyncGenerator<readonly RawLine[], void, void> {
  try {
    for await (const chunk of openFile(path)) yield splitter.push(chunk as Buffer);
    yield splitter.end();
  } catch (error) {
    throw new UnreadableFile(`cannot be read: ${(error as Error).message}`);
  }
}

function openFile(path: string): NodeJS.ReadableStream {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // A failure of either end surfaces where the unpacked stream is read.
  return path.endsWith(".gz") ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined) : file;
}

/** Cuts bytes at newlines. Only `\n` ends a line: JSON text may hold every other separator. */
class LineSplitter {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private pieces: Buffer[] = [];
  private size = 0;
  private number = 0;

  push(chunk: Buffer): readonly RawLine[] {
    const lines: RawLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.take(chunk.subarray(start, end));
      lines.push(...this.finish());
      start = end + 1;
    }
    this.take(chunk.subarray(start));
    return lines;
  }

  end(): readonly RawLine[] {
    return this.finish();
  }

  /** An overlong line is counted but not kept, so that it cannot fill the memory. */
  private take(piece: Buffer): void {
    this.size += piece.length;
    if (this.size > MAX_LINE_BYTES) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  private finish(): readonly RawLine[] {
    const number = ++this.number;
    const { pieces, size } = this;
    this.pieces = [];
    this.size = 0;
    if (size > MAX_LINE_BYTES) return [{ number, problem: `is longer than ${MAX_LINE_BYTES} bytes` }];
    try {
      const text = this.decoder.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
      return text.trim() === "" ? [] : [{ number, text }];
    } catch {
      return [{ number, problem: "is not valid UTF-8" }];
    }
  }
}
