import { type JsonLimits, JsonProblem, parseStrictJson } from "../../model/text/strict-json.ts";
import { LINE_JSON } from "../limits.ts";
import { RowProblem } from "../rows/row-problem.ts";

/** Parses one line strictly. Integers too long for a JavaScript number, which some columns have, become strings. */
export function parseLine(text: string, limits: JsonLimits = LINE_JSON): unknown {
  try {
    return parseStrictJson(text, limits);
  } catch (error) {
    if (error instanceof JsonProblem) throw new RowProblem(error.message);
    throw error;
  }
}
