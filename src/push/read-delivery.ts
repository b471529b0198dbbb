import type { DeliveredBody } from "../http/delivered-body.ts";
import { MAX_LINES } from "../ingest/limits.ts";
import type { DeliveredLine } from "../ingest/prepare-rows.ts";
import { Failure } from "../model/failure.ts";
import { LineSplitter, MAX_LINE_BYTES } from "../runtime/line-splitter.ts";
import { splitArray } from "./split-array.ts";

/** Of a body as it is when unpacked. */
export const MAX_BODY_BYTES = 16 * 1_048_576;

/** The lines of a delivery: those of the body, the elements of an array, or the records of one document. */
export async function readDelivery(body: DeliveredBody): Promise<readonly DeliveredLine[]> {
  const bytes = await body.read(MAX_BODY_BYTES);
  const lines = linesOf(bytes, body.isDocument);
  if (lines.length > MAX_LINES) {
    throw new Failure("payload_too_large", `a delivery may have ${MAX_LINES.toLocaleString("en")} lines at the most`);
  }
  return lines;
}

function linesOf(bytes: Buffer, isDocument: boolean): readonly DeliveredLine[] {
  const first = String.fromCharCode(bytes.find((byte) => byte > 0x20) ?? 0);
  if (first === "[") return elementsOf(textOf(bytes));
  const document = isDocument && first === "{" ? documentOf(bytes) : undefined;
  return document ?? splitLines(bytes);
}

function splitLines(bytes: Buffer): readonly DeliveredLine[] {
  const splitter = new LineSplitter();
  return [...splitter.push(bytes), ...splitter.end()].map(({ number, ...rest }) => ({ line: number, ...rest }));
}

function elementsOf(text: string): readonly DeliveredLine[] {
  const elements = splitArray(text);
  if (!elements) throw new Failure("invalid_json", "the body starts as a JSON array and does not end as one");
  return elements.map((element, index) => {
    const line = index + 1;
    const isLong = element.length > MAX_LINE_BYTES;
    return isLong ? { line, problem: `is longer than ${MAX_LINE_BYTES} bytes` } : { line, text: element.trim() };
  });
}

/** One object over several lines; undefined when the body is lines after all. */
function documentOf(bytes: Buffer): readonly DeliveredLine[] | undefined {
  try {
    const value = JSON.parse(textOf(bytes)) as { readonly records?: unknown; readonly value?: unknown };
    const list = [value.records, value.value].find(Array.isArray) as readonly unknown[] | undefined;
    return (list ?? [value]).map((item, index) => ({ line: index + 1, value: item }));
  } catch (error) {
    if (error instanceof Failure) throw error;
    return undefined;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Failure("invalid_json", "the body is not valid UTF-8");
  }
}
