const LINE_BREAKS_AND_TABS = /[\t\n\r]+/g;
/**
 * Control characters (C0, DEL, C1), line separators, and characters without a shape of their own: those that change the
 * direction of the text around them, spaces without a width, fillers, tags and marks of annotations.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Those that choose the shape of the letter or emoji before them, which is never an ASCII character but in emoji of keys. */
const SHAPING = /^(?:\p{Mn}|\u200c|\u200d)$/u;
/** Format characters with a shape: Arabic, Syriac and Kaithi signs. */
const SHOWN = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]$/u;
const KEY = /^[#*0-9]$/;
const HAN = /^\p{Script=Han}$/u;
/** The last character of a text. */
const LAST = /[\s\S]$/u;

/**
 * Returns text as one line for a terminal: control characters are replaced, so that text of a row, a file or an argument
 * cannot move the cursor, change a title or imitate another line or another text.
 */
export function terminalText(text: string): string {
  return text
    .replace(LINE_BREAKS_AND_TABS, " ")
    .replace(UNSEEN, (character: string, at: number) =>
      isShown(character, text.slice(Math.max(0, at - 4), at)) ? character : "\ufffd",
    );
}

/** One that chooses a shape follows what it shapes: a series of them could hide a text. */
function isShown(character: string, before: string): boolean {
  if (!SHAPING.test(character)) return SHOWN.test(character);
  const shaped = LAST.exec(before)?.[0] ?? "";
  if (SHAPING.test(shaped))
    return isJoiner(character) && !isJoiner(shaped) && isShown(shaped, before.slice(0, -shaped.length));
  if (shaped.match(UNSEEN)) return false;
  if ((character.codePointAt(0) ?? 0) >= 0xe0100) return HAN.test(shaped);
  return shaped > "\x7f" || (character === "\ufe0f" && KEY.test(shaped));
}

const isJoiner = (character: string): boolean => character === "\u200c" || character === "\u200d";

/**
 * Returns JSON with the same value in which every character that a terminal obeys or does not show is an escape, such as
 * `\u009b`; one outside of the basic plane is the escapes of its two surrogates. Line feeds, which are between values, stay.
 */
export function terminalJson(json: string): string {
  return json.replace(UNSEEN, (character) => (character === "\n" ? character : escapeUnits(character)));
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
