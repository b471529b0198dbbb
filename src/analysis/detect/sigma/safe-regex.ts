import { RE2JS } from "re2js";
import { type Literals, requiredLiterals } from "./regex-literals.ts";
import { RuleProblem } from "./rule-problem.ts";

/** A regular expression whose time grows with the text's length alone. */
export interface SafeRegex {
  readonly source: string;
  /** What a text must hold, in lower case, for the pattern to be tried at all. */
  readonly literals: Literals;
  test(text: string): boolean;
}

export interface RegexFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

const MAX_SOURCE = 4_096;
/** States of the compiled program: each can cost a step for each character. */
const MAX_PROGRAM = 2_000;
/** Longer values are examined up to here. */
const MAX_EXAMINED = 65_536;

/**
 * Characters, classes, groups and alternatives without any repetition but `?`: whatever the text, the native engine
 * tries a fixed number of ways at each position. Nothing that the two engines read differently is in it.
 */
const PLAIN =
  /^(?:[\w\s\-/:;,@%&=<>!"'#~`]|\\[.\\/\-()[\]{}+*?|^$]|\[(?:[\w\s./:;,@%&=+*?!]|[\w]-[\w])+\]|\(\?:|\(|\)|\||\?(?!\?))*$/;
const MAX_PLAIN = 200;

export function compileRegex(source: string, flags: RegexFlags): SafeRegex {
  if (source.length > MAX_SOURCE) throw new RuleProblem(`a regular expression is longer than ${MAX_SOURCE} characters`);
  const linear = compileLinear(source, flags);
  const native = nativeFor(source, flags);
  const test = native ? (text: string) => native.test(text) : (text: string) => linear.test(text);
  return {
    source,
    literals: requiredLiterals(source),
    test: (text) => test(text.length > MAX_EXAMINED ? text.slice(0, MAX_EXAMINED) : text),
  };
}

function compileLinear(source: string, { ignoreCase, multiline, dotAll }: RegexFlags): RE2JS {
  const bits =
    (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.MULTILINE : 0) | (dotAll ? RE2JS.DOTALL : 0);
  try {
    const compiled = RE2JS.compile(source, bits);
    if (compiled.programSize() <= MAX_PROGRAM) return compiled;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : String(error);
    throw new RuleProblem(`the regular expression '${source}' cannot run in linear time: ${reason}`);
  }
  throw new RuleProblem(
    `the regular expression '${source.slice(0, 80)}' is too large when its repetitions are written out`,
  );
}

/** The native expression for what it runs just as safely, and faster. */
function nativeFor(source: string, { ignoreCase, multiline, dotAll }: RegexFlags): RegExp | null {
  const inline = /^\(\?i\)/.test(source);
  const body = inline ? source.slice(4) : source;
  if (body.length > MAX_PLAIN || (body.match(/\?/g)?.length ?? 0) > 8 || !PLAIN.test(body)) return null;
  const flags = `${ignoreCase || inline ? "i" : ""}${multiline ? "m" : ""}${dotAll ? "s" : ""}`;
  try {
    return new RegExp(body, flags);
  } catch {
    return null;
  }
}
