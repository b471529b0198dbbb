import { toAmount } from "../../model/text/amount.ts";

/** Returns `a`, `a and b` or `a, b and c`. */
export function listOf(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Returns at most `max` words, and how many more there are. */
export function shortListOf(words: readonly string[], max: number): string {
  return words.length <= max ? listOf(words) : `${words.slice(0, max).join(", ")} and ${words.length - max} more`;
}

/** Returns `Holds 5 entitlements, 2 of them privileged (a and b)`. */
export function holdingsText(count: number, privileged: number, classes: readonly string[], shown: number): string {
  const kinds = classes.length === 0 ? "" : ` (${shortListOf(classes, shown)})`;
  const ofThem =
    count === 1
      ? privileged === 0
        ? "which is not privileged"
        : `which is privileged${kinds}`
      : `${privileged === 0 ? "none" : privileged} of them privileged${kinds}`;
  return count === 0 ? "Holds no entitlements" : `Holds ${toAmount(count, "entitlement")}, ${ofThem}`;
}
