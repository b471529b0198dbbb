// Fails when `npm ci` could install anything other than what package-lock.json describes.
import { readFileSync } from "node:fs";
import { findLockProblems, type LockFile, type Manifest } from "./lock/lock-file.ts";

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));

const problems = findLockProblems(read("package.json") as Manifest, read("package-lock.json") as LockFile);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
