/** Letters at the start that make two names alike, however different the rest is. */
const MIN_COMMON_START = 3;
/** Longer names are compared by their first characters: the cost grows with the length, and callers choose the name. */
const MAX_COMPARED = 64;

/** Returns the name that was probably meant: of those that are alike, the one with the smallest edit distance. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  return nearestNames(given, names, 1)[0];
}

/** Returns up to `count` names that are alike, those with the smallest edit distance first. */
export function nearestNames(name: string, names: readonly string[], count: number): readonly string[] {
  const given = name.slice(0, MAX_COMPARED);
  return names
    .filter((known) => hasCommonStart(given, known) || isClose(given, Math.abs(given.length - known.length)))
    .map((known) => ({ known, distance: editDistance(given, known) }))
    .filter(({ known, distance }) => hasCommonStart(given, known) || isClose(given, distance))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ known }) => known);
}

/** A distance is never smaller than the difference in length, which is tested first because it costs nothing. */
const isClose = (given: string, distance: number): boolean => distance * 3 <= given.length;

function hasCommonStart(given: string, name: string): boolean {
  return given.length >= MIN_COMMON_START && name.startsWith(given.slice(0, MIN_COMMON_START));
}

/** Levenshtein distance with transpositions of neighbors counted as one edit. */
export function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = nextRow(a, i, b, last, beforeLast);
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Returns the distances of the first `i` letters of `a` to every start of `b`, from those of one and two letters fewer. */
function nextRow(a: string, i: number, b: string, last: readonly number[], beforeLast: readonly number[]): number[] {
  const row = [i];
  for (let j = 1; j <= b.length; j++) {
    const change = a[i - 1] === b[j - 1] ? 0 : 1;
    const swap = endsSwapped(a, i, b, j) ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
    row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + change, swap));
  }
  return row;
}

/** Returns whether the last two of the first `i` letters of `a` and of the first `j` letters of `b` are the same, swapped. */
function endsSwapped(a: string, i: number, b: string, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
}
