// Measures rows on their way from HTTP to stored findings, as ratios in one run. The ratios come last.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createDetectorSource } from "../src/pipeline/rules/detector-source.ts";
import { startDurablePostgres } from "./bench/durable-postgres.ts";
import { benchActivityRatio } from "./bench/ingest/activity-ratio.ts";
import { measureGivenRows, renderGivenRows } from "./bench/ingest/given-rows.ts";
import { idleShare } from "./bench/ingest/idle-domains.ts";
import { measureProcesses, renderProcesses } from "./bench/ingest/processes.ts";
import { renderScale } from "./bench/ingest/render-scale.ts";
import { measureScale, type Scale } from "./bench/ingest/scale.ts";
import { stopServersWhenInterrupted } from "./services/interruptible-run.ts";
import { createTestFolder } from "./services/test-folder.ts";

const { values: options } = parseArgs({
  options: {
    // "scale": whole service; "activity": what the activity of identities adds to ingest and processing; "processes": what
    // several processes use for the rows of one domain; "given": disk that the rows of a folder occupy.
    part: { type: "string", default: "scale" },
    engines: { type: "string", default: "postgres,embedded" },
    // Rows of each measured stretch, rows that are delivered between the two, and domains without work.
    rows: { type: "string", default: "50000" },
    grown: { type: "string", default: "200000" },
    domains: { type: "string", default: "1000" },
    // Numbers of the part "processes", ascending.
    processes: { type: "string", default: "1,2,4" },
    // Folders of the part "given", each with files as parapet evaluate reads them.
    from: { type: "string", multiple: true, default: [] },
    // Rounds of the part "activity".
    rounds: { type: "string", default: "9" },
  },
});

type Engine = "postgres" | "embedded";
type Measure = (engine: Engine, databaseUrl: string | undefined) => Promise<unknown>;

stopServersWhenInterrupted();
const folder = createTestFolder();
try {
  if (options.part === "activity") await onEngines(await activityMeasure());
  else if (options.part === "scale") await benchScale();
  else if (options.part === "processes") await onPostgres(benchProcesses);
  else if (options.part === "given") await benchGivenRows();
  else throw new Error("--part is scale, activity, processes or given");
} finally {
  folder.remove();
}

async function onEngines(measure: Measure): Promise<void> {
  const engines = (["postgres", "embedded"] as const).filter((engine) => options.engines?.split(",").includes(engine));
  for (const engine of engines) await (engine === "postgres" ? onPostgres(measure) : measure(engine, undefined));
}

async function onPostgres(measure: Measure, path = folder.path): Promise<void> {
  const postgres = await startDurablePostgres(path);
  if ("missing" in postgres) {
    console.log(`skipped: PostgreSQL (${postgres.missing})`);
    return;
  }
  try {
    await measure("postgres", postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function activityMeasure(): Promise<Measure> {
  const rounds = numberOf("rounds");
  const log = { warn: (facts: object, message: string) => console.log(message, JSON.stringify(facts)) };
  const detectors = await createDetectorSource({ folder: undefined, log }).detectorsFor({ name: "bench" });
  return (engine, databaseUrl) =>
    benchActivityRatio({ databaseUrl, dataDir: join(folder.path, engine) }, detectors, rounds);
}

async function benchScale(): Promise<void> {
  const [rows, grown, domains] = [numberOf("rows"), numberOf("grown"), numberOf("domains")];
  const measured = new Map<Engine, { readonly scale: Scale; readonly idle: number }>();
  await onEngines(async (engine, databaseUrl) => {
    const scale = await measureScale({ databaseUrl, dataDir: join(folder.path, engine) }, { rows, grown });
    // In the same database: what the domain of the benchmark has stored must not matter either.
    const installation = { databaseUrl, dataDir: join(folder.path, engine) };
    measured.set(engine, { scale, idle: await idleShare(installation, domains) });
  });
  console.log(renderScale(measured, { rows, grown, domains }));
}

async function benchProcesses(_engine: Engine, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) throw new Error("several processes need PostgreSQL");
  const counts = options.processes.split(",").map(Number);
  const costs = await measureProcesses({ databaseUrl, dataDir: join(folder.path, "data") }, counts, numberOf("rows"));
  console.log(renderProcesses(costs));
}

/** Delivers each folder to a server of its own. */
async function benchGivenRows(): Promise<void> {
  if (options.from.length === 0) throw new Error("--from is missing: a folder of log rows");
  for (const from of options.from) {
    const { path, remove } = createTestFolder();
    const measure: Measure = async (_engine, databaseUrl) => {
      if (databaseUrl === undefined) throw new Error("only PostgreSQL is measured");
      const size = await measureGivenRows({ databaseUrl, dataDir: join(path, "data") }, from);
      console.log(renderGivenRows(from, size));
    };
    await onPostgres(measure, path);
    remove();
  }
}

function numberOf(name: "rows" | "grown" | "domains" | "rounds"): number {
  const value = Number(options[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number, not ${options[name]}`);
  return value;
}
