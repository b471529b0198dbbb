// Adds the missing hashes to package-lock.json: npm leaves them out together with the download addresses.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { hasHash, type LockedPackage, type LockFile, nameOf } from "./lock/lock-file.ts";

const LOCK_FILE = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const LOOKUPS_AT_ONCE = 4;
/** Keeps the field order that npm writes: the hash comes after the version. */
const BEFORE_HASH = new Set(["name", "version"]);

const run = promisify(execFile);
const lock = JSON.parse(readFileSync(LOCK_FILE, "utf8")) as LockFile;
const packages: Record<string, LockedPackage> = { ...lock.packages };
const missing = Object.entries(packages).filter(([place, found]) => place !== "" && !hasHash(found));
const waiting = [...missing];
const failed: string[] = [];

async function fillNext(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [place, found] = next;
    const spec = `${nameOf(place, found)}@${found.version}`;
    const integrity = await findHash(spec).catch(() => undefined);
    if (integrity === undefined) failed.push(spec);
    else packages[place] = withHash(found, integrity);
  }
}

async function findHash(spec: string): Promise<string | undefined> {
  const { stdout } = await run("npm", ["view", "--json", spec, "dist.integrity"]);
  const integrity: unknown = JSON.parse(stdout);
  return typeof integrity === "string" && hasHash({ integrity }) ? integrity : undefined;
}

function withHash(found: LockedPackage, integrity: string): LockedPackage {
  const fields = Object.entries(found).filter(([name]) => name !== "integrity");
  const at = fields.findLastIndex(([name]) => BEFORE_HASH.has(name)) + 1;
  return Object.fromEntries(fields.toSpliced(at, 0, ["integrity", integrity]));
}

await Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, fillNext));
writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, packages }, undefined, 2)}\n`);
console.log(`${missing.length - failed.length} hashes added`);
for (const spec of failed) console.error(`the registry gives no sha512 hash for ${spec}`);
process.exitCode = failed.length === 0 ? 0 : 1;
