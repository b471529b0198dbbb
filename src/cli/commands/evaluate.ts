import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareRows } from "../../ingest/rows/prepare-rows.ts";
import { Failure } from "../../model/failure.ts";
import { toAmount } from "../../model/text/amount.ts";
import { createDetectorSource } from "../../pipeline/rules/detector-source.ts";
import { keepStatistics } from "../../pipeline/schedule/keep-statistics.ts";
import { systemClock } from "../../runtime/clock.ts";
import { sha256 } from "../../runtime/hashing.ts";
import {
  countByDetector,
  listCaseSummaries,
  readCaseRows,
  readEventLines,
  readFlaggedRows,
} from "../../store/cases/evaluation.ts";
import type { Database, DomainHandle } from "../../store/database/database.ts";
import { migrate } from "../../store/database/migrate.ts";
import { openDatabase } from "../../store/database/open.ts";
import { addDomain } from "../../store/domains/domains.ts";
import { contentName } from "../../store/rows/row-content.ts";
import type { Command, Invocation, Option } from "../command.ts";
import { type DeliveryPlan, planDeliveries } from "../evaluate/deliveries.ts";
import { type Evaluation, evaluateRows } from "../evaluate/evaluate-rows.ts";
import { type GivenRow, type LabeledFolder, readLabeledFolder } from "../evaluate/read-folder.ts";
import { printReport, type Report, toCases } from "../evaluate/report.ts";
import { type Judged, scoreRows } from "../evaluate/score.ts";
import { type ExplainedRows, explainRows } from "../explain/explain-rows.ts";
import { toExplanationJson } from "../explain/explanation-json.ts";
import { printExplanations } from "../explain/print-explanations.ts";
import { readDatabaseUrl } from "../read-database-url.ts";
import { UsageError } from "../usage-error.ts";

/** Constant, so that the same rows get the same ids in every run. */
const DOMAIN = { domainId: "5b0d7c1e-3f52-5c7a-8a64-0c1f2f0f9e11", name: "evaluation" };
const STATEMENT_TIMEOUT_MS = 600_000;

const OPTIONS: Readonly<Record<string, Option>> = {
  rules: { value: "FOLDER", meaning: "your own rules, used in addition to the shipped ones" },
  shuffle: { value: "SEED", meaning: "deliver the rows in an order that this number determines" },
  split: { value: "N", meaning: "deliver the rows in N parts, each processed before the next" },
  explain: { value: "ROW_ID", meaning: "explain what came of this row; several ids are separated by commas" },
  "min-recall": { value: "R", meaning: "exit with 1 if recall is lower than this, for example 0.9" },
  "max-benign": { value: "R", meaning: "exit with 1 if a larger share of benign rows is flagged, for example 0.1" },
  "database-url": {
    value: "URL",
    meaning: "an empty PostgreSQL database to use instead of an embedded one in a temporary folder",
  },
};

export const command: Command = {
  operands: [{ name: "FOLDER" }],
  options: OPTIONS,
  flags: { double: "deliver every row twice" },
  examples: [
    "parapet evaluate ./rows",
    "parapet evaluate ./rows --shuffle 7 --double --split 5 --json",
    "parapet evaluate ./rows --explain SigninLogs-17",
  ],
  notes: `--explain shows which detectors saw a row, the events that rest on it, and the case of each or the decision that made
none. A row without _ItemId has the id by which the report lists it. With --json the explanations are 'explained' of the
report. If there is no row with an id, the exit code is 1.`,
  run: async (invocation) => {
    const [folder = ""] = invocation.operands;
    const limits = { recall: readShare(invocation, "min-recall"), benign: readShare(invocation, "max-benign") };
    const plan = readPlan(invocation);
    const ids = readIds(invocation);
    const url = invocation.options["database-url"];
    if (url !== undefined) readDatabaseUrl("--database-url", url);
    invocation.terminal.progress(`Reading ${folder}`);
    const given = await readLabeledFolder(folder);
    const { report, explained, missing } = await withScratch(invocation, (database) =>
      evaluateFolder(invocation, database, { given, plan, ids }),
    );
    printOutcome(invocation, report, explained);
    for (const id of missing) invocation.terminal.note(`There is no row '${id}' among the accepted rows of ${folder}.`);
    const isMissed = limits.recall !== undefined && (report.recall ?? 0) < limits.recall;
    const isNoisy = limits.benign !== undefined && (report.benign_flagged ?? 0) > limits.benign;
    return isMissed || isNoisy || missing.length > 0 ? 1 : 0;
  },
};

/** Prints the report with the explanations of rows: as part of its JSON, or after it. */
function printOutcome({ terminal, json }: Invocation, report: Report, explained: ExplainedRows["explained"]): void {
  if (json) {
    const more = explained.length > 0 ? { explained: explained.map(toExplanationJson) } : {};
    terminal.data(JSON.stringify({ ...report, ...more }));
    return;
  }
  printReport(terminal, report);
  if (explained.length > 0) terminal.out("");
  printExplanations({ terminal, json }, explained);
}

function readIds({ options: { explain } }: Invocation): readonly string[] {
  if (explain === undefined) return [];
  const ids = explain.split(",").map((id) => id.trim());
  if (ids.includes("")) throw new UsageError("--explain takes ids of rows, separated by commas");
  return ids;
}

function readPlan({ options, flags }: Invocation): DeliveryPlan {
  const shuffle = options["shuffle"];
  const split = options["split"] ?? "1";
  if (shuffle !== undefined && !/^\d{1,9}$/.test(shuffle)) throw new UsageError("--shuffle takes a whole number");
  if (!/^[1-9]\d{0,3}$/.test(split)) throw new UsageError("--split takes a whole number from 1 to 9999");
  return {
    shuffle: shuffle === undefined ? undefined : Number(shuffle),
    double: flags.has("double"),
    split: Number(split),
  };
}

function readShare({ options }: Invocation, name: string): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const share = value.trim() === "" ? Number.NaN : Number(value);
  if (!(share >= 0 && share <= 1)) throw new UsageError(`--${name} takes a number from 0 to 1`);
  return share;
}

/** Opens a temporary database and removes it afterwards. */
async function withScratch<T>({ options, terminal }: Invocation, work: (database: Database) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "parapet-evaluate-"));
  try {
    terminal.progress("Creating a temporary database");
    const database = await openDatabase({
      databaseUrl: options["database-url"],
      dataDir: join(folder, "data"),
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      shared: false,
    });
    try {
      await migrate(database, systemClock);
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface EvaluatedFolder {
  readonly given: LabeledFolder;
  readonly plan: DeliveryPlan;
  /** The ids of the rows to be explained. */
  readonly ids: readonly string[];
}

async function evaluateFolder(
  { terminal, options }: Invocation,
  database: Database,
  { given, plan, ids }: EvaluatedFolder,
): Promise<{ readonly report: Report } & ExplainedRows> {
  const source = createDetectorSource({
    folder: options["rules"],
    log: { warn: (facts, message) => terminal.note(`${message}: ${JSON.stringify(facts)}`) },
  });
  const detectors = await source.detectorsFor(DOMAIN);
  if (!(await addDomain(database, { ...DOMAIN, createdAt: systemClock() }))) {
    throw new Failure("invalid_request", "the database is not empty: it already holds an evaluation");
  }
  const db = database.forDomain(DOMAIN.domainId);
  const problems = new Set<string>();
  const refresh = keepStatistics(database);
  let done = 0;
  const onProblem = (slug: string, error: Error): unknown => problems.add(`${slug} failed: ${error.message}`);
  const evaluation = await evaluateRows({
    db,
    clock: systemClock,
    detectors,
    deliveries: planDeliveries(given.rows, plan),
    onWorked: (rows) => {
      done += rows;
      terminal.progress(toAmount(done, "row"));
      return refresh(rows);
    },
    onProblem,
  });
  const explained = await explainRows({ db, detectors, now: systemClock(), onProblem }, ids);
  terminal.progress("");
  for (const problem of problems) terminal.note(problem);
  return { report: await reportOf(db, given, evaluation), ...explained };
}

async function reportOf(db: DomainHandle, given: LabeledFolder, evaluation: Evaluation): Promise<Report> {
  const flagged = new Set((await readFlaggedRows(db)).map(contentName));
  const judged = given.rows.flatMap((row): readonly Judged[] => {
    if (!row.label) return [];
    return [{ table: row.table, rowId: row.rowId, label: row.label, flagged: flagged.has(nameOf(row)) }];
  });
  const lines = await readEventLines(db);
  const { accepted, duplicates, rejected, seconds } = evaluation;
  return {
    ...scoreRows(judged, given.recordings),
    rows: accepted,
    duplicates,
    rejected,
    unreadable_lines: given.unreadable,
    unreadable: given.unreadableLines,
    skipped_files: given.skipped,
    rows_per_s: Math.round((accepted + duplicates) / seconds),
    threats: lines.length,
    threats_digest: sha256(lines.join("\n")).slice(0, 22),
    detectors: await countByDetector(db),
    cases: toCases(await listCaseSummaries(db), await readCaseRows(db)),
  };
}

/** Returns the name that ingestion gives the row, whatever id it was stored under. */
function nameOf({ table, text }: GivenRow): string {
  const [row] = prepareRows(table, [{ line: 1, text }], new Date(0)).rows;
  return row ? contentName({ table, contentKey: row.contentKey }) : "";
}
