import { compareText } from "../../../src/model/text/compare-text.ts";
import type { JudgedSet } from "./judged-incidents.ts";

const HEAD = `/**
 * How many attacks of the labeled sets for causes a detector found something of, and this with the incidents without an attack that
 * it found something in. \`npm run measure:judge -- --write\` writes this file.
 */
export const MEASURED_PRECISION: Readonly<Record<string, readonly [right: number, found: number]>> = {`;

/** Renders how often each detector was right in sets. An attack counts once, however many subjects it has. */
export function renderPrecision(sets: readonly JudgedSet[]): string {
  const right = new Map<string, Set<string>>();
  const wrong = new Map<string, number>();
  for (const [place, { incidents }] of sets.entries()) {
    for (const [detector, attacks] of incidents.flatMap(({ detectors }) => [...detectors])) {
      const known = right.get(detector) ?? new Set<string>();
      right.set(detector, known);
      for (const attack of attacks) known.add(`${place} ${attack}`);
      wrong.set(detector, (wrong.get(detector) ?? 0) + (attacks.length === 0 ? 1 : 0));
    }
  }
  const lines = [...right]
    .sort(([left], [other]) => compareText(left, other))
    .map(([detector, { size }]) => `  ${detector}: [${size}, ${size + (wrong.get(detector) ?? 0)}],`);
  return [HEAD, ...lines, "};", ""].join("\n");
}
