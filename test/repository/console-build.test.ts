import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const KB = 1_000;
const configFile = fileURLToPath(new URL("../../console/vite.config.mjs", import.meta.url));

describe("the built console", () => {
  let folder: string;
  let page: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "ppt-"));
    vi.stubEnv("NODE_ENV", "production");
    await build({
      configFile,
      configLoader: "native",
      logLevel: "error",
      build: { outDir: folder, emptyOutDir: true },
    });
    page = readFileSync(join(folder, "index.html"), "utf8");
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  const compressed = (path: string): number => gzipSync(readFileSync(join(folder, path))).length;
  const firstLoad = (extension: string): number =>
    [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)]
      .map(([, path = ""]) => path)
      .filter((path) => path.endsWith(extension))
      .reduce((sum, path) => sum + compressed(path), 0);

  it("loads at most 130 KB of compressed script and 15 KB of style first", () => {
    expect(firstLoad(".js")).toBeGreaterThan(10 * KB);
    expect(firstLoad(".js")).toBeLessThanOrEqual(130 * KB);
    expect(firstLoad(".css")).toBeGreaterThan(KB);
    expect(firstLoad(".css")).toBeLessThanOrEqual(15 * KB);
  });

  it("loads at most 25 KB of compressed script for each page", () => {
    const later = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".js") && !page.includes(name));
    expect(later.length).toBeGreaterThan(0);
    for (const name of later) expect([name, compressed(`assets/${name}`) <= 25 * KB]).toEqual([name, true]);
  });

  it("needs nothing that its content security policy forbids, and nothing from elsewhere", () => {
    expect(page).not.toMatch(/<script>|<style|\sstyle="|\son[a-z]+="|https?:/i);
    const styles = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".css"));
    for (const name of styles) {
      expect(readFileSync(join(folder, "assets", name), "utf8")).not.toMatch(/@import|url\(/);
    }
  });

  it("contains no schema of the contract: the browser gets its types only", () => {
    const scripts = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".js"));
    const text = scripts.map((name) => readFileSync(join(folder, "assets", name), "utf8")).join("\n");
    expect(text).not.toMatch(/typebox|x-extensible-enum/i);
  });
});
