import type { ActKind } from "./directory-act.ts";

/** The names of operations by what they do. */
export type NamesByKind = Readonly<Partial<Record<ActKind, readonly string[]>>>;

type Named = readonly [name: string, kind: ActKind];

/** Prefixes are found by their first characters; every prefix is at least this long. */
const INDEXED = 4;

/**
 * Creates a lookup from a table of names by kind. A name that ends in `*` is a prefix, one between two `*` a part of the
 * name. The exact name decides before a prefix, and the longest prefix before a shorter one.
 */
export function kindsByName(names: NamesByKind): (name: string) => ActKind | null {
  const all = Object.entries(names).flatMap(([kind, its]) => its.map((name): Named => [name, kind as ActKind]));
  const exact = new Map(all.filter(([name]) => !name.includes("*")));
  const parts = all.filter(([name]) => name.startsWith("*")).map(([name, kind]): Named => [name.slice(1, -1), kind]);
  const prefixes = new Map<string, Named[]>();
  for (const [name, kind] of all) {
    if (name.startsWith("*") || !name.endsWith("*")) continue;
    const key = name.slice(0, INDEXED);
    prefixes.set(key, [...(prefixes.get(key) ?? []), [name.slice(0, -1), kind]]);
  }
  for (const its of prefixes.values()) its.sort(([a], [b]) => b.length - a.length);
  return (name) =>
    exact.get(name) ??
    prefixes.get(name.slice(0, INDEXED))?.find(([prefix]) => name.startsWith(prefix))?.[1] ??
    parts.find(([part]) => name.includes(part))?.[1] ??
    null;
}
