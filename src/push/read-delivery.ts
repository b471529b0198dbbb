import type { DeliveredBody } from "../http/delivered-body.ts";
import { MAX_EMPTY_LINES, MAX_LINES } from "../ingest/limits.ts";
import type { DeliveredLine } from "../ingest/rows/prepare-rows.ts";
import { isContinued, NEXT_LINK } from "../ingest/wire/continued-page.ts";
import { DeliveryReader, type ReadBody } from "../ingest/wire/delivery-reader.ts";
import { Failure } from "../model/failure.ts";
import { createTimeSlice } from "../runtime/time-slice.ts";
import { MAX_BODY_BYTES, type MemoryShare } from "./delivery-memory.ts";

const LIMITS = { maxLines: MAX_LINES, maxEmptyLines: MAX_EMPTY_LINES };

/** Reads all lines of a delivery; throws a `Failure` if there are too many. */
export async function readDelivery(body: DeliveredBody, memory: MemoryShare): Promise<readonly DeliveredLine[]> {
  return (await readBody(body, memory)).lines;
}

/**
 * Reads the lines of a snapshot or a part of one. Refuses an empty body, and an incomplete page as the whole: neither is
 * meant to remove every other object.
 */
export async function readSnapshot(
  body: DeliveredBody,
  memory: MemoryShare,
  part: "first" | "next" | "last" | undefined,
): Promise<readonly DeliveredLine[]> {
  const { lines, isEmpty } = await readBody(body, memory);
  if (isEmpty) {
    throw new Failure("invalid_json", "the body is empty; send [] to remove every object of this kind");
  }
  const isLast = part === undefined || part === "last";
  if (isLast && isContinued(lines)) {
    const remedy = "send the pages with part=first, part=next and, for the last one, part=last";
    throw new Failure("invalid_parameter", `the body ends with a page that has ${NEXT_LINK}: ${remedy}`, {
      param: "part",
    });
  }
  return lines;
}

async function readBody(body: DeliveredBody, memory: MemoryShare): Promise<ReadBody> {
  const reader = new DeliveryReader(body.isDocument, LIMITS);
  const slice = createTimeSlice();
  let isStart = true;
  await body.read(MAX_BODY_BYTES, async (chunk) => {
    if (isStart) refuseGzip(chunk);
    isStart = false;
    await memory.grow(chunk.length);
    reader.push(chunk);
    // Chunks of many deliveries must not be read in one iteration of the event loop.
    await slice.pause();
  });
  return reader.end();
}

/** The first byte of gzip, which no JSON text starts with. */
const GZIP_START = 0x1f;

/** Refuses compressed bytes that were sent as plain text: each line of them would be rejected. */
function refuseGzip(start: Buffer): void {
  if (start[0] !== GZIP_START) return;
  throw new Failure("unsupported_media_type", "the body is gzip; send it with the header Content-Encoding: gzip");
}
