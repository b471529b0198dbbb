import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Expression } from "./collect-expressions.ts";

const LIST = fileURLToPath(new URL("./examined.txt", import.meta.url));
const CHECKER = fileURLToPath(new URL("../../node_modules/recheck/package.json", import.meta.url));

/** Returns the digest under which an expression is listed; another version of the checker makes others. */
export function digestsBy(): (expression: Pick<Expression, "source" | "flags">) => string {
  const { version } = JSON.parse(readFileSync(CHECKER, "utf8")) as { version: string };
  return ({ source, flags }) =>
    createHash("sha256").update(`${version}\n${flags}\n${source}`).digest("hex").slice(0, 32);
}

/** Returns the digests of the expressions that were examined and take linear time. */
export function readExamined(): ReadonlySet<string> {
  return new Set(existsSync(LIST) ? readFileSync(LIST, "utf8").split("\n").filter(Boolean) : []);
}

export function writeExamined(digests: Iterable<string>): void {
  writeFileSync(LIST, `${[...digests].toSorted().join("\n")}\n`);
}
