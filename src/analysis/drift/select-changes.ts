import { significantAmong } from "./benjamini-hochberg.ts";
import type { Survivor } from "./cohort.ts";
import type { DriftChange } from "./drift-change.ts";

/** The share of false discoveries among the reported changes. */
const FALSE_DISCOVERY_RATE = 0.05;

const familyOf = ({ kind, computator, period }: Pick<Survivor, "kind" | "period"> & { readonly computator: string }) =>
  `${kind}/${computator}/${period}`;

function groupByFamily<T extends Parameters<typeof familyOf>[0]>(all: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const families = new Map<string, T[]>();
  for (const one of all) {
    const own = families.get(familyOf(one));
    if (own) own.push(one);
    else families.set(familyOf(one), [one]);
  }
  return families;
}

/**
 * Returns the changes of one evaluation day that stay significant although many subjects were tested; survivors without
 * a change are those whose permutation test failed.
 */
export function selectChanges(changes: readonly DriftChange[], survivors: readonly Survivor[]): readonly DriftChange[] {
  const tested = groupByFamily(survivors);
  return [...groupByFamily(changes)].flatMap(([family, own]) => {
    const failed = Math.max(0, (tested.get(family)?.length ?? 0) - own.length);
    // A share of first uses has no p-value: its own gates decide.
    const pValues = own.map(({ significance }) => significance?.permutation_p ?? 0);
    const isSignificant = significantAmong([...pValues, ...Array<number>(failed).fill(1)], FALSE_DISCOVERY_RATE);
    return own.filter((_, index) => isSignificant[index]);
  });
}
