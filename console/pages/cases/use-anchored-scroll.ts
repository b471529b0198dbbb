import { type RefObject, useLayoutEffect, useRef, useState } from "react";

interface AnchoredScroll {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** How many items were added above what is visible. */
  readonly above: number;
  showTop(): void;
}

/** Keeps what is visible in a list in place when items are added above it. */
export function useAnchoredScroll(ids: readonly string[], elementId: (id: string) => string): AnchoredScroll {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<{ readonly ids: readonly string[]; readonly tops: ReadonlyMap<string, number> }>(undefined);
  const [above, setAbove] = useState(0);
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the ids
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    const tops = new Map(ids.map((id) => [id, topOf(elementId(id))] as const));
    const known = before.current;
    const anchor = known?.ids.find((id) => tops.has(id) && (known.tops.get(id) ?? 0) >= list.scrollTop);
    if (known && anchor !== undefined) {
      const added = ids.indexOf(anchor) - known.ids.indexOf(anchor);
      const moved = (tops.get(anchor) ?? 0) - (known.tops.get(anchor) ?? 0);
      if (added > 0 && moved > 0) {
        list.scrollTop += moved;
        setAbove((count) => count + added);
      }
    }
    before.current = { ids, tops };
  }, [key]);
  const showTop = (): void => {
    ref.current?.scrollTo({ top: 0 });
    setAbove(0);
  };
  return { ref, above, showTop };
}

function topOf(id: string): number {
  const element = document.getElementById(id)?.closest("li");
  return element?.offsetTop ?? 0;
}
