interface Timed {
  readonly at: number;
}

/** Yields the items at most `reachMs` before a time, latest first. Items must be sorted. */
export function* before<T extends Timed>(items: readonly T[], at: number, reachMs: number): Iterable<T> {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.at ?? at) <= at) low = middle + 1;
    else high = middle;
  }
  for (let item = items[low - 1]; item !== undefined && item.at >= at - reachMs; item = items[low - 1]) {
    yield item;
    low -= 1;
  }
}

/** Yields each of `seconds` with the latest matching one of `firsts` at most `reachMs` before it. */
export function* followUps<F extends Timed, S extends Timed>(
  firsts: readonly F[],
  seconds: readonly S[],
  reachMs: number,
  belong: (first: F, second: S) => boolean = () => true,
): Iterable<{ readonly first: F; readonly second: S }> {
  if (firsts.length === 0) return;
  for (const second of seconds) {
    for (const first of before(firsts, second.at, reachMs)) {
      if (!belong(first, second)) continue;
      yield { first, second };
      break;
    }
  }
}
