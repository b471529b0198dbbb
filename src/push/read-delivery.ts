import type { DeliveredBody } from "../http/delivered-body.ts";
import { isContinued, NEXT_LINK } from "../ingest/continued-page.ts";
import { MAX_LINES } from "../ingest/limits.ts";
import { linesOfBytes } from "../ingest/lines-of-bytes.ts";
import type { DeliveredLine } from "../ingest/prepare-rows.ts";
import { Failure } from "../model/failure.ts";

/** Of a body as it is when unpacked. */
const MAX_BODY_BYTES = 16 * 1_048_576;

/** The lines of a delivery, as far as there are not too many. */
export const readDelivery = async (body: DeliveredBody): Promise<readonly DeliveredLine[]> =>
  readLines(body, await body.read(MAX_BODY_BYTES));

/**
 * The lines of a snapshot or of a part of one. Somebody who sends nothing at all, or one page of many as the whole, has
 * not meant that everything else is gone.
 */
export async function readSnapshot(
  body: DeliveredBody,
  part: "first" | "next" | "last" | undefined,
): Promise<readonly DeliveredLine[]> {
  const bytes = await body.read(MAX_BODY_BYTES);
  if (!bytes.some((byte) => byte > 0x20)) {
    throw new Failure("invalid_json", "the body is empty; send [] to say that there is nothing of this kind");
  }
  const lines = readLines(body, bytes);
  const isLast = part === undefined || part === "last";
  if (isLast && isContinued(lines)) {
    const remedy = "send its pages with part=first, part=next and, for the one that none follows, part=last";
    throw new Failure("invalid_parameter", `the body ends with a page that has ${NEXT_LINK}: ${remedy}`, {
      param: "part",
    });
  }
  return lines;
}

function readLines(body: DeliveredBody, bytes: Buffer): readonly DeliveredLine[] {
  const lines = linesOfBytes(bytes, body.isDocument);
  if (lines.length > MAX_LINES) {
    throw new Failure("payload_too_large", `a delivery may have ${MAX_LINES.toLocaleString("en")} lines at the most`);
  }
  return lines;
}
