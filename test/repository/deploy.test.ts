import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { EXIT_CODES } from "../../src/cli/exit-codes.ts";
import { findCommand } from "../../src/cli/find-command.ts";
import { readCommandLine } from "../../src/cli/read-command-line.ts";
import { findUnknownSettings, SETTINGS, type SettingDeclaration } from "../../src/config/settings.ts";
import { readConfig } from "../../src/config.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const manifest = JSON.parse(read("package.json")) as { engines: { node: string }; bin: { parapet: string } };
const defaults = readConfig({});

/** Checks words that follow `parapet` against the declaration of their command. */
async function expectValidCommand(words: readonly string[]): Promise<void> {
  const found = findCommand(words);
  if ("group" in found) throw new Error(`'${words.join(" ")}' names no command`);
  readCommandLine((await found.entry.load()).command, found.rest);
}

const secretSettings = Object.entries<SettingDeclaration>(SETTINGS).flatMap(([name, { secret }]) =>
  secret ? [name] : [],
);

describe("deploy/parapet.service", () => {
  const unit = read("deploy/parapet.service");
  const values = (key: string): readonly string[] =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  const scratch = mkdtempSync(join(tmpdir(), "ppt-"));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it("starts the program of the package with a command line that is valid", async () => {
    const [node, program, ...words] = (values("ExecStart")[0] ?? "").split(" ");
    expect(node).toMatch(/\/node$/);
    expect(program).toBe(`${values("WorkingDirectory")[0]}/${manifest.bin.parapet}`);
    await expectValidCommand(words);
  });

  it("names only settings that exist, holds no secret, and keeps data in its state folder", () => {
    const settings = new Map(values("Environment").map((pair) => pair.split("=", 2) as [string, string]));
    expect(findUnknownSettings([...settings.keys()])).toEqual([]);
    expect(secretSettings.filter((name) => settings.has(name))).toEqual([]);
    expect(settings.get("PARAPET_DATA_DIR")).toBe(`/var/lib/${values("StateDirectory")[0]}`);
    expect(values("StateDirectoryMode")).toEqual(["0700"]);
  });

  it("is not restarted after wrong usage or a wrong setting, and has time to drain before it is killed", () => {
    const { usage, config } = EXIT_CODES;
    expect(values("RestartPreventExitStatus")).toEqual([`${usage.code} ${config.code}`]);
    expect(Number(values("TimeoutStopSec")[0])).toBeGreaterThan(defaults.drainMs / 1_000 + 15);
  });

  it("runs as a user without rights beyond its own", () => {
    expect(values("User")).toEqual(["parapet"]);
    for (const key of ["NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "RestrictNamespaces"]) {
      expect([key, values(key)]).toEqual([key, ["yes"]]);
    }
    expect([values("ProtectSystem"), values("CapabilityBoundingSet")]).toEqual([["strict"], [""]]);
  });

  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
  it.skipIf(!hasSystemd)("is accepted by systemd-analyze without a warning", () => {
    const copy = join(scratch, "parapet.service");
    writeFileSync(copy, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", copy], { encoding: "utf8" });
    expect([status, stderr.split("\n").filter((line) => line.includes("parapet.service"))]).toEqual([0, []]);
  });
});

describe("Dockerfile", () => {
  const instructions = read("Dockerfile")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return name === undefined || rest === undefined ? [] : [{ name, rest }];
    });
  const all = (wanted: string): readonly string[] =>
    instructions.filter(({ name }) => name === wanted).map(({ rest }) => rest);

  it("builds and runs on one Node release line that the package supports", () => {
    const [major = 0, minor = 0] = manifest.engines.node.replace(">=", "").split(".").map(Number);
    const lines = all("FROM").map((image) => /^node:(\d+)(?:\.(\d+))?-slim\b/.exec(image));
    const versions = lines.map((match) => Number(match?.[1] ?? 0) * 1_000 + Number(match?.[2] ?? 999));
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).toBeGreaterThanOrEqual(major * 1_000 + minor);
  });

  it("copies only what exists and what .dockerignore lets through", () => {
    const sources = all("COPY")
      .filter((words) => !words.startsWith("--from"))
      .flatMap((words) => words.split(" ").slice(0, -1));
    const ignore = read(".dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(ignore[0]).toBe("*");
    expect(sources.filter((source) => !existsSync(new URL(source, root)))).toEqual([]);
    expect([...new Set(sources.map((source) => `!${source}`))].sort()).toEqual(
      ignore.filter((line) => line.startsWith("!")).sort(),
    );
  });

  it("copies everything that the build reads", () => {
    const inputs = /const INPUTS = \[(.*?)\]/s.exec(read("scripts/build.mjs"))?.[1]?.match(/[^" ,\n]+/g) ?? [];
    expect(inputs).toContain("src");
    for (const input of inputs) expect(all("COPY").join(" ")).toContain(input);
  });

  it("sets only settings that exist, and no secret, not even as a build argument", () => {
    const names = [...all("ENV"), ...all("ARG")].flatMap((words) => words.match(/\b[A-Z_]+(?==)/g) ?? []);
    expect(findUnknownSettings(names)).toEqual([]);
    expect(names.filter((name) => secretSettings.includes(name))).toEqual([]);
    expect(names).toContain("PARAPET_HOST");
  });

  it("runs the program as a user without rights, with a valid command, on the default port", async () => {
    const order = instructions.map(({ name }) => name);
    expect(order.lastIndexOf("USER")).toBeGreaterThan(order.lastIndexOf("RUN"));
    expect(all("USER")).toEqual(["node"]);
    expect(all("EXPOSE")).toEqual([String(defaults.port)]);
    const [, program] = JSON.parse(all("ENTRYPOINT")[0] ?? "[]") as string[];
    expect(program).toBe(`/opt/parapet/${manifest.bin.parapet}`);
    await expectValidCommand(JSON.parse(all("CMD")[0] ?? "[]") as string[]);
  });

  it("checks its health with node alone, on a path that the server has", () => {
    const [check = ""] = all("HEALTHCHECK");
    const [program, , script = ""] = JSON.parse(check.slice(check.indexOf("CMD ") + 4)) as string[];
    expect(program).toBe("node");
    const path = /}(\/\w+)`/.exec(script)?.[1];
    expect(read("src/http/health.ts")).toContain(`app.get("${path}"`);
    expect(() => new Function(script)).not.toThrow();
  });
});

describe("documents", () => {
  it.each(["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/operate.md", "docs/connectors.md", "docs/ingest.md"])(
    "%s names only PARAPET_ variables that exist",
    (page) => {
      expect(findUnknownSettings(read(page).match(/\bPARAPET_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [])).toEqual([]);
    },
  );
});
