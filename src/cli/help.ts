import { CLIENT_VARIABLES, SETTINGS, type SettingDeclaration } from "../config/settings.ts";
import type { Command } from "./command.ts";
import type { CommandEntry, CommandGroup } from "./command-table.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { operandText } from "./read-command-line.ts";

const GLOBAL_OPTIONS = [
  ["--data-dir DIR", "data folder (default: .parapet, or PARAPET_DATA_DIR)"],
  ["--json", "print results as JSON on standard output, and show no progress"],
  ["--quiet", "show no progress"],
  ["--help", "show this text"],
] as const;

type Row = readonly [term: string, meaning: string];

/** Returns the help of the program. */
export function overview(commands: readonly (CommandEntry | CommandGroup)[], version: string): string {
  return [
    `parapet ${version}: a self-hosted security posture service`,
    "Try it:    parapet demo\nRun it:    parapet serve",
    section("Commands", commands.map(describeEntry)),
    section("Options of every command", GLOBAL_OPTIONS),
    section(
      "Exit codes",
      Object.values(EXIT_CODES).map(({ code, meaning }): Row => [String(code), meaning]),
    ),
    "'parapet COMMAND --help' explains a command; 'parapet help settings' lists the environment variables.",
  ].join("\n\n");
}

/** Returns the list of settings, which are environment variables. */
export function settingsHelp(): string {
  const rows = Object.entries<SettingDeclaration>(SETTINGS).map(([name, { meaning, option, ...setting }]): Row => {
    const overridden = option === undefined ? "" : `; ${option} overrides it`;
    return [name, plainText(`${meaning} (default: ${setting.default})${overridden}`)];
  });
  return [
    "Settings are environment variables. An unknown variable that starts with PARAPET_ is refused.",
    section("Settings", rows),
    `Variables of clients, which the service ignores: ${[...CLIENT_VARIABLES].join(", ")}.`,
  ].join("\n\n");
}

/** Returns Markdown of one line without its marks. */
const plainText = (markdown: string): string => markdown.replaceAll("`", "").replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1");

/** Returns the help of a group of commands. */
export function groupHelp({ name, summary, subcommands }: CommandGroup): string {
  const rows = subcommands.map((entry): Row => [`${name} ${entry.name}`, entry.summary]);
  return [summary, section("Commands", rows), `'parapet ${name} COMMAND --help' explains a command.`].join("\n\n");
}

/** Returns the help of a command, examples first. */
export function commandHelp(path: string, summary: string, command: Command): string {
  const { options = {}, flags = {}, usage = [usageOf(command)], examples, notes } = command;
  const rows: readonly Row[] = [
    ...Object.entries(options).map(([name, { value, meaning }]): Row => [`--${name} ${value}`, meaning]),
    ...Object.entries(flags).map(([name, meaning]): Row => [`--${name}`, meaning]),
  ];
  return [
    summary,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
    `Usage:\n${usage.map((line) => `  parapet ${path} ${line}`.trimEnd()).join("\n")}`,
    ...(rows.length > 0 ? [section("Options", rows)] : []),
    ...(notes === undefined ? [] : [notes]),
    section("Options of every command", GLOBAL_OPTIONS),
  ].join("\n\n");
}

/** Returns the usage line that follows from the declarations of a command. */
function usageOf({ operands = [], options = {}, flags = {} }: Command): string {
  const all = Object.entries(options).map(([name, { value, required }]) =>
    required ? `--${name} ${value}` : `[--${name} ${value}]`,
  );
  return [...all, ...Object.keys(flags).map((flag) => `[--${flag}]`), ...operands.map(operandText)].join(" ");
}

function describeEntry(entry: CommandEntry | CommandGroup): Row {
  if (!("subcommands" in entry)) return [entry.name, entry.summary];
  return [entry.name, `${entry.summary}: ${entry.subcommands.map(({ name }) => name).join(", ")}`];
}

function section(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([term]) => term.length));
  return `${title}:\n${rows.map(([term, meaning]) => `  ${term.padEnd(width)}  ${meaning}`).join("\n")}`;
}
