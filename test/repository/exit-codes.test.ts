import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command } from "../../src/cli/command.ts";
import { COMMAND_TABLE, type CommandEntry } from "../../src/cli/command-table.ts";
import { operandText } from "../../src/cli/read-command-line.ts";
import { runCommand } from "../support/run-command.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ppt-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (words: readonly string[], env: Record<string, string> = {}) =>
  runCommand(words, { PARAPET_DATA_DIR: join(folder, "data"), ...env });

const COMMANDS: readonly { readonly path: string; readonly entry: CommandEntry }[] = COMMAND_TABLE.flatMap((entry) =>
  "subcommands" in entry
    ? entry.subcommands.map((own) => ({ path: `${entry.name} ${own.name}`, entry: own }))
    : [{ path: entry.name, entry }],
);

/** Returns a value for every required option, and a word for every operand that must be given. */
function completeLine({ options = {}, operands = [] }: Command): readonly string[] {
  const required = Object.entries(options).filter(([, option]) => option.required);
  return [
    ...required.flatMap(([name]) => [`--${name}`, name === "email" ? ADDRESS : "northwind"]),
    ...operands.filter(({ optional }) => !optional).map(({ name }) => (name === "EMAIL" ? ADDRESS : "word")),
  ];
}

const ADDRESS = "maya@northwind.example";

describe.each(COMMANDS)("parapet $path", ({ path, entry }) => {
  const words = path.split(" ");

  it("shows its summary, an example of itself and all of its options in its help, and exits with 0", async () => {
    const { command } = await entry.load();
    const { code, stdout } = await run([...words, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(entry.summary);
    expect(stdout).toMatch(new RegExp(`^Examples:\n +.*parapet ${path}`, "m"));
    expect(stdout).toMatch(new RegExp(`^Usage:\n  parapet ${path}`, "m"));
    for (const name of Object.keys({ ...command.options, ...command.flags })) expect(stdout).toContain(`  --${name}`);
  });

  it("exits with 2 for an unknown option, and names its help", async () => {
    const { code, stdout, stderr } = await run([...words, "--frobnicate"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`(see parapet ${path} --help)`);
  });

  it("exits with 2 for each required option that is missing", async () => {
    const { command } = await entry.load();
    for (const [name, { required }] of Object.entries(command.options ?? {})) {
      if (!required) continue;
      const line = completeLine(command);
      const at = line.indexOf(`--${name}`);
      const { code, stderr } = await run([...words, ...line.slice(0, at), ...line.slice(at + 2)]);
      expect([name, code, stderr]).toEqual([name, 2, expect.stringContaining(`--${name} is required`)]);
    }
  });

  it("exits with 2 for an operand that is missing, and for one too many", async () => {
    const { command } = await entry.load();
    const { operands = [] } = command;
    const last = operands.at(-1);
    const line = completeLine(command);
    if (last && !last.optional) {
      const { code, stderr } = await run([...words, ...line.slice(0, -1)]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`expected ${operandText(last)}`)]);
    }
    if (last?.repeated) return;
    const more = [...line, ...operands.filter(({ optional }) => optional).map(() => "word"), "surplus"];
    const { code, stderr } = await run([...words, ...more]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("unexpected 'surplus'")]);
  });

  it("exits with 78 for a wrong setting, before it does anything", async () => {
    const { command } = await entry.load();
    const env = { PARAPET_LOG_LEVEL: "loud" };
    const { code, stdout, stderr } = await run([...words, ...completeLine(command)], env);
    expect([code, stdout]).toEqual([78, ""]);
    expect(stderr).toMatch(/^parapet: PARAPET_LOG_LEVEL is 'loud', expected one of [^\n]+\n$/);
  });
});
