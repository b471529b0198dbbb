import type { RE2JS } from "re2js";

/** Opcodes of a compiled RE2 program. */
const ALTERNATIVES: ReadonlySet<number> = new Set([1, 2]);
const PASSED_THROUGH: ReadonlySet<number> = new Set([3, 4, 7]);
const CHARACTERS: ReadonlySet<number> = new Set([8, 9, 10, 11]);
/** Beyond this many comparisons the size of the program is returned instead. */
const MAX_COMPARISONS = 200_000;

interface Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: ArrayLike<number>;
  matchRune(rune: number): boolean;
}

/**
 * Returns the largest number of states that are active after any character, which is the work per character of a text.
 * Assertions are assumed to hold, so the result is an upper bound.
 */
export function maxActiveStates(compiled: RE2JS): number {
  const { inst, start }: { inst: readonly Instruction[]; start: number } = compiled.re2().prog;
  const readers = inst.filter(({ op }) => CHARACTERS.has(op));
  const runes = representativesOf(readers);
  if (runes.size * inst.length > MAX_COMPARISONS) return inst.length;
  let most = 0;
  for (const rune of runes) {
    const next = readers.filter((reader) => reader.matchRune(rune)).map(({ out }) => out);
    most = Math.max(most, reachedFrom(inst, [start, ...next]));
  }
  return most;
}

/** Returns one representative character per set of instructions that some character matches. */
function representativesOf(readers: readonly Instruction[]): ReadonlySet<number> {
  const runes = new Set([0]);
  for (const { runes: ranges } of readers) {
    if (ranges.length === 1) for (const rune of inBothCases(ranges[0] ?? 0)) runes.add(rune).add(rune + 1);
    for (let at = 0; at + 1 < ranges.length; at += 2) runes.add(ranges[at] ?? 0).add((ranges[at + 1] ?? 0) + 1);
  }
  return runes;
}

function inBothCases(rune: number): readonly number[] {
  const text = String.fromCodePoint(rune);
  return [text, text.toLowerCase(), text.toUpperCase()].map((variant) => variant.codePointAt(0) ?? rune);
}

/** Counts the instructions that are reachable without reading a character. */
function reachedFrom(inst: readonly Instruction[], starts: number[]): number {
  const reached = new Set<number>();
  for (let pc = starts.pop(); pc !== undefined; pc = starts.pop()) {
    const instruction = inst[pc];
    if (pc === 0 || instruction === undefined || reached.has(pc)) continue;
    reached.add(pc);
    if (ALTERNATIVES.has(instruction.op)) starts.push(instruction.out, instruction.arg);
    else if (PASSED_THROUGH.has(instruction.op)) starts.push(instruction.out);
  }
  return reached.size;
}
