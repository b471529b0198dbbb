/**
 * Splits a script into its statements. Citus sends the whole text that it was given to the workers, which accept one
 * statement at a time.
 */
export function splitStatements(script: string): readonly string[] {
  const statements: string[] = [];
  let start = 0;
  let at = 0;
  while (at < script.length) {
    if (script[at] === ";") {
      statements.push(script.slice(start, at));
      start = at + 1;
    }
    at = endOfPart(script, at);
  }
  statements.push(script.slice(start));
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(COMMENT, "").trim() !== "");
}

const COMMENT = /--[^\n]*/g;
const DOLLAR_QUOTE = /\$[a-z_]*\$/iy;

/** What a semicolon may be part of, by how it starts and how it ends. */
const QUOTES: readonly (readonly [start: string, end: string])[] = [
  ["'", "'"],
  ['"', '"'],
  ["--", "\n"],
  ["/*", "*/"],
];

/** Returns where the text, name, comment or body of a function ends that starts at a place; otherwise the next place. */
function endOfPart(script: string, at: number): number {
  DOLLAR_QUOTE.lastIndex = at;
  const dollars = DOLLAR_QUOTE.exec(script)?.[0];
  const [start, end] = dollars ? [dollars, dollars] : (QUOTES.find(([first]) => script.startsWith(first, at)) ?? []);
  if (start === undefined || end === undefined) return at + 1;
  const found = script.indexOf(end, at + start.length);
  return found < 0 ? script.length : found + end.length;
}
