/** Removes the given characters from the end of a text in linear time, which a regular expression such as `/+$` is not. */
export function trimTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
