import { type JsonLimits, JsonProblem, parseStrictJson } from "../../model/text/strict-json.ts";
import { LINE_JSON } from "../limits.ts";
import { RowProblem } from "../rows/row-problem.ts";

/** Parses one line strictly. Whole numbers too long for JavaScript, which some columns hold, become text. */
export function parseLine(text: string, limits: JsonLimits = LINE_JSON): unknown {
  try {
    return parseStrictJson(text, limits);
  } catch (error) {
    if (error instanceof JsonProblem) throw new RowProblem(error.message);
    throw error;
  }
}
