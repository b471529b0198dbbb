import type { DeliveredBody } from "../http/delivered-body.ts";
import { MAX_LINES } from "../ingest/limits.ts";
import { linesOfBytes } from "../ingest/lines-of-bytes.ts";
import type { DeliveredLine } from "../ingest/prepare-rows.ts";
import { Failure } from "../model/failure.ts";

/** Of a body as it is when unpacked. */
const MAX_BODY_BYTES = 16 * 1_048_576;

/** The lines of a delivery, as far as there are not too many. */
export async function readDelivery(body: DeliveredBody): Promise<readonly DeliveredLine[]> {
  const lines = linesOfBytes(await body.read(MAX_BODY_BYTES), body.isDocument);
  if (lines.length > MAX_LINES) {
    throw new Failure("payload_too_large", `a delivery may have ${MAX_LINES.toLocaleString("en")} lines at the most`);
  }
  return lines;
}
