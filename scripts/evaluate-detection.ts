// Runs rows of organizations through ingestion, detection and the judge, and prints what became of them beside the gates.
// Exits with 1 if a gate fails or has nothing to measure.
import { parseArgs } from "node:util";
import { readSeeds } from "./evaluate/chosen.ts";
import { type GeneratedOptions, printGenerated } from "./evaluate/detection/print-generated.ts";
import { KNOWN_SETS } from "./evaluate/independent/known-sets.ts";
import { printSets } from "./evaluate/independent/print-sets.ts";

const { values: options } = parseArgs({
  options: {
    // Sets by other authors, organizations of our own generator, or learning from verdicts.
    part: { type: "string", default: "sets" },
    // Names of known sets or folders with rows/, directory/ and truth.json, separated by commas; all known ones by default.
    sets: { type: "string", default: KNOWN_SETS.map(({ name }) => name).join(",") },
    // The seed of the sets.
    seed: { type: "string", default: "1" },
    // A folder that keeps the database of each set: where it has one, what was detected is only judged again.
    keep: { type: "string" },
    // The seeds of our own generator.
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

const REPORT_EVERY_MS = 5_000;
let reportedAt = 0;
const report = (text: string): void => {
  if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
  reportedAt = performance.now();
  console.error(text);
};

const namesOf = (text: string | undefined) => text?.split(",").map((name) => name.trim());
const common = {
  everyMinutes: Number(options.every),
  listed: { missed: options["list-missed"], false: options["list-false"] },
  json: options.json,
};

const isPassed = await printPart(options.part);
if (!isPassed) process.exitCode = 1;

function printPart(part: string): Promise<boolean> {
  if (part === "sets") {
    const sets = namesOf(options.sets) ?? [];
    return printSets({ ...common, sets, seed: Number(options.seed), keep: options.keep }, report);
  }
  if (part === "generated" || part === "learning") return printGenerated(generatedOptions(part), report);
  throw new Error("--part is one of sets, generated, learning");
}

function generatedOptions(part: GeneratedOptions["part"]): GeneratedOptions {
  return {
    ...common,
    part,
    seeds: readSeeds(options.seeds),
    users: Number(options.users),
    days: options.days === undefined ? undefined : Number(options.days),
    history: Number(options.history),
    rows: Number(options.rows),
    nhis: Number(options.nhis),
    attacks: namesOf(options.attacks),
    untidy: namesOf(options.untidy),
  };
}
