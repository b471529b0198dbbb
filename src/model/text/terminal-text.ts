const LINE_BREAKS_AND_TABS = /[\t\n\r]+/g;
/** Control characters (C0, DEL, C1), line separators, and the characters that change the direction of the text around them. */
const CONTROLS = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Returns text as one line for a terminal: control characters are replaced, so that text of a row, a file or an argument
 * cannot move the cursor, change a title or imitate another line.
 */
export function terminalText(text: string): string {
  return text.replace(LINE_BREAKS_AND_TABS, " ").replace(CONTROLS, "\ufffd");
}
