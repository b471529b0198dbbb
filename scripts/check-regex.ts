// Checks every regular expression in src: none may take more than linear time on any input.
import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Checked } from "./regex/check-expression.ts";
import { type Collected, collectExpressions, type Expression } from "./regex/collect-expressions.ts";

const CHECK_EXPRESSION = fileURLToPath(new URL("./regex/check-expression.ts", import.meta.url));

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .sort()
  .map((path) => collectExpressions(`src/${path}`));
const expressions = files.flatMap((file: Collected) => file.expressions);
const verdicts = await checkAll(expressions);
const problems = [...files.flatMap((file: Collected) => file.problems), ...verdicts];
for (const problem of problems) console.log(problem);
console.log(`${expressions.length} regular expressions, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Checks each different expression once, on all processors. */
async function checkAll(all: readonly Expression[]): Promise<readonly string[]> {
  const waiting = [
    ...new Map(all.map((expression) => [`${expression.flags} ${expression.source}`, expression])).values(),
  ];
  const found: string[] = [];
  const count = Math.max(1, Math.min(4, availableParallelism()));
  await Promise.all(Array.from({ length: count }, () => runWorker(waiting, found)));
  return found.sort();
}

function runWorker(waiting: Expression[], found: string[]): Promise<void> {
  const worker = fork(CHECK_EXPRESSION, { execArgv: ["--import", "tsx"] });
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const expression = waiting.shift();
      if (expression) worker.send(expression);
      else worker.disconnect();
    };
    worker.on("error", reject);
    worker.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`the check ended with ${code}`))));
    worker.on("message", ({ expression, verdict }: Checked) => {
      if (verdict) found.push(`${expression.place}: /${expression.source}/${expression.flags} is ${verdict}`);
      next();
    });
    next();
  });
}
