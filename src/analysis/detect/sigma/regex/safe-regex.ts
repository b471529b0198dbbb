import { RE2JS } from "re2js";
import { RuleProblem } from "../rule-problem.ts";
import { expandedSize } from "./expanded-size.ts";
import { maxActiveStates } from "./max-active-states.ts";
import { type Literals, requiredLiterals } from "./regex-literals.ts";

/** A regular expression that runs in linear time. */
export interface SafeRegex {
  readonly source: string;
  /** Lower-cased literals of which a text must contain one for the expression to be run. */
  readonly literals: Literals;
  /** The most steps that one character of a text can take. */
  readonly stepsPerCharacter: number;
  test(text: string): boolean;
  /** Returns the first group of the first match, or the match if there is no group; null for none. */
  capture(text: string): string | null;
}

export interface RegexFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

const MAX_SOURCE = 4_096;
const MAX_SIZE = 2_000;
const MAX_STEPS_PER_CHARACTER = 1_000;
const MAX_UNICODE_CLASSES = 50;
const TOO_LARGE = `has more than ${MAX_SIZE} instructions when its repetitions are expanded`;

export function compileRegex(source: string, flags: RegexFlags): SafeRegex {
  if (source.length > MAX_SOURCE) throw new RuleProblem(`a regular expression is longer than ${MAX_SOURCE} characters`);
  if (expandedSize(source) > 2 * MAX_SIZE) refuse(source, TOO_LARGE);
  if (source.split(/\\p/i).length > MAX_UNICODE_CLASSES + 1) {
    refuse(source, `has more than ${MAX_UNICODE_CLASSES} classes of Unicode`);
  }
  const compiled = compileLinear(source, flags);
  if (compiled.programSize() > MAX_SIZE) refuse(source, TOO_LARGE);
  const stepsPerCharacter = maxActiveStates(compiled);
  if (stepsPerCharacter > MAX_STEPS_PER_CHARACTER) {
    refuse(source, `can take ${stepsPerCharacter} steps for one character; ${MAX_STEPS_PER_CHARACTER} are allowed`);
  }
  return {
    source,
    literals: requiredLiterals(source),
    stepsPerCharacter,
    // `test` would build DFA states, each of which costs far more than a step and stays in memory.
    test: (text) => compiled.matcher(text).find(),
    capture: (text) => {
      const matcher = compiled.matcher(text);
      if (!matcher.find()) return null;
      return matcher.group(matcher.groupCount() > 0 ? 1 : 0) ?? null;
    },
  };
}

function compileLinear(source: string, { ignoreCase, multiline, dotAll }: RegexFlags): RE2JS {
  const bits =
    (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.MULTILINE : 0) | (dotAll ? RE2JS.DOTALL : 0);
  try {
    return RE2JS.compile(source, bits);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : String(error);
    throw new RuleProblem(`the regular expression '${source}' cannot run in linear time: ${reason}`);
  }
}

function refuse(source: string, reason: string): never {
  throw new RuleProblem(`the regular expression '${source.slice(0, 80)}' ${reason}`);
}
