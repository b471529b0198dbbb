// Runs the analysis on synthetic organizations and prints every metric beside its gate. Exits with 1 if a gate fails
// or, without --allow-unmeasured, has nothing to measure.
import { parseArgs } from "node:util";
import { DEFAULT_NOISE, type Knobs } from "../src/synth/knobs.ts";
import { evaluateOrganization } from "./evaluate/analyzed-organization.ts";
import { describeGate, isUnmeasured, type Measure, passes, worstOf } from "./evaluate/gates.ts";
import { scoreDrift, scoreQuiet } from "./evaluate/score-drift.ts";
import { scorePeople } from "./evaluate/score-people.ts";
import { scorePrograms } from "./evaluate/score-programs.ts";
import { scoreRepeatability } from "./evaluate/score-repeatability.ts";
import { scoreRhythmConditions } from "./evaluate/score-rhythm-conditions.ts";
import { scoreSparseTenants } from "./evaluate/score-sparse-tenants.ts";

const { values: options } = parseArgs({
  options: {
    seeds: { type: "string", default: "5" },
    users: { type: "string", default: "300" },
    nhis: { type: "string" },
    days: { type: "string", default: "120" },
    // Average rows of a person on a working day.
    rows: { type: "string", default: "12" },
    // Days between two runs of the analysis, and days of logs before the first.
    every: { type: "string", default: "3" },
    first: { type: "string", default: "45" },
    "allow-unmeasured": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const users = Number(options.users);
const base: Knobs = {
  seed: 1,
  until: new Date("2026-11-01T00:00:00.000Z"),
  users,
  nhis: Number(options.nhis ?? Math.round(users / 2)),
  days: Number(options.days),
  rows: Number(options.rows),
  plants: true,
  sources: "all",
  noise: DEFAULT_NOISE,
};
const schedule = { every: Number(options.every), firstDay: Math.min(Number(options.first), base.days) };

let lastReport = 0;
const report = (text: string): void => {
  const now = performance.now();
  if (now - lastReport < 5_000) return;
  lastReport = now;
  console.error(text);
};

const bySeed: (readonly Measure[])[] = [];
for (let seed = 1; seed <= Number(options.seeds); seed += 1) {
  const knobs = { ...base, seed };
  const plan = { ...schedule, report: (text: string) => report(`seed ${seed}: ${text}`) };
  const { truth, results, period } = await evaluateOrganization({ knobs, ...plan });
  const quiet = await evaluateOrganization({ knobs: { ...knobs, plants: false }, ...plan });
  bySeed.push([
    ...scorePeople(truth, results),
    ...scorePrograms(truth, results),
    ...scoreDrift(truth, results, period),
    ...scoreQuiet(quiet.truth, quiet.results, quiet.period),
  ]);
}
const measures = [
  ...worstOf(bySeed),
  ...(await scoreRhythmConditions(base, report)),
  ...(await scoreSparseTenants(base, report)),
  ...(await scoreRepeatability(base, report)),
];

const failed = measures.filter((measure) => passes(measure) === false);
const unmeasured = measures.filter(isUnmeasured);
if (options.json) {
  const counts = { failed: failed.length, unmeasured: unmeasured.length };
  console.log(JSON.stringify({ ...options, measures, by_seed: bySeed, ...counts }));
}
if (!options.json) for (const measure of measures) console.log(lineOf(measure));
if (failed.length > 0 || (unmeasured.length > 0 && !options["allow-unmeasured"])) process.exitCode = 1;

function lineOf(measure: Measure): string {
  const value = measure.value === null ? "not measured" : measure.value.toFixed(3);
  const verdict = isUnmeasured(measure)
    ? "NOT MEASURED"
    : { true: "pass", false: "FAIL", null: "" }[String(passes(measure))];
  const columns = [
    measure.output.padEnd(24),
    measure.metric.padEnd(58),
    value.padStart(12),
    describeGate(measure).padEnd(10),
  ];
  return `${columns.join("  ")}  ${verdict}`.trimEnd();
}
