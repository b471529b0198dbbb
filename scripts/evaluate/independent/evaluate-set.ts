import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outcome } from "../detection/deliver-periods.ts";
import { type DetectorScore, scoreDetectors } from "../detection/detector-scores.ts";
import type { Measure } from "../gates.ts";
import { withScratchFolder } from "../scratch-domain.ts";
import { describeSet, type SetDescription } from "./describe-set.ts";
import { judgeAgain } from "./judge-again.ts";
import { generatorOf } from "./known-sets.ts";
import { digestOfSet, type LabeledSet, readSet } from "./read-set.ts";
import { runSet } from "./run-set.ts";
import { scoreSet } from "./score-set.ts";
import { setMeasures } from "./set-measures.ts";

/** What is run of one set. */
export interface SetPlan {
  /** The name of a known set, or a folder with the output of a generator. */
  readonly set: string;
  readonly seed: number;
  readonly everyMinutes: number;
  /** A folder that keeps the database of each set; what it has is only judged again. */
  readonly keep?: string | undefined;
}

export interface SetResult extends SetDescription {
  readonly set: string;
  /** The digest of its rows, directory and truth. */
  readonly digest: string;
  readonly measures: readonly Measure[];
  readonly detectors: readonly DetectorScore[];
}

const DAY_MS = 86_400_000;
/** Findings older than 30 days are not judged any more. */
const JUDGED_DAYS = 29.9;

/** Runs a set and compares the result with what is true of it. */
export function evaluateSet(plan: SetPlan, report: (text: string) => void): Promise<SetResult> {
  return withScratchFolder(async (scratch) => {
    const isFolder = existsSync(join(plan.set, "truth.json"));
    const folder = isFolder ? plan.set : join(scratch, "set");
    if (!isFolder) await generate(plan, folder);
    const set = await readSet(folder);
    const outcome = await outcomeOf(set, plan, { scratch, report });
    const scored = scoreSet(outcome, set.truth);
    return {
      set: plan.set,
      digest: await digestOfSet(folder),
      measures: setMeasures(scored),
      detectors: scoreDetectors(outcome, {
        rows: new Set(set.truth.attacks.flatMap(({ rows }) => rows)),
        falseCases: scored.falseCases,
        found: scored.attacks.flatMap(({ cases, events }) => (cases.length > 0 ? [events] : [])),
      }),
      ...describeSet(outcome, scored),
    };
  });
}

interface Place {
  readonly scratch: string;
  readonly report: (text: string) => void;
}

async function outcomeOf(set: LabeledSet, plan: SetPlan, { scratch, report }: Place): Promise<Outcome> {
  const name = plan.set.split("/").at(-1) ?? plan.set;
  const folder = join(plan.keep ?? scratch, `${name}-${plan.seed}`);
  if (existsSync(folder)) {
    return judgeAgain(folder, new Date(Date.parse(set.truth.counted_from) + JUDGED_DAYS * DAY_MS));
  }
  return runSet(set, { folder, everyMinutes: plan.everyMinutes, report });
}

/** The sets have a configuration of their own, as their authors wrote them. */
const CONFIGURATION = fileURLToPath(new URL("../sets/tsconfig.json", import.meta.url));

/** Runs the generator of a known set. */
export function generate({ set, seed }: Pick<SetPlan, "set" | "seed">, folder: string): Promise<void> {
  const args = ["--import", "tsx", generatorOf(set), "--out", folder, "--seed", String(seed)];
  const env = { ...process.env, TSX_TSCONFIG_PATH: CONFIGURATION };
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"], env });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`the generator ended with code ${code}`))));
  });
}
