import { ConfigError, readConfig } from "../config.ts";
import { Failure } from "../model/failure.ts";
import { UnsafeFile } from "../runtime/file-access.ts";
import { messageOf, type Terminal, writeLines } from "./command.ts";
import { COMMAND_TABLE } from "./command-table.ts";
import { exitCode } from "./exit-codes.ts";
import { findCommand, knownPath } from "./find-command.ts";
import { commandHelp, groupHelp, overview, settingsHelp } from "./help.ts";
import { readCommandLine } from "./read-command-line.ts";
import { UsageError } from "./usage-error.ts";
import { VERSION } from "./version.ts";

/** What the program gets from the process it runs in. */
export interface Process {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

/** Runs one command line and returns its exit code. Every error becomes one line on standard error. */
export async function runCli({ argv, env, terminal }: Process): Promise<number> {
  try {
    return await dispatch(argv, env, terminal);
  } catch (error) {
    terminal.progress("");
    if (!(error instanceof Error)) throw error;
    terminal.note(`parapet: ${messageOf(error)}${hintFor(error, argv)}`);
    if (env["PARAPET_LOG_LEVEL"] === "debug") writeLines(terminal.note, error.stack ?? "");
    if (error instanceof ConfigError || error instanceof UnsafeFile) return exitCode("config");
    return exitCode(error instanceof UsageError ? "usage" : "failed");
  }
}

function hintFor(error: Error, argv: readonly string[]): string {
  if (error instanceof UsageError) return ` (see ${["parapet", ...knownPath(argv)].join(" ")} --help)`;
  return error instanceof Failure && error.cause instanceof Error ? ` (${messageOf(error.cause)})` : "";
}

async function dispatch(argv: readonly string[], env: Process["env"], terminal: Terminal): Promise<number> {
  const [name, ...rest] = argv;
  if (name === "help" && rest.join(" ") === "settings") return print(terminal, settingsHelp());
  if (name === "help" && rest.length > 0) return dispatch([...rest, "--help"], env, terminal);
  if (name === "--version" || name === "version") return print(terminal, VERSION);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    return print(terminal, overview(COMMAND_TABLE, VERSION));
  }
  const found = findCommand(argv);
  if ("group" in found) return print(terminal, groupHelp(found.group));
  const { command } = await found.entry.load();
  const { help, ...line } = readCommandLine(command, found.rest);
  if (help) return print(terminal, commandHelp(found.path, found.entry.summary, command));
  const { "data-dir": dataDir, host, port } = line.options;
  const config = readConfig(env, { dataDir, host, port });
  return command.run({ ...line, config, terminal: line.quiet ? withoutProgress(terminal) : terminal, env });
}

const withoutProgress = (terminal: Terminal): Terminal => ({ ...terminal, progress: () => undefined });

function print(terminal: Terminal, text: string): number {
  writeLines(terminal.out, text);
  return exitCode("done");
}
