import { endOfString } from "./json-string.ts";

const QUOTE = 0x22;
const MINUS = 0x2d;

/** An integer with fewer digits is always safe in JavaScript. */
const LONG = /\d{16}/;

/**
 * Quotes integers in JSON that JavaScript cannot represent exactly, and leaves everything else unchanged. Runs in linear
 * time.
 */
export function quoteLongNumbers(text: string): string {
  if (!LONG.test(text)) return text;
  let [quoted, copied] = ["", 0];
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) i = endOfString(text, i);
    if (char !== MINUS && !isDigit(char)) continue;
    const end = endOfNumber(text, i);
    if (isTooLong(text.slice(i, end))) {
      quoted += `${text.slice(copied, i)}"${text.slice(i, end)}"`;
      copied = end;
    }
    i = end - 1;
  }
  return copied === 0 ? text : quoted + text.slice(copied);
}

const isDigit = (char: number): boolean => char >= 0x30 && char <= 0x39;

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isNumberPart(text.charCodeAt(end))) end++;
  return end;
}

/** Digits, `+`, `-`, `.`, `E` and `e`. */
const isNumberPart = (char: number): boolean =>
  isDigit(char) || char === 0x2b || char === MINUS || char === 0x2e || char === 0x45 || char === 0x65;

function isTooLong(number: string): boolean {
  return number.length >= 16 && /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number));
}
