import { compareText } from "../../../src/model/text/compare-text.ts";
import type { JudgedSet } from "./judged-incidents.ts";

const HEAD = `/**
 * In how many incidents of the labeled sets for causes a detector found something, and in how many of them it was an attack,
 * the latter first. \`npm run measure:judge -- --write\` writes this file.
 */
export const MEASURED_PRECISION: Readonly<Record<string, readonly [right: number, found: number]>> = {`;

/** Renders how often each detector was right in the incidents of sets. */
export function renderPrecision(sets: readonly JudgedSet[]): string {
  const counts = new Map<string, { right: number; found: number }>();
  for (const { detectors } of sets.flatMap(({ incidents }) => incidents)) {
    for (const [detector, isRight] of detectors) {
      const count = counts.get(detector) ?? { right: 0, found: 0 };
      counts.set(detector, { right: count.right + (isRight ? 1 : 0), found: count.found + 1 });
    }
  }
  const lines = [...counts]
    .sort(([left], [right]) => compareText(left, right))
    .map(([detector, { right, found }]) => `  ${detector}: [${right}, ${found}],`);
  return [HEAD, ...lines, "};", ""].join("\n");
}
