import { submitVerdictOnce } from "../../actions/submit-verdict-once.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { DeliveredLine } from "../../ingest/rows/prepare-rows.ts";
import { openRowIntake } from "../../ingest/rows/row-intake.ts";
import { DIRECTORY_KINDS } from "../../model/directory-kind.ts";
import { Failure } from "../../model/failure.ts";
import type { Fields } from "../../model/fields.ts";
import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import { toAmount, toCount } from "../../model/text/amount.ts";
import { analyzeDomain } from "../../pipeline/analyze/analyze-domain.ts";
import { judgeDue } from "../../pipeline/correlate/correlate-subjects.ts";
import type { DetectorSet } from "../../pipeline/detect/detector-set.ts";
import { createDetectorSource } from "../../pipeline/rules/detector-source.ts";
import { type BatchResult, processAll } from "../../pipeline/schedule/process-batch.ts";
import { createBatchPacer } from "../../runtime/batch-pacer.ts";
import { systemChance } from "../../runtime/chance.ts";
import type { Clock } from "../../runtime/clock.ts";
import { currentOperator } from "../../runtime/operator.ts";
import { listCaseSummaries } from "../../store/cases/evaluation.ts";
import type { Database, DomainHandle } from "../../store/database/database.ts";
import { generateOrganization, type SynthOrganization } from "../../synth/organization.ts";
import type { Setting } from "../../synth/setting.ts";

const DELIVERY_LINES = 1_000;
/** Tables that are delivered at the same time: the rows of one are read while those of another are stored. */
const DELIVERY_LANES = 2;
/** Nobody else uses the database of the demo yet, so its transactions may be long. */
const DELIVERY_PACE = { targetMs: 400, min: 1_000, max: 10_000 };
/** Large batches: with an organization of this size they read the history of each person less often. */
const DETECTION = { limit: 9_000, bytes: 4 * 1_048_576 };

/** Connector type of each table that does not come from the Log Analytics workspace. */
const DELIVERED_BY: Readonly<Partial<Record<LogTable, string>>> = {
  OfficeActivity: "sharepoint_online",
  EmailEvents: "exchange_online",
  EmailUrlInfo: "exchange_online",
  EmailAttachmentInfo: "exchange_online",
  EmailPostDeliveryEvents: "exchange_online",
  UrlClickEvents: "exchange_online",
  SecurityEvent: "windows_security_events",
  AzureActivity: "azure_activity",
  CommonSecurityLog: "palo_alto",
  Syslog: "syslog",
};

/** What the demo is filled with. */
export interface DemoMaterial {
  readonly setting: Setting;
  readonly organization: SynthOrganization;
  readonly detectors: DetectorSet;
}

/** Compiles the rules and generates the organization. Needs no database, so that it runs while that one opens. */
export async function makeMaterial(setting: Setting, report: (text: string) => void): Promise<DemoMaterial> {
  const log = { warn: (_facts: object, message: string) => report(message) };
  const detectors = await createDetectorSource({ folder: undefined, log }).detectorsFor({ name: "demo" });
  return { setting, organization: generateOrganization(setting), detectors };
}

export interface DemoFill {
  readonly database: Database;
  readonly db: DomainHandle;
  readonly clock: Clock;
  readonly material: DemoMaterial;
  /** Shows progress; an empty text ends it. */
  readonly report: (text: string) => void;
  readonly isStopping: () => boolean;
}

/**
 * Delivers the directory and the log rows of a made-up organization, and runs the detectors, the judge and the
 * analysis on all of them. Stops early if the process is stopping; run again, it continues from there.
 */
export async function fillDemo(fill: DemoFill): Promise<void> {
  try {
    await deliverDirectory(fill);
    await deliverRows(fill);
    await detect(fill);
    await decide(fill);
    await analyze(fill);
  } finally {
    fill.report("");
  }
}

async function deliverDirectory({ db, clock, material }: DemoFill): Promise<void> {
  const { directory } = material.organization;
  for (const kind of DIRECTORY_KINDS) {
    const lines = linesOf(directory[kind]);
    const walk = { first: true, last: true };
    expectAll(await ingestDirectory(db, clock, { kind, lines, walk, connectorType: "entra_directory" }));
  }
}

/** Delivers each table, oldest row first. */
async function deliverRows({ database, db, clock, material, report, isStopping }: DemoFill): Promise<void> {
  const { rows } = material.organization;
  const intake = openRowIntake(database);
  const pacer = createBatchPacer(DELIVERY_PACE);
  let delivered = 0;
  const deliverTable = async (table: LogTable): Promise<void> => {
    const fields = rows.filter((row) => row.table === table).map((row) => row.fields);
    for (let start = 0; start < fields.length && !isStopping(); start += DELIVERY_LINES) {
      const lines = linesOf(fields.slice(start, start + DELIVERY_LINES));
      const connectorType = DELIVERED_BY[table] ?? "log_analytics";
      expectAll(await ingestRows(db, clock, { table, lines, connectorType, intake, pacer }));
      delivered += lines.length;
      report(`${toCount(delivered)} of ${toAmount(rows.length, "row")} delivered`);
    }
  };
  const tables = LOG_TABLES.values();
  const lanes = Array.from({ length: DELIVERY_LANES }, async () => {
    for (const table of tables) await deliverTable(table);
  });
  await Promise.all(lanes);
}

async function detect({ db, clock, material, report, isStopping }: DemoFill): Promise<void> {
  const { organization, detectors } = material;
  const total = toAmount(organization.rows.length, "row");
  let [done, threats] = [0, 0];
  const onBatch = (result: BatchResult): boolean => {
    done += result.rows;
    threats += result.threats;
    report(`${toCount(done)} of ${total} analyzed, ${toAmount(threats, "threat")}`);
    return !isStopping();
  };
  await processAll(db, clock, detectors, onBatch, DETECTION);
  if (!isStopping()) await judgeDue(db, clock);
}

/** Computes personas, NHIs and drift from everything that was delivered. */
async function analyze({ database, db, clock, report, isStopping }: DemoFill): Promise<void> {
  if (isStopping()) return;
  const onPhase = (phase: string): void => report(`analysis: ${phase}`);
  const parts = { database, clock, chance: systemChance };
  const result = await analyzeDomain(parts, db.domainId, { isStopped: isStopping, onPhase });
  if (result?.failure) throw new Error(`an identity could not be analyzed: ${result.failure}`);
}

/** Submits the prepared verdicts on some cases. */
async function decide({ db, clock, material, isStopping }: DemoFill): Promise<void> {
  if (isStopping()) return;
  const { verdicts } = material.organization;
  const cases = new Map((await listCaseSummaries(db)).map(({ caseId, user }) => [user, caseId]));
  for (const { email, outcome, comment } of verdicts) {
    const caseId = cases.get(email);
    if (caseId === undefined) continue;
    const request = { caseId, outcome, comment, eventIds: [], ifMatch: undefined };
    await submitVerdictOnce({ db, clock, actor: currentOperator() }, request, undefined, () => "");
  }
}

const linesOf = (objects: readonly Fields[]): readonly DeliveredLine[] =>
  objects.map((object, index) => ({ line: index + 1, text: JSON.stringify(object) }));

function expectAll({ rejected: [first] }: { readonly rejected: readonly { readonly error: string }[] }): void {
  if (first) throw new Failure("internal_error", `the demo's own data was rejected: it ${first.error}`);
}
