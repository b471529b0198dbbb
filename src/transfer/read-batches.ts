import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { LineSplitter, type RawLine } from "../runtime/line-splitter.ts";
import { unpackStream } from "./unpack-stream.ts";

/** The file itself cannot be read: it is gone, cut off, or no gzip. */
export class UnreadableFile extends Error {}

const CHUNK_BYTES = 256 * 1024;

/**
 * Reads a file of lines piece by piece; a name that ends in `.gz` is unpacked on the way. `-` is standard input, which is
 * unpacked when it is packed.
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
    throw new UnreadableFile(`cannot be read: ${(error as Error).message}`);
  }
}

interface OpenedFile {
  readonly stream: AsyncIterable<Buffer | string>;
  /** Bytes of the file itself so far, packed or not. */
  readonly bytesRead: () => number;
}

function openFile(path: string): OpenedFile {
  if (path === "-") return { stream: unpackStream(process.stdin as AsyncIterable<Buffer>), bytesRead: () => 0 };
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const gunzip = () => pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
  // A failure of either end surfaces where the unpacked stream is read.
  return { stream: path.endsWith(".gz") ? gunzip() : file, bytesRead: () => file.bytesRead };
}
