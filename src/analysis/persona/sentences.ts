/** Returns `a`, `a and b` or `a, b and c`. */
export function listOf(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Returns at most `max` words, and how many more there are. */
export function shortListOf(words: readonly string[], max: number): string {
  return words.length <= max ? listOf(words) : `${words.slice(0, max).join(", ")} and ${words.length - max} more`;
}

/** Returns a word with `a` or `an`. */
export const withArticle = (words: string): string => `${/^[aeiou]/i.test(words) ? "an" : "a"} ${words}`;
