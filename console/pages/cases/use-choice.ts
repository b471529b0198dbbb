import { useCallback, useMemo, useState } from "react";

export interface Choice {
  /** The chosen ids that are still listed, in the order of the list. */
  readonly ids: readonly string[];
  has(id: string): boolean;
  toggle(id: string): void;
  /** Chooses everything between the id that was chosen last and this one. */
  extendTo(id: string): void;
  /** Chooses exactly these. */
  set(ids: readonly string[]): void;
  clear(): void;
}

interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** The id that a range starts from. */
  readonly from: string | undefined;
}

const NONE: Chosen = { ids: new Set(), from: undefined };

/** Lets a person choose several items of a list. */
export function useChoice(listed: readonly string[]): Choice {
  const [chosen, setChosen] = useState(NONE);
  const ids = useMemo(() => listed.filter((id) => chosen.ids.has(id)), [listed, chosen]);
  const toggle = useCallback((id: string) => setChosen((before) => ({ ids: toggled(before.ids, id), from: id })), []);
  const extendTo = useCallback(
    (id: string) =>
      setChosen(({ ids: before, from = id }) => ({ ids: new Set([...before, ...between(listed, from, id)]), from })),
    [listed],
  );
  const set = useCallback((next: readonly string[]) => setChosen({ ids: new Set(next), from: next.at(-1) }), []);
  const clear = useCallback(() => setChosen(NONE), []);
  return { ids, has: (id) => chosen.ids.has(id), toggle, extendTo, set, clear };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function between(listed: readonly string[], one: string, other: string): readonly string[] {
  const [a, b] = [listed.indexOf(one), listed.indexOf(other)];
  return listed.slice(Math.min(a, b), Math.max(a, b) + 1);
}
