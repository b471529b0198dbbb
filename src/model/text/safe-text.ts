const CUT_MARK = "…";

/**
 * Control, format (bidirectional overrides, zero width), lone surrogate, private use, line and paragraph separators, and whatever
 * else has no shape of its own.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const BLANKS = /\s+/gu;

/** The common case: printable ASCII with single spaces needs no cleaning. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Cleans untrusted text for use in a sentence: one line, nothing invisible, at most `max` characters. */
export function safeText(value: unknown, max = 200): string {
  const text = asText(value);
  if (text.length <= max && PLAIN.test(text)) return text;
  // Truncate before the costly part: the text of a row can be megabytes long.
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
