import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ruleText } from "../../test/support/rules.ts";
import { runCli } from "./run.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parapet-rules-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rule = (examples: string) =>
  ruleText("  selection: { Identity: a }\n  condition: selection", `parapet: { examples: ${examples} }\n`);

async function run(...argv: readonly string[]) {
  const said = { out: [] as string[], notes: [] as string[] };
  const terminal = {
    out: (text: string) => said.out.push(text),
    note: (text: string) => said.notes.push(text),
    progress: () => undefined,
  };
  const code = await runCli({ argv: ["rules", ...argv], env: {}, terminal });
  return { code, out: said.out.join("\n"), notes: said.notes.join("\n") };
}

describe("parapet rules check", () => {
  test("passes a folder of which every rule can be used", async () => {
    await writeFile(join(folder, "a.yml"), rule("{ fires: [], silent: [] }"));
    expect(await run("check", folder)).toMatchObject({ code: 0, out: "", notes: expect.stringContaining("1 rules") });
  });

  test("names every rule that is refused with its reason, and fails", async () => {
    await writeFile(join(folder, "a.yml"), ruleText("  selection: { Identity|fuzzy: a }\n  condition: selection"));
    const { code, out } = await run("check", folder);
    expect(code).toBe(1);
    expect(out).toMatch(/^refused {2}a\.yml: .*'fuzzy'/);
    expect(JSON.parse((await run("check", folder, "--json")).out)).toMatchObject({
      rules: 0,
      refused: [{ path: "a.yml", rule_id: null, reason: expect.stringContaining("'fuzzy'") }],
    });
  });
});

describe("parapet rules list", () => {
  test("shows each rule on a line, or all as JSON", async () => {
    await writeFile(join(folder, "odd-sign-in.yml"), rule("{}"));
    expect((await run("list", folder)).out).toBe("odd_sign_in  medium    SigninLogs  A rule");
    expect(JSON.parse((await run("list", folder, "--json")).out)).toEqual([
      expect.objectContaining({ slug: "odd_sign_in", kind: "rule", tables: ["SigninLogs"], generate: true }),
    ]);
  });
});

describe("parapet rules test", () => {
  test("passes when every example does what it promises", async () => {
    await writeFile(join(folder, "a.yml"), rule("{ fires: [{ Identity: A }], silent: [{ Identity: b }] }"));
    expect(await run("test", folder)).toMatchObject({ code: 0, out: "", notes: expect.stringContaining("2 examples") });
  });

  test("fails and says which example does not", async () => {
    await writeFile(join(folder, "a.yml"), rule("{ fires: [{ Identity: b }], silent: [{ Identity: a }] }"));
    const { code, out } = await run("test", folder);
    expect(code).toBe(1);
    expect(out).toContain("a.yml: does not fire on example 1 of 'fires'");
    expect(out).toContain("a.yml: fires on example 1 of 'silent'");
  });

  test("passes on the shipped rules when no folder is named", async () => {
    expect(await run("test")).toMatchObject({ code: 0, out: "" });
  });
});

describe("parapet rules", () => {
  test.each([[[]], [["lint"]], [["check", "a", "b"]]])("refuses to guess what %j means", async (argv) => {
    expect(await run(...argv)).toMatchObject({ code: 2 });
  });

  test("says when the folder is not there", async () => {
    expect(await run("check", join(folder, "nowhere"))).toMatchObject({
      code: 2,
      notes: expect.stringContaining("no folder"),
    });
  });
});
