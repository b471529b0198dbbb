// Runs the analysis on synthetic organizations and prints every metric beside its gate. Exits with 1 if a gate fails, if
// a part of a seed could not be run or, without --allow-unmeasured, if a gate has nothing to measure.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { DEFAULT_NOISE, type Knobs } from "../src/synth/knobs.ts";
import { PARTS, readParts, readSeeds } from "./evaluate/chosen.ts";
import { isUnmeasured, passes, summarize } from "./evaluate/gates.ts";
import { namesOfSeeds, renderTable } from "./evaluate/render-table.ts";
import { runSeeds } from "./evaluate/run-seed.ts";

const { values: options } = parseArgs({
  options: {
    // The seeds themselves, also if there is one.
    seeds: { type: "string", default: "1,2,3,4,5" },
    // What is measured of each seed; everything by default.
    parts: { type: "string", default: PARTS.join(",") },
    users: { type: "string", default: "120" },
    nhis: { type: "string" },
    days: { type: "string", default: "150" },
    // Average rows of a person on a working day.
    rows: { type: "string", default: "5" },
    // Days between two runs of the analysis, and days of logs before the first.
    every: { type: "string", default: "10" },
    first: { type: "string", default: "45" },
    // Shares of lost, late and minute-rounded rows, and outages per 120 days.
    loss: { type: "string", default: String(DEFAULT_NOISE.loss) },
    late: { type: "string", default: String(DEFAULT_NOISE.late) },
    rounded: { type: "string", default: String(DEFAULT_NOISE.rounded) },
    outages: { type: "string", default: String(DEFAULT_NOISE.outages) },
    // Seeds that run at once.
    processes: { type: "string", default: String(Math.min(2, availableParallelism())) },
    "allow-unmeasured": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const users = Number(options.users);
const base: Omit<Knobs, "seed"> = {
  until: new Date("2026-11-01T00:00:00.000Z"),
  users,
  nhis: Number(options.nhis ?? Math.round(users / 2)),
  days: Number(options.days),
  rows: Number(options.rows),
  plants: true,
  sources: "all",
  noise: {
    ...DEFAULT_NOISE,
    loss: Number(options.loss),
    late: Number(options.late),
    rounded: Number(options.rounded),
    outages: Number(options.outages),
  },
};
const seeds = readSeeds(options.seeds);
const parts = readParts(options.parts);
const plans = seeds.map((seed) => ({
  knobs: { ...base, seed },
  parts,
  every: Number(options.every),
  firstDay: Math.min(Number(options.first), base.days),
}));

const results = await runSeeds(plans, Number(options.processes));
const summaries = summarize(results.map(({ measures }) => measures));
const failed = summaries.filter((summary) => passes(summary) === false);
const unmeasured = summaries.filter(isUnmeasured);
const problems = results.flatMap(({ problems: own }, index) => own.map((text) => `seed ${seeds[index]}: ${text}`));
const cpuSeconds = results.reduce((sum, result) => sum + result.cpuSeconds, 0);

if (options.json) {
  const counts = { failed: failed.length, unmeasured: unmeasured.length, cpu_seconds: cpuSeconds };
  console.log(JSON.stringify({ options, seeds, measures: summaries, problems, ...counts }));
} else {
  console.log(renderTable(namesOfSeeds(seeds), summaries));
  for (const problem of problems) console.log(`NOT RUN  ${problem}`);
  console.log(
    `${failed.length} failed, ${unmeasured.length} not measured, ${problems.length} not run; ${cpuSeconds} s of CPU time`,
  );
}
const isIncomplete = unmeasured.length > 0 && !options["allow-unmeasured"];
if (failed.length > 0 || problems.length > 0 || isIncomplete) process.exitCode = 1;
