/** Unpaired surrogates; like the null character, the database cannot store them. */
const SURROGATES = /\p{Cs}/gu;
const SPACE = 0x20;
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];

/** Whether a text has neither control characters nor surrogates. True for nearly every text, and cheap to check. */
export function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < SPACE || (code >= FIRST_SURROGATE && code <= LAST_SURROGATE)) return false;
  }
  return true;
}

/** Replaces characters that the database cannot store. */
export const storableText = (text: string): string =>
  isPlain(text) ? text : text.replaceAll("\u0000", "\ufffd").replace(SURROGATES, "\ufffd");
