import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ruleText } from "../../../test/support/rules.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { SHIPPED_RULES } from "../../pipeline/rules/rules-folder.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parapet-rules-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes a rule file of an installation whose data folder is the test's. */
async function install(path: string, text: string): Promise<void> {
  await mkdir(join(folder, "rules", path, ".."), { recursive: true });
  await writeFile(join(folder, "rules", path), text);
}

const rule = (examples: string) =>
  ruleText("  selection: { Identity: a }\n  condition: selection", `parapet: { examples: ${examples} }\n`);

/** A correlation over one rule. */
const correlating = (slug: string, more = "") =>
  `title: Many\ncorrelation: { type: event_count, rules: [${slug}], timespan: 5m, condition: { gte: 3 }${more} }\n`;

const run = (...argv: readonly string[]) => runCommand(["rules", ...argv], { PARAPET_DATA_DIR: folder });

describe("parapet rules check", () => {
  test("passes a folder of which every rule can be used", async () => {
    await writeFile(join(folder, "a.yml"), rule("{ fires: [], silent: [] }"));
    expect(await run("check", folder)).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("1 valid rule"),
    });
  });

  test("names every rule that is refused with its reason, and fails", async () => {
    await writeFile(join(folder, "a.yml"), ruleText("  selection: { Identity|fuzzy: a }\n  condition: selection"));
    const { code, stdout } = await run("check", folder);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^refused {2}a\.yml: .*'fuzzy'/);
    expect(JSON.parse((await run("check", folder, "--json")).stdout)).toMatchObject({
      rules: 0,
      refused: [{ path: "a.yml", rule_id: null, reason: expect.stringContaining("'fuzzy'") }],
    });
  });
});

describe("parapet rules check, together with shipped rules", () => {
  const filter = "title: Known\nfilter:\n  rules: [signin_ropc]\n  known: { Identity: x }\n  condition: known\n";

  test("warns of a mapping by which shipped rules read other rows, and names those it makes useless", async () => {
    const mapping = "title: Mine\nmapping:\n  logsource: { product: azure, service: signinlogs }\n  table: Syslog\n";
    await writeFile(join(folder, "mine.yml"), `${mapping}  others: columns\n`);
    const { code, stdout } = await run("check", folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^warning {2}mine\.yml: the mapping replaces a shipped one, .*: signin_/m);
    await writeFile(join(folder, "mine.yml"), mapping);
    const useless = await run("check", folder, "--each");
    expect(useless.code).toBe(1);
    expect(useless.stdout).toMatch(
      /^refused {2}<shipped>\/entra-signin\/.*: it needs what Syslog \(Mine\) does not have/m,
    );
  });

  test("accepts a correlation or a filter that names a shipped rule, with a warning about its effect", async () => {
    await writeFile(join(folder, "many.yml"), correlating("signin_ropc"));
    await writeFile(join(folder, "known.yml"), filter);
    const { code, stdout, stderr } = await run("check", folder);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n").sort()).toEqual([
      "warning  known.yml: the filter hides rows from shipped rules: signin_ropc",
      expect.stringMatching(/^warning {2}many\.yml: the correlation silences shipped rules, .*: signin_ropc /),
    ]);
    expect(stderr).toContain("0 valid rules, 1 valid correlation, 0 refused files, 2 warnings");
    expect(await run("test", folder)).toMatchObject({ code: 0 });
  });

  test("does not warn about a rule that still generates alerts, or about the folder's own rules", async () => {
    await writeFile(join(folder, "loud.yml"), correlating("signin_ropc", ", generate: true"));
    await writeFile(join(folder, "own.yml"), rule("{}"));
    await writeFile(join(folder, "many.yml"), correlating("own"));
    expect(await run("check", folder)).toMatchObject({ code: 0, stdout: "" });
  });

  test("refuses a rule that takes the name of a shipped one, and reports on no shipped file", async () => {
    await writeFile(join(folder, "signin-ropc.yml"), rule("{}"));
    const { code, stdout } = await run("check", folder);
    expect([code, stdout.trimEnd().split("\n")]).toEqual([
      1,
      [expect.stringContaining("refused  signin-ropc.yml: the name 'signin_ropc' is already used")],
    ]);
  });

  test("accepts the shipped folder and parts of it", async () => {
    expect(await run("check", SHIPPED_RULES)).toMatchObject({ code: 0 });
    expect(await run("check", join(SHIPPED_RULES, "entra-signin"))).toMatchObject({ code: 0 });
  });

  test("reports every file, even if one names a property of every object as a field or is not UTF-8", async () => {
    await writeFile(join(folder, "a.yml"), ruleText("  selection: { constructor: a }\n  condition: selection"));
    await writeFile(join(folder, "b.yml"), ruleText("  selection: { Identity|fuzzy: a }\n  condition: selection"));
    await writeFile(join(folder, "c.yml"), Buffer.from(rule("{}").replace("A rule", "Ä rule"), "latin1"));
    const { code, stdout } = await run("check", folder);
    expect(code).toBe(1);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "refused  c.yml: the file is not UTF-8",
      expect.stringContaining("refused  b.yml: "),
      expect.stringContaining("warning  a.yml: 'constructor' is not a known column"),
    ]);
  });
});

describe("parapet rules check, with mapped log sources", () => {
  const process = (detection: string) =>
    `title: A rule\nlogsource: { product: windows, category: process_creation }\ndetection: ${detection}\n`;
  const PARTIAL = process("{ s: [{ Image|endswith: a.exe }, { OriginalFileName: a }], condition: s }");
  const BLIND = process("{ s: { OriginalFileName: a }, condition: s }");

  test("counts rules that see every field, that see some, and that can never match, with grouped reasons", async () => {
    await writeFile(join(folder, "full.yml"), process("{ s: { Image|endswith: a.exe }, condition: s }"));
    for (const name of ["one", "two"]) await writeFile(join(folder, `partial-${name}.yml`), PARTIAL);
    for (const name of ["one", "two", "three"]) await writeFile(join(folder, `blind-${name}.yml`), BLIND);
    const { code, stdout, stderr } = await run("check", folder);
    expect(code).toBe(1);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "refused  3 rules, such as blind-one.yml: it needs what SecurityEvent (Windows process creation (4688)) does not have: OriginalFileName",
      "partial  2 rules, such as partial-one.yml: SecurityEvent has no OriginalFileName: alternatives that need it never match",
    ]);
    expect(stderr).toContain("1 of the valid rules see every field they name, 2 only some (partial).");
    const each = (await run("check", folder, "--each")).stdout.trimEnd().split("\n");
    expect(each.map((line) => line.split(": ")[0])).toEqual([
      "refused  blind-one.yml",
      "refused  blind-three.yml",
      "refused  blind-two.yml",
      "partial  partial-one.yml",
      "partial  partial-two.yml",
    ]);
    expect(JSON.parse((await run("check", folder, "--json")).stdout)).toMatchObject({
      rules: 3,
      loaded: 1,
      partial: [
        { slug: "partial_one", readings: [{ table: "SecurityEvent", unseen: ["OriginalFileName"], unfiltered: [] }] },
        { slug: "partial_two" },
      ],
      refused: [{ path: "blind-one.yml" }, { path: "blind-three.yml" }, { path: "blind-two.yml" }],
      reasons: { partial: [{ rules: 2 }], refused: [{ rules: 3 }] },
    });
  });

  test("runs the examples of the folder's mappings, and fails if one does not hold", async () => {
    const mapping = (expected: string) =>
      `title: Gate\nmapping:\n  logsource: { product: acme, service: gate }\n  table: Syslog\n  fields: { who: ProcessName }\n  examples: [{ row: { ProcessName: a }, fields: { who: ${expected} } }]\n`;
    await writeFile(join(folder, "gate.yml"), mapping("a"));
    expect(await run("check", folder)).toMatchObject({ code: 0, stdout: "" });
    await writeFile(join(folder, "gate.yml"), mapping("b"));
    const failure = "FAIL  gate.yml: example 1 of 'Gate': 'who' is 'a', expected 'b'\n";
    expect(await run("check", folder)).toMatchObject({ code: 1, stdout: failure });
    expect(await run("test", folder)).toMatchObject({ code: 1, stdout: failure });
  });

  test("shows where a rule reads its fields, and what it cannot see", async () => {
    await writeFile(join(folder, "partial.yml"), PARTIAL);
    expect((await run("show", "partial", folder)).stdout.trimEnd().split("\n")).toEqual([
      "partial  medium  A rule  (partial.yml)",
      "reads SecurityEvent: Windows process creation (4688)",
      "  Image = NewProcessName",
      "  SecurityEvent has no OriginalFileName: alternatives that need it never match",
    ]);
    expect(JSON.parse((await run("show", "partial", folder, "--json")).stdout)).toMatchObject({
      slug: "partial",
      readings: [{ table: "SecurityEvent", fields: { Image: ["NewProcessName"] }, unseen: ["OriginalFileName"] }],
    });
    expect(await run("show", "nothing", folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'nothing'"),
    });
  });
});

describe("parapet rules list", () => {
  test("lists the rules in use, for every domain or for one", async () => {
    await install("top.yml", rule("{}"));
    await install("_shared/sigma/tree.yml", rule("{}"));
    await install("northwind/sigma/own.yml", rule("{}"));
    const listed = async (...argv: string[]) => {
      const { stdout, stderr } = await run("list", "--json", ...argv);
      const rules = JSON.parse(stdout) as { path: string }[];
      return {
        notes: stderr,
        own: rules.map(({ path }) => path).filter((path) => !path.startsWith("<shipped>/")),
        rules,
      };
    };
    const everybody = await listed();
    expect(everybody.own).toEqual(["_shared/sigma/tree.yml", "top.yml"]);
    expect(everybody.rules.length).toBeGreaterThan(100);
    expect(everybody.notes).toContain("(--domain NAME): northwind.");
    const northwind = await listed("--domain", "northwind");
    expect(northwind.own).toEqual(["_shared/sigma/tree.yml", "northwind/sigma/own.yml", "top.yml"]);
    expect((await listed("--domain", "nortwind")).notes).toContain("'nortwind' has no rules of its own");
  });

  test("shows each rule on a line, or all as JSON", async () => {
    await writeFile(join(folder, "odd-sign-in.yml"), rule("{}"));
    expect((await run("list", folder)).stdout).toBe("odd_sign_in  medium    SigninLogs  A rule\n");
    expect(JSON.parse((await run("list", folder, "--json")).stdout)).toEqual([
      expect.objectContaining({ slug: "odd_sign_in", kind: "rule", tables: ["SigninLogs"], generate: true }),
    ]);
  });
});

describe("parapet rules test", () => {
  test("passes if every example behaves as declared", async () => {
    await writeFile(join(folder, "a.yml"), rule("{ fires: [{ Identity: A }], silent: [{ Identity: b }] }"));
    expect(await run("test", folder)).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("2 examples"),
    });
  });

  test("fails and names the example that does not", async () => {
    await writeFile(join(folder, "a.yml"), rule("{ fires: [{ Identity: b }], silent: [{ Identity: a }] }"));
    const { code, stdout } = await run("test", folder);
    expect(code).toBe(1);
    expect(stdout).toContain("a.yml: does not fire on example 1 of 'fires'");
    expect(stdout).toContain("a.yml: fires on example 1 of 'silent'");
  });

  test("passes on the shipped rules when no folder is named and the data folder has none", async () => {
    expect(await run("test")).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("parapet rules", () => {
  test.each([[[]], [["lint"]], [["check", "a", "b"]], [["list", "a", "--domain", "b"]]])(
    "refuses the command line %j",
    async (argv) => {
      expect(await run(...argv)).toMatchObject({ code: 2 });
    },
  );

  test("explains in its help, and in that of serve, where the rules of an installation are", async () => {
    const { stdout } = await run("check", "--help");
    expect(stdout).toContain("DIR/rules/DOMAIN/**");
    expect((await runCommand(["serve", "--help"])).stdout).toContain("DIR/rules/DOMAIN/**");
  });

  test("fails if the folder does not exist", async () => {
    expect(await run("check", join(folder, "nowhere"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("does not exist, or its folder does not; check the path (ENOENT)"),
    });
  });
});
