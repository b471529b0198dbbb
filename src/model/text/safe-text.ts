const CUT_MARK = "…";

/** Control, format (bidirectional overrides, zero width), surrogate halves, private use, line and paragraph ends. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;
const BLANKS = /\s+/gu;

/** Most texts are words in plain letters, and need nothing. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Text of a row made fit for a sentence: one line, nothing invisible, at most `max` characters. */
export function safeText(value: unknown, max = 200): string {
  const text = asText(value);
  if (text.length <= max && PLAIN.test(text)) return text;
  // What can be cut off for certain is cut before the costly part: a row's text may be megabytes long.
  const clean = text
    .slice(0, max * 4 + 64)
    .replace(UNSAFE, " ")
    .replace(BLANKS, " ")
    .trim();
  const characters = [...clean];
  if (characters.length <= max) return clean;
  return `${characters
    .slice(0, Math.max(0, max - 1))
    .join("")
    .trimEnd()}${CUT_MARK}`;
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value) ?? "";
  return String(value);
}
