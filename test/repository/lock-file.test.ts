import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findLockProblems, type LockFile, type Manifest } from "../../scripts/lock/lock-file.ts";
import { createSbom, type Product, type Sbom } from "../../scripts/lock/sbom.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(`${ROOT}/${name}`, "utf8"));
const manifest = read("package.json") as Manifest & Product;
const lock = read("package-lock.json") as LockFile;
const PLACE = "node_modules/fastify";

/** The lock file with one package changed. */
const withPackage = (place: string, change: object): LockFile => ({
  ...lock,
  packages: { ...lock.packages, [place]: { ...lock.packages[place], ...change } },
});

describe("the lock file", () => {
  it("has a hash for every package, no download address, and the versions of package.json", () => {
    expect(findLockProblems(manifest, lock)).toEqual([]);
  });

  it.each([
    ["no hash", { integrity: undefined }, `${PLACE} has no sha512 integrity; run: npm run lock:fill`],
    [
      "a weak hash",
      { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
      `${PLACE} has no sha512 integrity; run: npm run lock:fill`,
    ],
    [
      "a download address",
      { resolved: "https://registry.example/f.tgz" },
      `${PLACE} has a download address; remove "resolved"`,
    ],
    [
      "another version",
      { version: "5.0.0" },
      `fastify is ${manifest.dependencies?.["fastify"]} in package.json and 5.0.0 in the lock file`,
    ],
  ])("a package with %s is refused", (_what, change, problem) => {
    expect(findLockProblems(manifest, withPackage(PLACE, change))).toEqual([problem]);
  });

  it("a folder beside node_modules, a range and a dependency that package.json does not name are refused", () => {
    const folder = { version: "1.0.0", integrity: lock.packages[PLACE]?.integrity };
    expect(findLockProblems(manifest, withPackage("packages/own", folder))).toEqual([
      "packages/own is not a package of the registry",
    ]);
    const ranged = { ...manifest, dependencies: { ...manifest.dependencies, fastify: "^5.0.0" } };
    expect(findLockProblems(ranged, lock)).toEqual(["fastify is '^5.0.0' in package.json, expected an exact version"]);
    const { fastify: _, ...others } = manifest.dependencies ?? {};
    expect(findLockProblems({ ...manifest, dependencies: others }, lock)).toEqual([
      "fastify is in dependencies of the lock file and not of package.json",
    ]);
  });
});

describe("the software bill of materials", () => {
  const sbom = createSbom(manifest, lock);

  it("lists what npm installs for production, each with version, license and hash", () => {
    const listed = execFileSync("npm", ["ls", "--all", "--omit=dev", "--parseable", "--long", "--package-lock-only"], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const installed = listed
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(":")[1] ?? "");
    expect(installed.length).toBeGreaterThan(50);
    const components = sbom.components.map(({ name, version }) => `${name}@${version}`);
    expect(components.sort()).toEqual([...new Set(installed)].sort());
    for (const { licenses, hashes } of sbom.components) {
      expect(licenses?.[0].expression).toMatch(/\w/);
      expect(hashes?.[0].content).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  it("connects every component to the product, names each once and holds no download address", () => {
    const refs = sbom.dependencies.map(({ ref }) => ref);
    expect(new Set(refs).size).toBe(refs.length);
    const edges = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set<string>();
    const visit = (ref: string): void => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const next of edges.get(ref) ?? []) visit(next);
    };
    visit(sbom.metadata.component["bom-ref"]);
    expect([...reached].sort()).toEqual([...refs].sort());
    expect(JSON.stringify(sbom)).not.toContain("://");
  });

  it("is what npm run sbom prints", () => {
    const printed = execFileSync("npm", ["run", "--silent", "sbom"], { cwd: ROOT, encoding: "utf8" });
    expect(JSON.parse(printed) as Sbom).toEqual(sbom);
  });
});
