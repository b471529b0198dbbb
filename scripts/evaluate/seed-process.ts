// A process of its own for one seed, so that seeds run on all cores and one that fails does not end the others.
import { evaluateSeed, type SeedPlan } from "./evaluate-seed.ts";
import { summarize } from "./gates.ts";
import { namesOfSeeds, renderTable } from "./render-table.ts";

const INTERVAL_MS = 5_000;

process.on("message", async (plan: SeedPlan) => {
  let last = 0;
  const report = (text: string): void => {
    if (performance.now() - last < INTERVAL_MS) return;
    last = performance.now();
    console.error(`seed ${plan.knobs.seed}: ${text}`);
  };
  const knobs = { ...plan.knobs, until: new Date(plan.knobs.until) };
  const result = await evaluateSeed({ ...plan, knobs }, report);
  // The results of a seed are known before those of the others.
  console.error(renderTable(namesOfSeeds([plan.knobs.seed]), summarize([result.measures])));
  process.send?.(result, () => process.disconnect());
});
