import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { LineSplitter, type RawLine } from "../runtime/line-splitter.ts";
import { describeUnreadable } from "../runtime/system-error.ts";
import { unpackStream } from "./unpack-stream.ts";

/** The file cannot be read: it is missing, truncated, or not gzip. The message ends a sentence that starts with its name. */
export class UnreadableFile extends Error {}

const CHUNK_BYTES = 256 * 1024;

/**
 * Reads a file of lines in batches and decompresses it if its name ends in `.gz`. The path `-` is standard input, which
 * is decompressed if it starts with the gzip signature.
 */
export async function* readBatches(
  path: string,
  limits: { readonly lines: number; readonly bytes: number },
  onBytes?: (bytes: number) => void,
): AsyncGenerator<readonly RawLine[], void, void> {
  const splitter = new LineSplitter();
  let batch: RawLine[] = [];
  let bytes = 0;
  for await (const lines of splitLines(path, splitter, onBytes)) {
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

async function* splitLines(
  path: string,
  splitter: LineSplitter,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<readonly RawLine[], void, void> {
  try {
    const { stream, bytesRead } = openFile(path);
    for await (const chunk of stream) {
      onBytes(bytesRead());
      yield splitter.push(chunk as Buffer);
    }
    yield splitter.end();
  } catch (error) {
    throw new UnreadableFile(describeUnreadable(error as Error));
  }
}

interface OpenedFile {
  readonly stream: AsyncIterable<Buffer | string>;
  /** Bytes of the file that were read so far, before decompression. */
  readonly bytesRead: () => number;
}

function openFile(path: string): OpenedFile {
  if (path === "-") return { stream: unpackStream(process.stdin as AsyncIterable<Buffer>), bytesRead: () => 0 };
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const gunzip = () => pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
  // An error of either stream is thrown where the decompressed stream is read.
  return { stream: path.endsWith(".gz") ? gunzip() : file, bytesRead: () => file.bytesRead };
}
