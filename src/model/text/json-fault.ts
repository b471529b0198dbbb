/** The first place at which a text is not strict JSON. */
export interface JsonFault {
  /** Index in the text; its length if the text ends too early. */
  readonly at: number;
  /** The key that its object already has; absent for an error of the syntax. */
  readonly duplicate?: string;
}

type Token = "{" | "}" | "[" | "]" | ":" | "," | "string" | "scalar";
/** What may follow: `item` is a value or the end of an empty list, `key` may also be the end of an empty object. */
type Expected = "value" | "item" | "key" | "next key" | "colon" | "comma" | "end";

const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const SPACE = /[\t\n\r ]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const PUNCTUATION = "{}[]:,";

/**
 * Finds the first syntax error of a text, else the first duplicate key. `JSON.parse` reports the first without its place and accepts the
 * second; this is called only for texts that were refused, because it is slower.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  /** The keys of each open object so far; a list has none. */
  const open: (Set<string> | undefined)[] = [];
  let expected: Expected = "value";
  let repeated: JsonFault | undefined;
  for (let at = endOf(SPACE, text, 0); at < text.length; ) {
    const [token, end] = readToken(text, at);
    const next: Expected | undefined = token && follow(expected, token, open);
    if (next === undefined) return { at: token ? at : end };
    if (next === "colon") repeated ??= addKey(open.at(-1), text.slice(at, end), at);
    expected = next;
    at = endOf(SPACE, text, end);
  }
  return expected === "end" ? repeated : { at: text.length };
}

function addKey(keys: Set<string> | undefined, text: string, at: number): JsonFault | undefined {
  const key = JSON.parse(text) as string;
  if (keys?.has(key)) return { at, duplicate: key };
  keys?.add(key);
  return undefined;
}

/** Returns what may follow a token, and opens or closes what it does; undefined if the token must not stand there. */
function follow(expected: Expected, token: Token, open: (Set<string> | undefined)[]): Expected | undefined {
  if (expected === "value" || expected === "item") return followValue(expected, token, open);
  if (expected === "colon") return token === ":" ? "value" : undefined;
  if (expected === "comma") return followComma(token, open);
  if (expected === "end") return undefined;
  if (token === "string") return "colon";
  return expected === "key" && token === "}" ? close(open) : undefined;
}

function followValue(expected: Expected, token: Token, open: (Set<string> | undefined)[]): Expected | undefined {
  if (token === "{") {
    open.push(new Set());
    return "key";
  }
  if (token === "[") {
    open.push(undefined);
    return "item";
  }
  if (token === "string" || token === "scalar") return afterValue(open);
  return expected === "item" && token === "]" ? close(open) : undefined;
}

function followComma(token: Token, open: (Set<string> | undefined)[]): Expected | undefined {
  const isObject = open.at(-1) !== undefined;
  if (token === ",") return isObject ? "next key" : "value";
  return token === (isObject ? "}" : "]") ? close(open) : undefined;
}

function close(open: (Set<string> | undefined)[]): Expected {
  open.pop();
  return afterValue(open);
}

const afterValue = (open: readonly unknown[]): Expected => (open.length > 0 ? "comma" : "end");

/** Returns the token at an index and where it ends; without a token, the place of the error. */
function readToken(text: string, at: number): readonly [Token | undefined, number] {
  const char = text.charAt(at);
  if (PUNCTUATION.includes(char)) return [char as Token, at + 1];
  if (char === '"') return readString(text, at);
  const end = endOf(SCALAR, text, at);
  return end > at ? ["scalar", end] : [undefined, at];
}

function readString(text: string, start: number): readonly [Token | undefined, number] {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x22) return ["string", at + 1];
    if (char < 0x20) return [undefined, at];
    if (char !== 0x5c) continue;
    const end = endOf(ESCAPE, text, at);
    if (end === at) return [undefined, at];
    at = end - 1;
  }
  return [undefined, text.length];
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
