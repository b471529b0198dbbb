import { nearestName } from "../model/text/nearest-name.ts";
import { COMMAND_TABLE, type CommandEntry, type CommandGroup } from "./command-table.ts";
import { UsageError } from "./usage-error.ts";

/** What the first words of a command line name: a command with the rest of the line, or a group to be explained. */
export type FoundCommand =
  | { readonly path: string; readonly entry: CommandEntry; readonly rest: readonly string[] }
  | { readonly group: CommandGroup };

/** Finds the command of a command line. A group without a subcommand is found only when its help is asked for. */
export function findCommand([name = "", ...rest]: readonly string[]): FoundCommand {
  const found = findEntry(COMMAND_TABLE, name, name);
  if (!("subcommands" in found)) return { path: name, entry: found, rest };
  const [subcommand, ...others] = rest;
  if (subcommand === "--help" || subcommand === "-h") return { group: found };
  if (subcommand === undefined || subcommand.startsWith("-")) {
    const names = found.subcommands.map((entry) => entry.name).join(", ");
    throw new UsageError(`'${name}' needs a subcommand: ${names}`);
  }
  const path = `${name} ${subcommand}`;
  return { path, entry: findEntry(found.subcommands, subcommand, path), rest: others };
}

function findEntry<T extends { readonly name: string }>(entries: readonly T[], name: string, path: string): T {
  const found = entries.find((entry) => entry.name === name);
  if (found) return found;
  const near = nearestName(
    name,
    entries.map((entry) => entry.name),
  );
  throw new UsageError(`there is no command '${path}'${near === undefined ? "" : `; did you mean '${near}'?`}`);
}

/** Returns the words at the start of a command line that name a command or a group. */
export function knownPath([name, subcommand]: readonly string[]): readonly string[] {
  const found = COMMAND_TABLE.find((entry) => entry.name === name);
  if (!found) return [];
  if (!("subcommands" in found)) return [found.name];
  return [found, ...found.subcommands.filter((entry) => entry.name === subcommand)].map((entry) => entry.name);
}
