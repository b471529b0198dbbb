// Runs what a release needs, one part after the other: all regular expressions, other versions of Node.js, and every test on both
// databases with attacks, crashes and many generated requests. The tests come last: their closing line is the result.
import { fileURLToPath } from "node:url";
import { runNode, watchInterruption } from "./services/interruptible-run.ts";

interface Part {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The exit code of a part for which something is missing here. */
const NOT_RUN = 77;

const CHECKS: readonly Part[] = [
  { name: "all regular expressions", args: ["scripts/check-regex.ts", "--all"] },
  { name: "build", args: ["scripts/build.mjs", "--if-stale"] },
  { name: "other Node.js versions", args: ["scripts/smoke-nodes.ts"] },
];
const TESTS: Part = {
  name: "all tests",
  args: ["scripts/test.ts", "--complete"],
  env: { PARAPET_TEST_KILLS: "20", PARAPET_FUZZ_REQUESTS: "5000" },
};

const cwd = fileURLToPath(new URL("..", import.meta.url));
const interruption = watchInterruption();
const results: string[] = [];
for (const check of CHECKS) results.push(await run(check));
for (const [at, { name }] of CHECKS.entries()) console.log(`${name}: ${results[at]}`);
results.push(await run(TESTS));
process.exitCode = interruption.exitCode() || (results.includes("failed") ? 1 : 0);

async function run({ args, env }: Part): Promise<string> {
  const command = { args: ["--import", "tsx", ...args], cwd, env: { ...process.env, ...env } };
  const code = await runNode(command, interruption);
  return code === 0 ? "passed" : code === NOT_RUN ? "not run" : "failed";
}
