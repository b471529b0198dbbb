import { parseArgs } from "node:util";
import { nearestName } from "../model/text/nearest-name.ts";
import type { Command, Invocation, Operand } from "./command.ts";
import { UsageError } from "./usage-error.ts";

/** The words of a command line, sorted by what they are. */
export interface CommandLine extends Pick<Invocation, "operands" | "options" | "flags" | "json" | "quiet"> {
  readonly help: boolean;
}

const BOOLEAN = { type: "boolean" } as const;
const TEXT = { type: "string" } as const;

/** Parses the words after a command's name and checks them against its declaration, unless they ask for help. */
export function readCommandLine(command: Command, words: readonly string[]): CommandLine {
  const { values, positionals: operands } = parseWords(command, words);
  const options = values as Record<string, string | undefined>;
  const flags = new Set(Object.keys(command.flags ?? {}).filter((flag) => options[flag]));
  const { json = false, quiet = false, help = false } = values;
  const line = { operands, options, flags, json, quiet: quiet || json, help };
  if (!line.help) checkLine(command, line);
  return line;
}

function parseWords(command: Command, words: readonly string[]) {
  const own = Object.keys(command.options ?? {}).map((option) => [option, TEXT] as const);
  const flags = Object.keys(command.flags ?? {}).map((flag) => [flag, BOOLEAN] as const);
  const options = {
    ...Object.fromEntries(own),
    ...Object.fromEntries(flags),
    help: { ...BOOLEAN, short: "h" },
    json: BOOLEAN,
    quiet: BOOLEAN,
    "data-dir": TEXT,
  };
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(describeParseError((error as Error).message, Object.keys(options)));
  }
}

/** Returns the message of the parser; for an unknown option, with the option that was probably meant. */
function describeParseError(message: string, options: readonly string[]): string {
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return message.split(". To specify")[0] ?? "invalid command line";
  const near = nearestName(unknown.replace(/^-{1,2}/, ""), options);
  return `there is no option '${unknown}'${near === undefined ? "" : `; did you mean '--${near}'?`}`;
}

function checkLine({ operands: declared = [], options = {} }: Command, line: CommandLine): void {
  const empty = Object.keys(line.options).find((name) => line.options[name] === "");
  if (empty !== undefined) throw new UsageError(`--${empty} is empty`);
  for (const [name, { required, problem }] of Object.entries(options)) {
    const value = line.options[name];
    if (required && value === undefined) throw new UsageError(`--${name} is required`);
    const reason = value === undefined ? undefined : problem?.(value);
    if (reason !== undefined) throw new UsageError(`--${name} is '${value}', ${reason}`);
  }
  checkOperands(declared, line.operands);
}

function checkOperands(declared: readonly Operand[], operands: readonly string[]): void {
  const missing = declared[operands.length];
  if (missing && !missing.optional) throw new UsageError(`expected ${operandText(missing)}`);
  const [unexpected] = operands.slice(declared.length);
  if (unexpected !== undefined && !declared.at(-1)?.repeated) throw new UsageError(`unexpected '${unexpected}'`);
  const empty = operands.indexOf("");
  if (empty >= 0) throw new UsageError(`${(declared[empty] ?? declared.at(-1))?.name} is empty`);
  for (const [at, word] of operands.entries()) {
    const { name, problem } = declared[at] ?? declared.at(-1) ?? { name: word };
    const reason = problem?.(word);
    if (reason !== undefined) throw new UsageError(`${name} is '${word}', ${reason}`);
  }
}

/** Returns an operand as a usage line shows it. */
export function operandText({ name, optional, repeated }: Operand): string {
  const text = repeated ? `${name}…` : name;
  return optional ? `[${text}]` : text;
}
