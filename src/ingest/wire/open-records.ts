import { Failure } from "../../model/failure.ts";
import type { RawLine } from "../../runtime/line-splitter.ts";
import { MAX_COLUMNS, MAX_LINE_RECORDS, RECORD_JSON } from "../limits.ts";
import { RowProblem } from "../rows/row-problem.ts";
import { DocumentSplitter, type SplitDocument } from "./document-splitter.ts";
import { parseLine } from "./parse-line.ts";
import { recordsOf } from "./wire-shapes.ts";

/** Parses one record of a line when it is called; throws a `RowProblem`. */
export type OpenRecord = () => unknown;

/** Longer lines are parsed record by record, so that other requests run in between. */
const SHORT_CHARACTERS = 16_384;

/** Returns the records of a line: those of its list if it is an envelope, else the line itself. Throws a `RowProblem`. */
export function openRecords(text: string): readonly OpenRecord[] {
  const elements = text.length > SHORT_CHARACTERS ? elementsOf(text) : undefined;
  if (!elements) return recordsOf(parseLine(text)).map((record) => () => record);
  return elements.map((element) => () => {
    if ("problem" in element) throw new RowProblem(element.problem);
    return parseLine(element.text, RECORD_JSON);
  });
}

/** Returns the texts of an envelope's records; undefined if the line cannot be split. */
function elementsOf(text: string): readonly RawLine[] | undefined {
  const split = splitLine(text);
  if (split?.kind !== "document" || split.lists.size === 0 || "problem" in split.frame) return undefined;
  const isEnvelope = recordsOf(parseLine(split.frame.text)).length === 0;
  return isEnvelope ? (split.lists.get("records") ?? split.lists.get("value")) : undefined;
}

function splitLine(text: string): SplitDocument | undefined {
  const splitter = new DocumentSplitter({ maxElements: MAX_LINE_RECORDS, isDocument: true, maxMembers: MAX_COLUMNS });
  try {
    splitter.push(Buffer.from(text));
    return splitter.end();
  } catch (error) {
    // It also exceeds the limits of a line, whose messages are more precise.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
