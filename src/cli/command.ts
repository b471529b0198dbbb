import type { Config } from "../config.ts";

/** Where a command's words go: results to `out`, everything for people to `note`. */
export interface Terminal {
  out(text: string): void;
  note(text: string): void;
  /** Rewrites one line while long work goes on; nothing when nobody watches. */
  progress(text: string): void;
}

export interface Invocation {
  readonly config: Config;
  readonly terminal: Terminal;
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
  /** Options without a value that were given. */
  readonly flags: ReadonlySet<string>;
  /** For a command that is told the name of a variable; settings of the program itself are in `config`. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One command of the CLI. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What follows `parapet` on the command line. */
  readonly usage: readonly string[];
  /** Options that take a value, with what they mean. */
  readonly options: Readonly<Record<string, string>>;
  /** Options that take no value, with what they mean. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly examples: readonly string[];
  /** What else one has to know. */
  readonly notes?: string;
  /** Answers the exit code. */
  run(invocation: Invocation): Promise<number>;
}

/** Options of the commands that serve. */
export const LISTEN_OPTIONS = {
  port: "where to listen; default 8080, or PARAPET_PORT; 0 takes a free one",
  host: "default 127.0.0.1, or PARAPET_HOST",
} as const;

/** The command line was used wrongly: exit code 2. */
export class UsageProblem extends Error {}

/** For a command that takes options only: a word it would not read is a mistake. */
export function refuseWords({ positionals }: Invocation): void {
  if (positionals.length > 0) throw new UsageProblem(`unexpected '${positionals[0]}'`);
}

/** What an error says. Several failed connections at once are an error without a message, but with a code. */
export function messageOf(error: Error): string {
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}

/** The named option, or a usage problem that says how to give it. */
export function required(invocation: Invocation, option: string): string {
  const value = invocation.options[option];
  if (!value) throw new UsageProblem(`--${option} is required`);
  return value;
}
