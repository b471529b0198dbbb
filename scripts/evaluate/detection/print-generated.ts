import { isUnmeasured, passes, summarize } from "../gates.ts";
import { namesOfSeeds, renderTable } from "../render-table.ts";
import type { FalseCase, MissedAttack } from "./describe-outcome.ts";
import { addDetectorScores } from "./detector-scores.ts";
import { type DetectionPlan, type DetectionResult, evaluateDetectionSeed } from "./evaluate-detection-seed.ts";
import { evaluateLearning } from "./evaluate-learning.ts";
import { renderDetectors } from "./render-detectors.ts";

export interface GeneratedOptions {
  readonly part: "generated" | "learning";
  readonly seeds: readonly number[];
  readonly users: number;
  /** Days that count; 10 without it, for learning 20. */
  readonly days: number | undefined;
  readonly history: number;
  readonly rows: number;
  readonly nhis: number;
  readonly everyMinutes: number;
  readonly attacks: readonly string[] | undefined;
  readonly untidy: readonly string[] | undefined;
  readonly listed: { readonly missed: boolean; readonly false: boolean };
  readonly json: boolean;
}

interface Part {
  readonly days: number;
  readonly evaluate: (plan: DetectionPlan, report: (text: string) => void) => Promise<DetectionResult>;
}

const PARTS: Readonly<Record<GeneratedOptions["part"], Part>> = {
  generated: { days: 10, evaluate: evaluateDetectionSeed },
  learning: { days: 20, evaluate: evaluateLearning },
};

/** Runs organizations of our own generator, prints what became of them, and returns whether every gate was met. */
export async function printGenerated(options: GeneratedOptions, report: (text: string) => void): Promise<boolean> {
  const { seeds, history } = options;
  const part = PARTS[options.part];
  const knobs = {
    until: new Date("2026-11-01T00:00:00.000Z"),
    users: options.users,
    days: history + (options.days ?? part.days),
    history,
    rows: options.rows,
    nhis: options.nhis,
  };
  const results: DetectionResult[] = [];
  for (const seed of seeds) {
    const { everyMinutes, attacks, untidy } = options;
    const plan = { knobs: { ...knobs, seed }, everyMinutes, attacks, untidy };
    results.push(await part.evaluate(plan, (text) => report(`seed ${seed}: ${text}`)));
  }

  return printResults(results, options);
}

/** Prints results and returns whether every gate was met. */
function printResults(results: readonly DetectionResult[], options: GeneratedOptions): boolean {
  const { seeds } = options;
  const summaries = summarize(results.map(({ measures }) => measures));
  const detectors = addDetectorScores(results.map((result) => result.detectors));
  const counts = {
    failed: summaries.filter((summary) => passes(summary) === false).length,
    unmeasured: summaries.filter(isUnmeasured).length,
    cpu_seconds: Math.round(process.cpuUsage().user / 1e6),
  };
  const falseCases = results.flatMap((result, at) => result.falseCases.map((one) => ({ seed: seeds[at], ...one })));
  const missed = results.flatMap((result, at) => result.missed.map((one) => ({ seed: seeds[at], ...one })));
  if (options.json) {
    const listed = { false_cases: falseCases, missed };
    console.log(JSON.stringify({ options, seeds, measures: summaries, detectors, ...listed, ...counts }));
  } else {
    console.log(renderTable(namesOfSeeds(seeds), summaries));
    if (detectors.length > 0) console.log(`\n${renderDetectors(detectors)}`);
    const listed = [
      ...(options.listed.false ? falseCases.map(falseText) : []),
      ...(options.listed.missed ? missed.map(missedText) : []),
    ];
    for (const text of listed) console.log(`\n${text}`);
    console.log(`\n${counts.failed} failed, ${counts.unmeasured} not measured; ${counts.cpu_seconds} s of CPU time`);
  }
  return counts.failed === 0 && counts.unmeasured === 0;
}

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
