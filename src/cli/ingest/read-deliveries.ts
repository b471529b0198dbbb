import { open, readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { DeliveredLine } from "../../ingest/rows/prepare-rows.ts";
import { DeliveryReader } from "../../ingest/wire/delivery-reader.ts";
import { Failure } from "../../model/failure.ts";
import { describeUnreadable } from "../../runtime/system-error.ts";
import { readBatches, UnreadableFile } from "../../transfer/read-batches.ts";

export interface ReadDelivery {
  readonly lines: readonly DeliveredLine[];
  /** Bytes of the file so far. */
  readonly bytes: number;
  readonly isLast: boolean;
  /** The file is empty; an empty list in it counts as content. */
  readonly isEmpty: boolean;
}

/** Size of one transaction. An interrupted run has stored every batch before the current one. */
const BATCH = { lines: 5_000, bytes: 8 * 1_048_576 };
const MAX_DOCUMENT_BYTES = 512 * 1_048_576;

/** Reads a file in batches: NDJSON as a stream, a single JSON document, as many exports are, as a whole. */
export async function* readDeliveries(path: string): AsyncGenerator<ReadDelivery, void, void> {
  let bytes = 0;
  let earlier: readonly DeliveredLine[] | undefined;
  for await (const lines of batchesOf(path, (read) => {
    bytes = read;
  })) {
    if (earlier) yield { lines: earlier, bytes, isLast: false, isEmpty: false };
    earlier = lines;
  }
  yield { lines: earlier ?? [], bytes, isLast: true, isEmpty: earlier === undefined };
}

async function* batchesOf(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<readonly DeliveredLine[], void, void> {
  if (path !== "-" && (await isDocument(path))) {
    const lines = await documentLines(path);
    // An empty list is not an empty file.
    if (lines.length === 0) yield lines;
    for (let start = 0; start < lines.length; start += BATCH.lines) yield lines.slice(start, start + BATCH.lines);
    return;
  }
  for await (const batch of readBatches(path, BATCH, onBytes)) {
    yield batch.map(({ number, ...rest }) => ({ line: number, ...rest }));
  }
}

async function documentLines(path: string): Promise<readonly DeliveredLine[]> {
  const bytes = await wholeFile(path);
  try {
    const reader = new DeliveryReader(true, {
      maxLines: Number.POSITIVE_INFINITY,
      maxEmptyLines: Number.POSITIVE_INFINITY,
    });
    reader.push(bytes);
    return reader.end().lines;
  } catch (error) {
    throw error instanceof Failure ? new UnreadableFile(`cannot be read: ${error.message}`) : error;
  }
}

/** Returns whether a file is a single JSON document: an array, or an object that continues after its first line. */
async function isDocument(path: string): Promise<boolean> {
  const start = await firstBytes(path);
  const text = start.toString("utf8").trimStart();
  if (text.startsWith("[")) return true;
  return /^\{\s*\n/.test(text);
}

const SNIFFED = 4_096;

async function firstBytes(path: string): Promise<Buffer> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED), 0, SNIFFED, 0);
      return path.endsWith(".gz") ? decompressedStart(buffer.subarray(0, bytesRead)) : buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new UnreadableFile(describeUnreadable(error as Error));
  }
}

/** Decompresses the start of a file; that it ends in the middle is not an error. */
const decompressedStart = (bytes: Buffer): Buffer => gunzipSync(bytes, { finishFlush: 2 });

async function wholeFile(path: string): Promise<Buffer> {
  try {
    const bytes = await readFile(path);
    return path.endsWith(".gz") ? gunzipSync(bytes, { maxOutputLength: MAX_DOCUMENT_BYTES }) : bytes;
  } catch (error) {
    throw new UnreadableFile(describeUnreadable(error as Error));
  }
}
