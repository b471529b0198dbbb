// Checks the regular expressions in src: none may take more than linear time on any input. Those on the list of examined ones are
// not examined again, except with --all, which fails if the list is not exactly that of src. --write writes the list.
import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Checked } from "./regex/check-expression.ts";
import { type Collected, collectExpressions, type Expression } from "./regex/collect-expressions.ts";
import { digestsBy, readExamined, writeExamined } from "./regex/examined.ts";

const CHECK_EXPRESSION = fileURLToPath(new URL("./regex/check-expression.ts", import.meta.url));

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .sort()
  .map((path) => collectExpressions(`src/${path}`));
const digestOf = digestsBy();
const [isWriting, isComplete] = [process.argv.includes("--write"), process.argv.includes("--all")];
const examined = readExamined();
const expressions = files.flatMap((file: Collected) => file.expressions);
const different = new Map(expressions.map((expression) => [digestOf(expression), expression]));
const unexamined = [...different].filter(([digest]) => isComplete || !examined.has(digest));
const verdicts = await checkAll(unexamined.map(([, expression]) => expression));
const problems = [
  ...files.flatMap((file: Collected) => file.problems),
  ...verdicts,
  ...(isComplete ? staleness() : []),
];
for (const problem of problems) console.log(problem);
console.log(`${different.size} regular expressions, ${unexamined.length} examined, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
if (problems.length === 0 && isWriting) writeExamined(different.keys());

/** Returns what is wrong with the list of examined expressions. */
function staleness(): readonly string[] {
  const isCurrent = examined.size === different.size && [...different.keys()].every((digest) => examined.has(digest));
  return isCurrent || isWriting ? [] : ["the list of examined expressions is stale: npm run check:regex -- --write"];
}

/** Checks expressions on all processors. */
async function checkAll(all: readonly Expression[]): Promise<readonly string[]> {
  const waiting = [...all];
  const found: string[] = [];
  const count = Math.min(waiting.length, 4, availableParallelism());
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
