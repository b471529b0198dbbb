import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import type { Invocation, Terminal } from "./command.ts";
import { confirmByTyping } from "./confirm.ts";

const invocationOf = (ask: Terminal["ask"], flags: readonly string[] = []): Invocation => ({
  config: readConfig({}),
  terminal: {
    out: () => undefined,
    data: () => undefined,
    note: () => undefined,
    progress: () => undefined,
    ...(ask && { ask }),
  },
  operands: [],
  options: {},
  flags: new Set(flags),
  json: false,
  quiet: false,
  env: {},
});
const confirm = (ask: Terminal["ask"], flags?: readonly string[]) =>
  confirmByTyping(invocationOf(ask, flags), "northwind", "This deletes it.");

test("the question names the word to type, and the typed word confirms", async () => {
  const questions: string[] = [];
  await confirm(async (question) => {
    questions.push(question);
    return " northwind\n";
  });
  expect(questions).toEqual(["This deletes it. Type 'northwind' to confirm: "]);
});

test.each(["", "y", "yes", "Northwind", "northwind2"])("the answer '%s' does not confirm", async (answer) => {
  await expect(confirm(async () => answer)).rejects.toThrow("nothing was changed");
});

test("without a terminal nothing is confirmed unless --yes is given", async () => {
  await expect(confirm(undefined)).rejects.toThrow("--yes");
  await expect(confirm(undefined, ["yes"])).resolves.toBeUndefined();
});
