import { type Config, isPort, PORT_FORMAT } from "../config.ts";
import { DOMAIN_NAME_FORMAT, isDomainName } from "../model/domain-name.ts";
import { describeSystemError } from "../runtime/system-error.ts";
import { UsageError } from "./usage-error.ts";

/** Where a command writes: results to `out` or `data` (standard output), everything else to `note` (standard error). */
export interface Terminal {
  /** Writes one line for people; control characters in it are replaced. */
  out(text: string): void;
  /** Writes one line for programs, which is JSON or plain: characters that a terminal obeys or does not show become escapes. */
  data(text: string): void;
  /** Writes one line for people, like `out`. */
  note(text: string): void;
  /** Shows how far long work has come; an empty text ends the display. */
  progress(text: string): void;
  /** Asks the user and returns the answer; absent if no user is at the terminal. */
  ask?(question: string): Promise<string>;
}

/** An option that takes a value. */
export interface Option {
  /** Placeholder of the value in the help, such as `NAME`. */
  readonly value: string;
  readonly meaning: string;
  readonly required?: true;
  /** Returns why the value cannot be used, if so. */
  readonly problem?: (value: string) => string | undefined;
}

/** A word on the command line that is not an option, such as a file. */
export interface Operand {
  readonly name: string;
  readonly optional?: true;
  /** Accepts one or more words; only the last operand may. */
  readonly repeated?: true;
  /** Returns why the word cannot be used, if so. */
  readonly problem?: (word: string) => string | undefined;
}

/** A command line after it was checked against the declaration of its command. */
export interface Invocation {
  readonly config: Config;
  readonly terminal: Terminal;
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  /** The flags that were given. */
  readonly flags: ReadonlySet<string>;
  readonly json: boolean;
  /** No progress is shown: `--json` or `--quiet` was given. */
  readonly quiet: boolean;
  /** For commands that read a variable named on the command line; settings of Parapet itself are in `config`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One command: its command line, its help and what it does. */
export interface Command {
  readonly operands?: readonly Operand[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Options without a value, with their meaning. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Combinations of options, for a command where the usage line made from the declarations would mislead. */
  readonly usage?: readonly string[];
  readonly examples: readonly string[];
  readonly notes?: string;
  /** Returns the exit code. */
  run(invocation: Invocation): Promise<number>;
}

const domainNameProblem = (name: string): string | undefined =>
  isDomainName(name) ? undefined : `expected the name of a domain: ${DOMAIN_NAME_FORMAT}`;

/** Declares the option `--domain` of a command that needs it. */
export const domainOption = (meaning: string): Option => ({ ...optionalDomain(meaning), required: true });

/** Declares the option `--domain` of a command that works without it. */
export const optionalDomain = (meaning: string): Option => ({ value: "NAME", meaning, problem: domainNameProblem });

/** Declares the operand that names a domain. */
export const DOMAIN_OPERAND: Operand = { name: "NAME", problem: domainNameProblem };

/** Options of the commands that listen on a port. */
export const LISTEN_OPTIONS: Readonly<Record<string, Option>> = {
  port: {
    value: "PORT",
    meaning: "port to listen on; 0 picks a free one (default: 8080, or PARAPET_PORT)",
    problem: (value) => (isPort(value) ? undefined : `expected ${PORT_FORMAT}`),
  },
  host: { value: "ADDRESS", meaning: "address to listen on (default: 127.0.0.1, or PARAPET_HOST)" },
};

/** Returns the message of an error; one of the system is a sentence with a remedy, and one without a message is its code. */
export function messageOf(error: Error): string {
  const described = describeSystemError(error) ?? error.message;
  return described || String((error as NodeJS.ErrnoException).code ?? error.name);
}

/** Writes a text of several lines, whose line breaks are the program's own. */
export function writeLines(write: (line: string) => void, text: string): void {
  for (const line of text.split("\n")) write(line);
}

/** Returns the value of an option that must be given. */
export function required(invocation: Invocation, option: string): string {
  const value = invocation.options[option];
  if (!value) throw new UsageError(`--${option} is required`);
  return value;
}
