import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ruleText } from "../../test/support/rules.ts";
import { LiveRules } from "./live-rules.ts";
import { readRulesFolder, SHIPPED_RULES } from "./rules-folder.ts";

const RULE = ruleText("  selection: { Identity: a }\n  condition: selection");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parapet-rules-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a rules folder", () => {
  test("is read with the folders in it, in order of names, rule files only", async () => {
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

  test("tells of a file that is too large to be a rule and reads the others", async () => {
    await writeFile(join(folder, "huge.yml"), `# ${"x".repeat(300_000)}`);
    await writeFile(join(folder, "a.yml"), RULE);
    const { sources, unread } = await readRulesFolder(folder);
    expect(sources.map(({ path }) => path)).toEqual(["a.yml"]);
    expect(unread).toEqual([{ path: "huge.yml", reason: expect.stringContaining("larger") }]);
  });

  test("that ships with the package is found", async () => {
    expect((await readRulesFolder(SHIPPED_RULES)).sources.length).toBeGreaterThan(0);
  });
});

describe("live rules", () => {
  test("are compiled again when a file is added, changed or removed, and only then", async () => {
    await writeFile(join(folder, "a.yml"), RULE);
    const live = await LiveRules.open([folder]);
    const before = live.current;
    expect(before.rules).toHaveLength(1);
    expect(await live.refresh()).toBe(false);
    expect(live.current).toBe(before);

    await writeFile(join(folder, "b.yml"), RULE);
    expect(await live.refresh()).toBe(true);
    expect(live.current.rules).toHaveLength(2);

    await writeFile(join(folder, "a.yml"), RULE.replace("A rule", "B rule"));
    await utimes(join(folder, "a.yml"), 1, 1);
    expect(await live.refresh()).toBe(true);
    expect(live.current.rules[0]?.facts.title).toBe("B rule");

    await rm(join(folder, "b.yml"));
    expect(await live.refresh()).toBe(true);
    expect(live.current.rules).toHaveLength(1);
  });

  test("come from several folders, and one that is not there yet may come later", async () => {
    const later = join(folder, "later");
    const live = await LiveRules.open([later]);
    expect(live.current.rules).toEqual([]);
    await mkdir(later);
    await writeFile(join(later, "a.yml"), RULE);
    expect(await live.refresh()).toBe(true);
    expect(live.current.rules).toHaveLength(1);
  });
});
