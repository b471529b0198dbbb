import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const INPUTS = ["scripts/build.mjs", "tsconfig.json", "tsconfig.build.json", "package.json", "package-lock.json"];

/** A checkout with a program of two files. */
let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), "ppt-"));
  for (const path of INPUTS) cpSync(join(ROOT, path), join(checkout, path));
  symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
  mkdirSync(join(checkout, "src"));
  writeFileSync(join(checkout, "src", "main.ts"), 'export const name: string = "first";\n');
  writeFileSync(join(checkout, "src", "other.ts"), "export const other = 1;\n");
  writeFileSync(join(checkout, "src", "page.css"), "body {}\n");
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const build = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(checkout, "scripts/build.mjs"), ...args], { encoding: "utf8" }).status;
const dist = (path: string): string => join(checkout, "dist", path);

describe("builds of a checkout", { shuffle: false }, () => {
  test("a first build makes an executable program with its assets, and leaves nothing else behind", () => {
    expect(build("--if-stale")).toBe(0);
    expect(statSync(dist("main.js")).mode & 0o111).not.toBe(0);
    expect(readFileSync(dist("page.css"), "utf8")).toBe("body {}\n");
    expect(readdirSync(checkout).filter((name) => name.startsWith("dist"))).toEqual(["dist"]);
  });

  test("a build that is current is left as it is, also under a running program", () => {
    const { ino } = statSync(dist("main.js"));
    expect(build("--if-stale")).toBe(0);
    expect(statSync(dist("main.js")).ino).toBe(ino);
  });

  test("a source that does not compile leaves the last build in place", () => {
    const path = join(checkout, "src", "main.ts");
    writeFileSync(path, "export const = ;\n");
    expect(build("--if-stale")).not.toBe(0);
    expect(readFileSync(dist("main.js"), "utf8")).toContain('"first"');
    expect(readdirSync(checkout).filter((name) => name.startsWith("dist"))).toEqual(["dist"]);
  });

  test("a changed or removed source is built again", () => {
    writeFileSync(join(checkout, "src", "main.ts"), 'export const name: string = "second";\n');
    rmSync(join(checkout, "src", "other.ts"));
    expect(build("--if-stale")).toBe(0);
    expect(readFileSync(dist("main.js"), "utf8")).toContain('"second"');
    expect(existsSync(dist("other.js"))).toBe(false);
  });

  test("the console is built beside the program, and again when it changes", () => {
    mkdirSync(join(checkout, "console"));
    writeFileSync(join(checkout, "console", "vite.config.mjs"), "export default { root: import.meta.dirname };\n");
    writeFileSync(join(checkout, "console", "index.html"), "<title>first</title>\n");
    expect(build("--if-stale")).toBe(0);
    expect(readFileSync(dist("console/index.html"), "utf8")).toContain("first");
    writeFileSync(join(checkout, "console", "index.html"), "<title>second page</title>\n");
    expect(build("--if-stale")).toBe(0);
    expect(readFileSync(dist("console/index.html"), "utf8")).toContain("second page");
  });
});
