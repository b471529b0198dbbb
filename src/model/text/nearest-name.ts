/** Letters at the start that make two names alike, however different the rest is. */
const MIN_COMMON_START = 3;

/** Returns the name that was probably meant: of those that are alike, the one with the smallest edit distance. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  return nearestNames(given, names, 1)[0];
}

/** Returns up to `count` names that are alike, those with the smallest edit distance first. */
export function nearestNames(given: string, names: readonly string[], count: number): readonly string[] {
  return names
    .map((name) => ({ name, distance: editDistance(given, name) }))
    .filter(({ name, distance }) => hasCommonStart(given, name) || distance * 3 <= given.length)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ name }) => name);
}

function hasCommonStart(given: string, name: string): boolean {
  return given.length >= MIN_COMMON_START && name.startsWith(given.slice(0, MIN_COMMON_START));
}

/** Levenshtein distance with transpositions of neighbors counted as one edit. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) row.push(cellOf(a, b, i, j, rows, row));
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

function cellOf(a: string, b: string, i: number, j: number, rows: readonly number[][], row: readonly number[]): number {
  const at = (r: number, c: number): number => (r === i ? row[c] : rows[r]?.[c]) ?? 0;
  const change = a[i - 1] === b[j - 1] ? 0 : 1;
  const swap =
    i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
  return Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change, swap);
}
