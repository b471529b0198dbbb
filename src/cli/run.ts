import { parseArgs } from "node:util";
import { ConfigProblem, readConfig } from "../config.ts";
import { Failure } from "../model/failure.ts";
import { UnsafeFile } from "../runtime/file-access.ts";
import { type Command, messageOf, type Terminal, UsageProblem } from "./command.ts";
import { connectorCommand } from "./connector.ts";
import { demoCommand } from "./demo.ts";
import { doctorCommand } from "./doctor.ts";
import { domainCommand } from "./domain.ts";
import { evaluateCommand } from "./evaluate.ts";
import { exportCommand } from "./export.ts";
import { commandHelp, overview } from "./help.ts";
import { importCommand } from "./import.ts";
import { ingestCommand } from "./ingest.ts";
import { keyCommand } from "./key.ts";
import { migrateCommand } from "./migrate.ts";
import { openapiCommand } from "./openapi.ts";
import { rebuildCommand } from "./rebuild.ts";
import { rowsCommand } from "./rows.ts";
import { rulesCommand } from "./rules.ts";
import { serveCommand } from "./serve.ts";
import { VERSION } from "./version.ts";

const COMMANDS: readonly Command[] = [
  serveCommand,
  demoCommand,
  migrateCommand,
  rebuildCommand,
  domainCommand,
  keyCommand,
  connectorCommand,
  ingestCommand,
  rowsCommand,
  importCommand,
  exportCommand,
  rulesCommand,
  openapiCommand,
  evaluateCommand,
  doctorCommand,
];

const EXIT = { failed: 1, usage: 2, config: 78 } as const;

export interface World {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

/** Runs one command line and answers its exit code. Every mistake is one clear line. */
export async function runCli({ argv, env, terminal }: World): Promise<number> {
  try {
    return await dispatch(argv, env, terminal);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    terminal.note(`parapet: ${messageOf(error)}${hintFor(error)}`);
    if (env["PARAPET_LOG_LEVEL"] === "debug") terminal.note(error.stack ?? "");
    if (error instanceof ConfigProblem || error instanceof UnsafeFile) return EXIT.config;
    return error instanceof UsageProblem ? EXIT.usage : EXIT.failed;
  }
}

function hintFor(error: Error): string {
  if (error instanceof UsageProblem) return " (see parapet --help)";
  return error instanceof Failure && error.cause instanceof Error ? ` (${messageOf(error.cause)})` : "";
}

async function dispatch(argv: readonly string[], env: World["env"], terminal: Terminal): Promise<number> {
  const [name, ...rest] = argv;
  if (name === "--version" || name === "version") return say(terminal, VERSION);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    return say(terminal, overview(COMMANDS, VERSION));
  }
  const command = COMMANDS.find((known) => known.name === name);
  if (!command) throw new UsageProblem(`there is no command '${name}'${suggestion(name)}`);
  const { values, positionals } = readArguments(command, rest);
  if (values["help"]) return say(terminal, commandHelp(command));
  const options = values as Record<string, string | undefined>;
  const config = readConfig(env, { dataDir: options["data-dir"], host: options["host"], port: options["port"] });
  const flags = new Set(Object.keys(command.flags ?? {}).filter((flag) => options[flag]));
  return command.run({ config, terminal, positionals, options, json: values["json"] === true, flags, env });
}

function say(terminal: Terminal, text: string): number {
  terminal.out(text);
  return 0;
}

function readArguments(command: Command, args: readonly string[]) {
  const text = { type: "string" } as const;
  const own = Object.fromEntries(Object.keys(command.options).map((option) => [option, text]));
  const flags = Object.fromEntries(
    Object.keys(command.flags ?? {}).map((flag) => [flag, { type: "boolean" } as const]),
  );
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...own,
        ...flags,
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        "data-dir": text,
        host: text,
        port: text,
      },
    });
  } catch (error) {
    throw new UsageProblem((error as Error).message.split(". To specify")[0] ?? "wrong usage");
  }
}

/** The command that was probably meant. */
function suggestion(name: string): string {
  const near = COMMANDS.find((known) => known.name.startsWith(name.slice(0, 3)) && name.length > 1);
  return near ? `; did you mean '${near.name}'?` : "";
}
