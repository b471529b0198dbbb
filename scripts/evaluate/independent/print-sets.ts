import { addDetectorScores } from "../detection/detector-scores.ts";
import { renderDetectors } from "../detection/render-detectors.ts";
import { isUnmeasured, passes, type Summary, summarize } from "../gates.ts";
import { renderTable } from "../render-table.ts";
import type { DescribedAttack, DescribedCase } from "./describe-set.ts";
import { evaluateSet, type SetResult } from "./evaluate-set.ts";
import { KNOWN_SETS } from "./known-sets.ts";

export interface SetOptions {
  /** Names of known sets, or folders. */
  readonly sets: readonly string[];
  readonly seed: number;
  readonly everyMinutes: number;
  readonly keep: string | undefined;
  readonly listed: { readonly missed: boolean; readonly false: boolean };
  readonly json: boolean;
}

/** Runs sets by other authors, prints what became of them, and returns whether every gate was met. */
export async function printSets(options: SetOptions, report: (text: string) => void): Promise<boolean> {
  const results: SetResult[] = [];
  for (const set of options.sets) {
    const { seed, everyMinutes, keep } = options;
    results.push(await evaluateSet({ set, seed, everyMinutes, keep }, (text) => report(`${set}: ${text}`)));
  }
  const summaries = summarize(results.map(({ measures }) => measures));
  const failed = summaries.filter((summary) => passes(summary) === false);
  const unmeasured = summaries.filter(isUnmeasured);
  if (options.json) {
    console.log(JSON.stringify({ results, failed: failed.length, unmeasured: unmeasured.length }));
  } else {
    printTables(results, summaries, options);
    console.log(`\n${worstOf(results)}\n${failed.length} failed, ${unmeasured.length} not measured`);
  }
  return failed.length === 0 && unmeasured.length === 0;
}

function printTables(results: readonly SetResult[], summaries: readonly Summary[], { listed, seed }: SetOptions): void {
  for (const result of results) console.log(headOf(result, seed));
  const names = results.map(({ set }) => set.split("/").at(-1) ?? set);
  console.log(`\n${renderTable(names, summaries)}`);
  console.log(`\n${renderDetectors(addDetectorScores(results.map(({ detectors }) => detectors)))}`);
  for (const { attacks, false_cases, other_events } of results) {
    if (listed.missed) console.log(`\n${attacks.map(attackText).join("\n\n")}`);
    if (listed.false) console.log(`\n${false_cases.map((one) => `FALSE  ${caseText(one)}`).join("\n\n")}`);
    if (listed.false) console.log(`\nEvents without an attack: ${countsText(other_events)}`);
  }
}

/** Says what a set is used for, and whether it is as it was when its digest was committed. */
function headOf({ set, digest }: SetResult, seed: number): string {
  const known = KNOWN_SETS.find(({ name }) => name === set);
  const isSame = known === undefined || seed !== 1 || known.digest === digest;
  return `${set}: ${known?.use ?? "not known"}, ${digest.slice(0, 16)}${isSame ? "" : ", NOT AS COMMITTED"}`;
}

const shareOf = ({ measures }: SetResult): number => measures.find(({ metric }) => metric === "in a case")?.value ?? 0;

function worstOf(results: readonly SetResult[]): string {
  const [worst] = [...results].sort((left, right) => shareOf(left) - shareOf(right));
  return worst
    ? `The worst set is ${worst.set}: ${shareOf(worst).toFixed(3)} of its attacks are in a case.`
    : "No sets.";
}

function attackText(one: DescribedAttack): string {
  const counts = new Map<string, number>();
  for (const { detector, subject } of one.events) {
    const name = `${detector} [${subject ?? "-"}]`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [
    `${one.result.toUpperCase()}  ${one.attack} ${one.kind} (${one.area}, ${one.difficulty}): ${one.subjects.join(", ")}`,
    `  ${one.summary}`,
    `  rows: ${one.rows.join(", ")}`,
    `  events: ${countsText(Object.fromEntries(counts)) || "none"}`,
    ...one.cases.map((each) => `  case: ${caseText(each)}; expected ${one.expected.join(" or ")}`),
  ].join("\n");
}

const caseText = (one: DescribedCase): string =>
  `${one.created_at} ${one.user ?? "(no person)"}, ${one.threat_type}: ${one.brief}\n    ${countsText(one.detectors)}`;

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
