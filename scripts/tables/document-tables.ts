import { COMMAND_TABLE } from "../../src/cli/command-table.ts";
import { EXIT_CODES } from "../../src/cli/exit-codes.ts";
import { CLIENT_OPERATIONS } from "../../src/client/operations.ts";
import { SETTINGS, type SettingDeclaration } from "../../src/config/settings.ts";

/** A table of a document that is generated from the code, between two comments with its name. */
export interface DocumentTable {
  readonly path: string;
  readonly name: string;
  readonly render: () => string;
}

export const DOCUMENT_TABLES: readonly DocumentTable[] = [
  { path: "README.md", name: "settings", render: renderSettings },
  { path: "README.md", name: "commands", render: renderCommands },
  { path: "docs/operate.md", name: "exit codes", render: renderExitCodes },
  { path: "docs/client.md", name: "client methods", render: renderClientMethods },
];

/** Returns the text of a document with the named table replaced. */
export function replaceTable(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name}: npm run tables -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the document has no place for the table '${name}'`);
  return `${text.slice(0, from + start.length)}${table}${text.slice(to)}`;
}

function renderSettings(): string {
  const rows = Object.entries<SettingDeclaration>(SETTINGS).map(([name, { default: value, meaning, option }]) => {
    const also = option === undefined ? "" : ` (\`${option}\`)`;
    return `| \`${name}\` | ${value} | ${meaning}${also} |`;
  });
  return ["| variable | default | meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

function renderCommands(): string {
  const rows = COMMAND_TABLE.map((entry) => {
    const names = "subcommands" in entry ? `: ${entry.subcommands.map(({ name }) => `\`${name}\``).join(", ")}` : "";
    return `| \`${entry.name}\` | ${entry.summary}${names} |`;
  });
  return ["| command | what it does |", "| --- | --- |", ...rows, ""].join("\n");
}

function renderExitCodes(): string {
  const rows = Object.values(EXIT_CODES).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
  return ["| code | meaning |", "| --- | --- |", ...rows, ""].join("\n");
}

function renderClientMethods(): string {
  const rows = Object.entries(CLIENT_OPERATIONS).map(
    ([name, { method, path }]) => `| \`${method} ${path}\` | \`${name}\` |`,
  );
  return ["| operation | method |", "| --- | --- |", ...rows, ""].join("\n");
}
