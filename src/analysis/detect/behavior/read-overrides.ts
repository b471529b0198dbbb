import type { Fields } from "../../../model/fields.ts";
import { BEHAVIOR_DEFAULTS } from "./behavior-defaults.ts";
import type { BehaviorOverrides } from "./behavior-settings.ts";
import { isUsableNumber } from "./merge-settings.ts";

/** The valid overrides of a settings file, and the problems with the rest. */
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
 * Parses the settings of `behaviors.yml`: the detector's slug, and below it its settings in snake_case. A detector with
 * an invalid setting keeps all its defaults; the others are not affected.
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
    return refused(`'${detector}' is not a behavior; expected one of ${[...DEFAULTS.keys()].join(", ")}`);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return refused(`'${detector}' must be a map of these settings to numbers: ${[...known.numbers.keys()].join(", ")}`);
  }
  const problems = Object.entries(given).flatMap(([name, value]) => problemOf(detector, known.numbers, name, value));
  if (problems.length > 0) return refused(...problems);
  const numbers = Object.entries(given as Record<string, number>).map(
    ([name, value]) => [known.numbers.get(name) ?? name, value] as const,
  );
  return { entry: [[known.name, Object.fromEntries(numbers)]], problems: [] };
}

function problemOf(detector: string, numbers: ReadonlyMap<string, string>, name: string, value: unknown): string[] {
  if (!numbers.has(name)) return [`${detector} has no setting '${name}'; it has ${[...numbers.keys()].join(", ")}`];
  return isUsableNumber(value) ? [] : [`${detector}.${name} must be a number above 0`];
}

const refused = (...problems: readonly string[]): ReadDetector => ({ entry: [], problems });

/** Maps the snake_case name of a setting to its name in the code. */
function writtenNumbers(numbers: object): ReadonlyMap<string, string> {
  return new Map(Object.keys(numbers).map((name) => [toWritten(name), name]));
}

/** Returns the snake_case name of a detector or setting. */
export function toWritten(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
