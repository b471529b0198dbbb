/** A parenthesis, a repetition, or any token for one character. */
const PART = /([()])|\{(\d{1,9})(?:,(\d{0,9}))?\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|./gs;

/**
 * Estimates from the source how many instructions an expression has when its repetitions are expanded, because compiling
 * it to count them may already take too long.
 */
export function expandedSize(source: string): number {
  const groups = [0];
  let last = 0;
  let sizeBefore = 0;
  for (const [, bracket, least, most] of source.matchAll(PART)) {
    if (bracket === "(") groups.push(0);
    last = bracket === ")" ? (groups.pop() ?? 0) + 1 : 1;
    if (least !== undefined) last = sizeBefore * (Math.max(1, Number(least), Number(most ?? 0)) - 1);
    groups.push((groups.pop() ?? 0) + last);
    sizeBefore = last;
  }
  return groups.reduce((sum, size) => sum + size, 0);
}
