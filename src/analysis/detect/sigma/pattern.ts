/** Any number of characters, and exactly one, in a pattern of a rule. */
export const MANY = 0;
export const ONE = 1;
export type Token = string | typeof MANY | typeof ONE;
/** Literal text with wildcards between. */
export type Pattern = readonly Token[];

/** Reads `*` and `?`; a backslash makes them, or itself, literal, and is literal before anything else. */
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

/** The text of a pattern without wildcards. */
export function literalOf(pattern: Pattern): string | null {
  if (pattern.length === 0) return "";
  const [only] = pattern;
  return pattern.length === 1 && typeof only === "string" ? only : null;
}

export function mapText(pattern: Pattern, change: (text: string) => string): Pattern {
  return pattern.map((token) => (typeof token === "string" ? change(token) : token));
}

/** The longest literal of a pattern: no text can match without holding it. */
export function longestLiteral(pattern: Pattern): string {
  let longest = "";
  for (const token of pattern) if (typeof token === "string" && token.length > longest.length) longest = token;
  return longest;
}

/** A test for one pattern. Its time grows with the text's length alone, however many wildcards there are. */
export function patternTest(pattern: Pattern): (text: string) => boolean {
  const literal = literalOf(pattern);
  if (literal !== null) return (text) => text === literal;
  const [first, second, third] = pattern;
  if (pattern.length === 1 && first === MANY) return () => true;
  if (pattern.length === 2 && first === MANY && typeof second === "string") return (text) => text.endsWith(second);
  if (pattern.length === 2 && typeof first === "string" && second === MANY) return (text) => text.startsWith(first);
  if (pattern.length === 3 && first === MANY && typeof second === "string" && third === MANY) {
    return (text) => text.includes(second);
  }
  return globTest(pattern);
}

/** What stands between two `*`: characters, or null for any one character. */
type Piece = readonly (string | null)[];

function globTest(pattern: Pattern): (text: string) => boolean {
  const pieces: (string | null)[][] = [[]];
  for (const token of pattern) {
    if (token === MANY) pieces.push([]);
    else if (token === ONE) pieces.at(-1)?.push(null);
    else pieces.at(-1)?.push(...token.split(""));
  }
  const head = pieces[0] ?? [];
  if (pieces.length === 1) return (text) => text.length === head.length && fits(text, head, 0);
  const tail = pieces.at(-1) ?? [];
  const middle = pieces.slice(1, -1).filter((piece) => piece.length > 0);
  return (text) => {
    if (text.length < head.length + tail.length || !fits(text, head, 0)) return false;
    const end = text.length - tail.length;
    return fits(text, tail, end) && inOrder(text, middle, head.length, end);
  };
}

/** Whether the pieces follow each other between two positions: the first place that fits is always good enough. */
function inOrder(text: string, pieces: readonly Piece[], from: number, end: number): boolean {
  let at = from;
  for (const piece of pieces) {
    while (at + piece.length <= end && !fits(text, piece, at)) at += 1;
    if (at + piece.length > end) return false;
    at += piece.length;
  }
  return true;
}

function fits(text: string, piece: Piece, at: number): boolean {
  for (let index = 0; index < piece.length; index += 1) {
    const wanted = piece[index];
    if (wanted !== null && wanted !== text[at + index]) return false;
  }
  return true;
}
