// Prints the software bill of materials of a production installation (CycloneDX 1.5).
import { readFileSync } from "node:fs";
import type { LockFile } from "./lock/lock-file.ts";
import { createSbom, type Product } from "./lock/sbom.ts";

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));

console.log(
  JSON.stringify(createSbom(read("package.json") as Product, read("package-lock.json") as LockFile), null, 2),
);
