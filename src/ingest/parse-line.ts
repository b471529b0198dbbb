import { type JsonLimits, JsonProblem, parseStrictJson } from "../model/strict-json.ts";
import { LINE_JSON } from "./limits.ts";
import { RowProblem } from "./row-problem.ts";

/** Parses one line strictly. Whole numbers too long for JavaScript, which some columns hold, become text. */
export function parseLine(text: string, limits: JsonLimits = LINE_JSON): unknown {
  try {
    return parseStrictJson(/\d{16}/.test(text) ? quoteLongNumbers(text) : text, limits);
  } catch (error) {
    if (error instanceof JsonProblem) throw new RowProblem(error.message);
    throw error;
  }
}

/** Strings first, so that a number inside one is left alone. */
const STRING_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

function quoteLongNumbers(text: string): string {
  return text.replace(STRING_OR_LONG, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );
}
