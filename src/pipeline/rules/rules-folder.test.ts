import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ruleText } from "../../../test/support/rules.ts";
import { readRulesFolder, rulesFolderState, SHIPPED_RULES } from "./rules-folder.ts";

const RULE = ruleText("  selection: { Identity: a }\n  condition: selection");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parapet-rules-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a rules folder", () => {
  test("is read recursively, in order of names, rule files only", async () => {
    await mkdir(join(folder, "b"));
    await writeFile(join(folder, "b", "two.yaml"), RULE);
    await writeFile(join(folder, "a.yml"), RULE);
    await writeFile(join(folder, "notes.md"), "no rule");
    const { sources } = await readRulesFolder(folder);
    expect(sources).toEqual([
      { path: "a.yml", text: RULE },
      { path: "b/two.yaml", text: RULE },
    ]);
  });

  test("reports a file that is too large to be a rule and reads the others", async () => {
    await writeFile(join(folder, "huge.yml"), `# ${"x".repeat(300_000)}`);
    await writeFile(join(folder, "a.yml"), RULE);
    const { sources, unread } = await readRulesFolder(folder);
    expect(sources.map(({ path }) => path)).toEqual(["a.yml"]);
    expect(unread).toEqual([{ path: "huge.yml", reason: expect.stringContaining("larger") }]);
  });

  test.each([
    ["Latin-1", Buffer.from(RULE.replace("Identity: a", "Identity: ä"), "latin1")],
    ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${RULE}`, "utf16le")],
    ["UTF-16 without a byte order mark", Buffer.from(RULE, "utf16le")],
  ])("reports a file that is not UTF-8 and reads the others: %s", async (_, bytes) => {
    await writeFile(join(folder, "other.yml"), bytes);
    await writeFile(join(folder, "a.yml"), `\ufeff${RULE.replace("Identity: a", "Identity: ä")}`);
    const { sources, unread } = await readRulesFolder(folder);
    expect(sources).toEqual([{ path: "a.yml", text: RULE.replace("Identity: a", "Identity: ä") }]);
    expect(unread).toEqual([{ path: "other.yml", reason: "the file is not UTF-8" }]);
  });

  test("that ships with the package is found", async () => {
    expect((await readRulesFolder(SHIPPED_RULES)).sources.length).toBeGreaterThan(0);
  });
});

describe("the state of a rules folder", () => {
  test("changes when a file is added, changed or removed, and only then", async () => {
    await writeFile(join(folder, "a.yml"), RULE);
    const first = await rulesFolderState(folder);
    expect(await rulesFolderState(folder)).toBe(first);
    expect((await readRulesFolder(folder)).state).toBe(first);

    await writeFile(join(folder, "b.yml"), RULE);
    const second = await rulesFolderState(folder);
    expect(second).not.toBe(first);

    await utimes(join(folder, "a.yml"), 1, 1);
    const third = await rulesFolderState(folder);
    expect(third).not.toBe(second);

    await rm(join(folder, "b.yml"));
    expect(await rulesFolderState(folder)).not.toBe(third);
  });
});
