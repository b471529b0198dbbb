import type { Command } from "./command.ts";

const GLOBAL_OPTIONS = `Options of every command:
  --data-dir DIR   where everything is kept (default: .parapet, or PARAPET_DATA_DIR)
  --json           results for machines, on standard output
  --help           this text`;

/** What `parapet --help` says. */
export function overview(commands: readonly Command[], version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `parapet ${version}: a self-hosted security posture service

Try it:    parapet demo
Run it:    parapet serve

Commands:
${lines.join("\n")}

${GLOBAL_OPTIONS}

parapet COMMAND --help tells more. Exit codes: 0 done, 1 failed, 2 wrong usage, 78 wrong setting.`;
}

/** What `parapet COMMAND --help` says: examples first. */
export function commandHelp({ summary, usage, options, flags, examples, notes }: Command): string {
  const rows = Object.entries({ ...options, ...flags }).map(([name, meaning]) => `  --${name}  ${meaning}`);
  return [
    summary,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
    `Usage:\n${usage.map((line) => `  parapet ${line}`).join("\n")}`,
    ...(rows.length > 0 ? [`Options:\n${rows.join("\n")}`] : []),
    ...(notes === undefined ? [] : [notes]),
    GLOBAL_OPTIONS,
  ].join("\n\n");
}
