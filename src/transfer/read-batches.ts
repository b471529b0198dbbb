import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { LineSplitter, type RawLine } from "../runtime/line-splitter.ts";

/** The file itself cannot be read: it is gone, cut off, or no gzip. */
export class UnreadableFile extends Error {}

const CHUNK_BYTES = 256 * 1024;

/** Reads a file of lines piece by piece; a name that ends in `.gz` is unpacked on the way, and `-` is standard input. */
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
  if (path === "-") return process.stdin;
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  // A failure of either end surfaces where the unpacked stream is read.
  return path.endsWith(".gz") ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined) : file;
}
