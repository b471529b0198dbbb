import { Failure } from "../model/failure.ts";
import { LineSplitter, MAX_LINE_BYTES } from "../runtime/line-splitter.ts";
import { hasNextLink, NEXT_LINK } from "./continued-page.ts";
import type { DeliveredLine } from "./prepare-rows.ts";
import { splitArray } from "./split-array.ts";

/**
 * The lines of a delivery that is in memory: its lines, the elements of the array that it is, or the objects of the one
 * document that it is. A document is looked for only where the deliverer says so.
 */
export function linesOfBytes(bytes: Buffer, isDocument: boolean): readonly DeliveredLine[] {
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
  const text = textOf(bytes);
  try {
    const value = JSON.parse(text) as { readonly [name: string]: unknown };
    const list = [value["records"], value["value"]].find(Array.isArray) as readonly unknown[] | undefined;
    // A page without its objects tells those who come after that another page follows.
    const rest = list !== undefined && hasNextLink(value) ? [{ [NEXT_LINK]: value[NEXT_LINK], value: [] }] : [];
    return [...(list ?? [value]), ...rest].map((item, index) => ({ line: index + 1, value: item }));
  } catch {
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
