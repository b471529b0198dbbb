const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * The texts of the elements of a JSON array, each to be parsed by itself, so that a bad one spoils no other. Undefined
 * when the text is no array as a whole.
 */
export function splitArray(text: string): readonly string[] | undefined {
  const whole = text.trim();
  if (!whole.startsWith("[") || !whole.endsWith("]")) return undefined;
  const ends = elementEnds(whole);
  if (!ends) return undefined;
  const elements = ends.map((end, index) => whole.slice((ends[index - 1] ?? 0) + 1, end));
  return elements.length === 1 && elements[0]?.trim() === "" ? [] : elements;
}

/** Where each element of the array ends: at a comma between them, or at the last bracket. */
function elementEnds(whole: string): readonly number[] | undefined {
  const ends: number[] = [];
  const last = whole.length - 1;
  let depth = 0;
  for (let i = 1; i < last && depth >= 0; i++) {
    const char = whole.charCodeAt(i);
    if (char === QUOTE) i = endOfString(whole, i);
    else if (char === COMMA && depth === 0) ends.push(i);
    else depth += nesting(char);
  }
  return depth === 0 ? [...ends, last] : undefined;
}

function nesting(char: number): number {
  if (char === 0x5b || char === 0x7b) return 1;
  return char === 0x5d || char === 0x7d ? -1 : 0;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  return i;
}
