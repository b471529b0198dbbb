import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SeedPlan, SeedResult } from "./evaluate-seed.ts";

const PROGRAM = fileURLToPath(new URL("./seed-process.ts", import.meta.url));

/** Evaluates one seed in a process of its own; a process that ends without a result is a problem of that seed. */
function runSeed(plan: SeedPlan): Promise<SeedResult> {
  return new Promise((resolve) => {
    const child = fork(PROGRAM, { execArgv: ["--import", "tsx"], stdio: ["ignore", "inherit", "inherit", "ipc"] });
    let result: SeedResult | undefined;
    child.on("message", (message) => {
      result = message as SeedResult;
    });
    child.on("close", (code) =>
      resolve(result ?? { measures: [], problems: [`the process ended with code ${code}`], cpuSeconds: 0 }),
    );
    child.send(plan);
  });
}

/** Evaluates all seeds, a few at a time; the results are in the order of the plans. */
export async function runSeeds(plans: readonly SeedPlan[], atOnce: number): Promise<readonly SeedResult[]> {
  const results: SeedResult[] = [];
  const waiting = [...plans.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await runSeed(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
