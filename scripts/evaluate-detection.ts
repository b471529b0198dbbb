// Runs synthetic, untidy organizations without and with planted attacks through ingestion, detection and the judge, and
// prints what became of them beside the gates. Exits with 1 if a gate fails or has nothing to measure.
import { parseArgs } from "node:util";
import { readSeeds } from "./evaluate/chosen.ts";
import type { FalseCase, MissedAttack } from "./evaluate/detection/describe-outcome.ts";
import { addDetectorScores } from "./evaluate/detection/detector-scores.ts";
import {
  type DetectionPlan,
  type DetectionResult,
  evaluateDetectionSeed,
} from "./evaluate/detection/evaluate-detection-seed.ts";
import { evaluateLearning } from "./evaluate/detection/evaluate-learning.ts";
import { renderDetectors } from "./evaluate/detection/render-detectors.ts";
import { isUnmeasured, passes, summarize } from "./evaluate/gates.ts";
import { renderTable } from "./evaluate/render-table.ts";

const { values: options } = parseArgs({
  options: {
    // What is run of each seed: detection, or learning from verdicts.
    part: { type: "string", default: "detection" },
    seeds: { type: "string", default: "1,2,3" },
    users: { type: "string", default: "250" },
    // Days that count, after the days of history: 10, for learning 20.
    days: { type: "string" },
    history: { type: "string", default: "30" },
    // Average rows of a person on a working day, apart from what is untidy, and the number of programs.
    rows: { type: "string", default: "2" },
    nhis: { type: "string", default: "16" },
    // Minutes of rows in one delivery.
    every: { type: "string", default: "30" },
    // Kinds of attacks and of untidiness, separated by commas; all by default.
    attacks: { type: "string" },
    untidy: { type: "string" },
    "list-false": { type: "boolean", default: false },
    "list-missed": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

interface Part {
  readonly days: number;
  readonly evaluate: (plan: DetectionPlan, report: (text: string) => void) => Promise<DetectionResult>;
}

const REPORT_EVERY_MS = 5_000;

const EVALUATED: Readonly<Record<string, Part>> = {
  detection: { days: 10, evaluate: evaluateDetectionSeed },
  learning: { days: 20, evaluate: evaluateLearning },
};
const part = EVALUATED[options.part];
if (!part) throw new Error(`--part is one of ${Object.keys(EVALUATED).join(", ")}`);

const namesOf = (text: string | undefined) => text?.split(",").map((name) => name.trim());
const history = Number(options.history);
const knobs = {
  until: new Date("2026-11-01T00:00:00.000Z"),
  users: Number(options.users),
  days: history + Number(options.days ?? part.days),
  history,
  rows: Number(options.rows),
  nhis: Number(options.nhis),
};
const seeds = readSeeds(options.seeds);
const results: DetectionResult[] = [];
let reportedAt = 0;
for (const seed of seeds) {
  const report = (text: string): void => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    console.error(`seed ${seed}: ${text}`);
  };
  const plan = {
    knobs: { ...knobs, seed },
    everyMinutes: Number(options.every),
    attacks: namesOf(options.attacks),
    untidy: namesOf(options.untidy),
  };
  results.push(await part.evaluate(plan, report));
}

const summaries = summarize(results.map(({ measures }) => measures));
const detectors = addDetectorScores(results.map((result) => result.detectors));
const failed = summaries.filter((summary) => passes(summary) === false);
const unmeasured = summaries.filter(isUnmeasured);
const cpuSeconds = Math.round(process.cpuUsage().user / 1e6);
const falseCases = results.flatMap((result, index) => result.falseCases.map((one) => ({ seed: seeds[index], ...one })));
const missed = results.flatMap((result, index) => result.missed.map((one) => ({ seed: seeds[index], ...one })));

if (options.json) {
  const counts = { failed: failed.length, unmeasured: unmeasured.length, cpu_seconds: cpuSeconds };
  console.log(
    JSON.stringify({ options, seeds, measures: summaries, detectors, false_cases: falseCases, missed, ...counts }),
  );
} else {
  console.log(renderTable(seeds, summaries));
  if (detectors.length > 0) console.log(`\n${renderDetectors(detectors)}`);
  if (options["list-false"]) for (const one of falseCases) console.log(`\n${falseText(one)}`);
  if (options["list-missed"]) for (const one of missed) console.log(`\n${missedText(one)}`);
  console.log(`\n${failed.length} failed, ${unmeasured.length} not measured; ${cpuSeconds} s of CPU time`);
}
if (failed.length > 0 || unmeasured.length > 0) process.exitCode = 1;

function falseText(one: FalseCase & { readonly seed: number | undefined; readonly organization: string }): string {
  return [
    `FALSE  seed ${one.seed}, ${one.organization}, ${one.created_at}: ${one.user ?? "(no person)"}, ${one.threat_type}`,
    `  ${one.brief}`,
    `  detectors: ${listed(one.detectors)}`,
    `  rows: ${listed(one.origins)}`,
  ].join("\n");
}

function missedText(one: MissedAttack & { readonly seed: number | undefined }): string {
  return [
    `MISSED  seed ${one.seed}, ${one.attack}${one.slow ? " (slow)" : ""}: ${one.problem}, ${one.start} to ${one.end}`,
    `  subjects: ${one.subjects.join(", ")}`,
    `  expected ${one.expected.join(" or ")}, found ${one.found ?? "nothing"}`,
    `  events: ${listed(one.detectors) || "none"}`,
  ].join("\n");
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
