import { type JsonLimits, JsonProblem, parseStrictJson } from "../../model/text/strict-json.ts";
import { LINE_JSON } from "../limits.ts";
import { RowProblem } from "../rows/row-problem.ts";

/** A document that is written over several lines is a common mistake. */
const ONE_DOCUMENT = "write each value on one line, or send one JSON document as application/json";

/** Parses one line strictly. Integers too long for a JavaScript number, which some columns have, become strings. */
export function parseLine(text: string, limits: JsonLimits = LINE_JSON): unknown {
  try {
    return parseStrictJson(text, limits);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw new RowProblem(error.isIncomplete ? `${error.message}; ${ONE_DOCUMENT}` : error.message);
  }
}
