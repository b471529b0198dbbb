import type { Fields } from "../../../model/fields.ts";
import { BEHAVIOR_DEFAULTS, type BehaviorOverrides, isUsableNumber } from "./behavior-settings.ts";

/** What a settings file says, as far as it can be honored, and why the rest cannot. */
export interface ReadOverrides {
  readonly overrides: BehaviorOverrides;
  readonly problems: readonly string[];
}

const DEFAULTS = new Map(
  Object.entries(BEHAVIOR_DEFAULTS).map(([name, numbers]) => [
    toWritten(name),
    { name, numbers: writtenNumbers(numbers) },
  ]),
);

/**
 * Reads numbers of behaviors as people write them: the detector's name, below it the names of its numbers, words parted
 * by `_`. A detector with something wrong keeps all its usual numbers; the others are not touched by that.
 */
export function readOverrides(data: Fields): ReadOverrides {
  const read = Object.entries(data).map(([detector, numbers]) => readDetector(detector, numbers));
  return {
    overrides: Object.fromEntries(read.flatMap(({ entry }) => entry)) as BehaviorOverrides,
    problems: read.flatMap(({ problems }) => problems),
  };
}

interface ReadDetector {
  readonly entry: readonly (readonly [name: string, numbers: Readonly<Record<string, number>>])[];
  readonly problems: readonly string[];
}

function readDetector(detector: string, given: unknown): ReadDetector {
  const known = DEFAULTS.get(detector);
  if (known === undefined) {
    return refused(`no behavior is called '${detector}'; there are ${[...DEFAULTS.keys()].join(", ")}`);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return refused(`${detector} takes names and numbers: ${[...known.numbers.keys()].join(", ")}`);
  }
  const problems = Object.entries(given).flatMap(([name, value]) => problemOf(detector, known.numbers, name, value));
  if (problems.length > 0) return refused(...problems);
  const numbers = Object.entries(given as Record<string, number>).map(
    ([name, value]) => [known.numbers.get(name) ?? name, value] as const,
  );
  return { entry: [[known.name, Object.fromEntries(numbers)]], problems: [] };
}

function problemOf(detector: string, numbers: ReadonlyMap<string, string>, name: string, value: unknown): string[] {
  if (!numbers.has(name)) return [`${detector} has no number '${name}'; it has ${[...numbers.keys()].join(", ")}`];
  return isUsableNumber(value) ? [] : [`${detector}.${name} must be a number above 0`];
}

const refused = (...problems: readonly string[]): ReadDetector => ({ entry: [], problems });

/** By the name that people write, the name in the settings. */
function writtenNumbers(numbers: object): ReadonlyMap<string, string> {
  return new Map(Object.keys(numbers).map((name) => [toWritten(name), name]));
}

/** The name of a detector or a number as people write it. */
export function toWritten(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
