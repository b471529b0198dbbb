/** Wildcards of a pattern: any number of characters, and exactly one. */
export const MANY = 0;
export const ONE = 1;
export type Token = string | typeof MANY | typeof ONE;
/** Literals and wildcards in order. */
export type Pattern = readonly Token[];

/** Parses `*` and `?`. A backslash escapes them and itself, and is literal before anything else. */
export function parsePattern(text: string): Pattern {
  const tokens: Token[] = [];
  let literal = "";
  const wildcard = (token: Token) => {
    if (literal) tokens.push(literal);
    literal = "";
    if (token !== MANY || tokens.at(-1) !== MANY) tokens.push(token);
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\\" && "*?\\".includes(text.charAt(at + 1) || " ")) {
      at += 1;
      literal += text.charAt(at);
    } else if (char === "*") wildcard(MANY);
    else if (char === "?") wildcard(ONE);
    else literal += char;
  }
  if (literal) tokens.push(literal);
  return tokens;
}

/** Returns the text of a pattern without wildcards; null for any other pattern. */
export function literalOf(pattern: Pattern): string | null {
  if (pattern.length === 0) return "";
  const [only] = pattern;
  return pattern.length === 1 && typeof only === "string" ? only : null;
}

export function mapText(pattern: Pattern, change: (text: string) => string): Pattern {
  return pattern.map((token) => (typeof token === "string" ? change(token) : token));
}

/** Returns the longest literal of a pattern, which every matching text contains. */
export function longestLiteral(pattern: Pattern): string {
  let longest = "";
  for (const token of pattern) if (typeof token === "string" && token.length > longest.length) longest = token;
  return longest;
}

/** Compiles a pattern. With `?` only the first `examined` characters of a text are tried. */
export function patternTest(pattern: Pattern, examined: number): (text: string) => boolean {
  const literal = literalOf(pattern);
  if (literal !== null) return (text) => text === literal;
  const [first, second, third] = pattern;
  if (pattern.length === 1 && first === MANY) return () => true;
  if (pattern.length === 2 && first === MANY && typeof second === "string") return (text) => text.endsWith(second);
  if (pattern.length === 2 && typeof first === "string" && second === MANY) return (text) => text.startsWith(first);
  if (pattern.length === 3 && first === MANY && typeof second === "string" && third === MANY) {
    return (text) => text.includes(second);
  }
  return globTest(pattern, examined);
}

/** The part of a pattern between two `*`. */
interface Piece {
  readonly length: number;
  /** Returns whether it matches at this index. */
  fits(text: string, at: number): boolean;
  /** Returns the first index at or after `from` where it matches; -1 for none. */
  find(text: string, from: number): number;
}

/** The longest pattern with `?`; a longer one would cost too much per value. */
export const MAX_WITH_ONE = 256;

function globTest(pattern: Pattern, examined: number): (text: string) => boolean {
  const groups: (string | typeof ONE)[][] = [[]];
  for (const token of pattern) {
    if (token === MANY) groups.push([]);
    else groups.at(-1)?.push(token);
  }
  const pieces = groups.map((group) => pieceOf(group, examined));
  const head = pieces[0] ?? literalPiece("");
  if (pieces.length === 1) return (text) => text.length === head.length && head.fits(text, 0);
  const tail = pieces.at(-1) ?? literalPiece("");
  const middle = pieces.slice(1, -1).filter((piece) => piece.length > 0);
  return (text) => {
    const end = text.length - tail.length;
    if (end < head.length || !head.fits(text, 0)) return false;
    return tail.fits(text, end) && inOrder(text, middle, head.length, end);
  };
}

/** Returns whether the pieces match in order between two indexes; the first match of each is always sufficient. */
function inOrder(text: string, pieces: readonly Piece[], from: number, end: number): boolean {
  let at = from;
  for (const piece of pieces) {
    const place = piece.find(text, at);
    if (place < 0 || place + piece.length > end) return false;
    at = place + piece.length;
  }
  return true;
}

function pieceOf(tokens: readonly (string | typeof ONE)[], examined: number): Piece {
  const [only] = tokens;
  if (tokens.length === 0 || (tokens.length === 1 && typeof only === "string")) return literalPiece(only ?? "");
  const codes = tokens.flatMap((token) =>
    token === ONE ? [ANY_CODE] : token.split("").map((char) => char.charCodeAt(0)),
  );
  const fits = (text: string, at: number) => codesFit(codes, text, at);
  return {
    length: codes.length,
    fits,
    find: (text, from) => {
      const last = Math.min(text.length, examined) - codes.length;
      for (let at = from; at <= last; at += 1) if (fits(text, at)) return at;
      return -1;
    },
  };
}

const ANY_CODE = -1;

function codesFit(codes: readonly number[], text: string, at: number): boolean {
  for (let index = codes.length - 1; index >= 0; index -= 1) {
    const code = codes[index];
    if (code !== ANY_CODE && code !== text.charCodeAt(at + index)) return false;
  }
  return true;
}

const literalPiece = (literal: string | typeof ONE): Piece => {
  const wanted = String(literal);
  return {
    length: wanted.length,
    fits: (text, at) => text.startsWith(wanted, at),
    find: (text, from) => text.indexOf(wanted, from),
  };
};
