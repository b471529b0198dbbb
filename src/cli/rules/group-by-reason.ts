/** A reason, and what it applies to. */
interface ReasonGroup<T> {
  readonly reason: string;
  readonly items: readonly T[];
}

/** Groups by reason, the most frequent first. */
export function groupByReason<T>(items: readonly T[], reasonOf: (item: T) => string): readonly ReasonGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const reason = reasonOf(item);
    const known = groups.get(reason);
    if (known) known.push(item);
    else groups.set(reason, [item]);
  }
  return [...groups].map(([reason, its]) => ({ reason, items: its })).sort((a, b) => b.items.length - a.items.length);
}
