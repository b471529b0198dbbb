import { submitVerdictOnce } from "../../actions/submit-verdict-once.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import { ingestRows } from "../../ingest/rows/ingest-rows.ts";
import type { DeliveredLine } from "../../ingest/rows/prepare-rows.ts";
import { DIRECTORY_KINDS } from "../../model/directory-kind.ts";
import { Failure } from "../../model/failure.ts";
import type { Fields } from "../../model/fields.ts";
import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import { toAmount, toCount } from "../../model/text/amount.ts";
import { analyzeDomain } from "../../pipeline/analyze/analyze-domain.ts";
import { judgeDue } from "../../pipeline/correlate/correlate-subjects.ts";
import type { DetectorSet } from "../../pipeline/detect/detector-set.ts";
import { createKnownHits } from "../../pipeline/detect/known-hits.ts";
import { createDetectorSource } from "../../pipeline/rules/detector-source.ts";
import { processBatch } from "../../pipeline/schedule/process-batch.ts";
import { systemChance } from "../../runtime/chance.ts";
import type { Clock } from "../../runtime/clock.ts";
import { currentOperator } from "../../runtime/operator.ts";
import { listCaseSummaries } from "../../store/cases/evaluation.ts";
import type { Database, DomainHandle } from "../../store/database/database.ts";
import { generateOrganization, type SynthOrganization } from "../../synth/organization.ts";
import type { SynthRow } from "../../synth/rows/row.ts";
import type { Setting } from "../../synth/setting.ts";

const DELIVERY_LINES = 1_000;
/** Large batches: with an organization of this size they read the history of each person less often. */
const DETECTION_ROWS = 9_000;

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

export interface DemoFill {
  readonly database: Database;
  readonly db: DomainHandle;
  readonly clock: Clock;
  readonly setting: Setting;
  /** Shows progress; an empty text ends it. */
  readonly report: (text: string) => void;
  readonly isStopping: () => boolean;
}

/**
 * Delivers the directory and the log rows of a made-up organization, and runs the detectors, the judge and the
 * analysis on all of them. Stops early if the process is stopping; run again, it continues from there.
 */
export async function fillDemo(fill: DemoFill): Promise<void> {
  const organization = generateOrganization(fill.setting);
  try {
    const [detectors] = await Promise.all([loadDetectors(fill), deliver(fill, organization)]);
    await detect(fill, detectors, organization.rows.length);
    await decide(fill, organization);
    await analyze(fill);
  } finally {
    fill.report("");
  }
}

function loadDetectors({ report }: DemoFill): Promise<DetectorSet> {
  const log = { warn: (_facts: object, message: string) => report(message) };
  return createDetectorSource({ folder: undefined, log }).detectorsFor({ name: "demo" });
}

async function deliver(fill: DemoFill, organization: SynthOrganization): Promise<void> {
  await deliverDirectory(fill, organization);
  await deliverRows(fill, organization.rows);
}

async function deliverDirectory({ db, clock }: DemoFill, { directory }: SynthOrganization): Promise<void> {
  for (const kind of DIRECTORY_KINDS) {
    const lines = linesOf(directory[kind]);
    const walk = { first: true, last: true };
    expectAll(await ingestDirectory(db, clock, { kind, lines, walk, connectorType: "entra_directory" }));
  }
}

/** Delivers table by table, oldest row first. */
async function deliverRows({ db, clock, report, isStopping }: DemoFill, rows: readonly SynthRow[]): Promise<void> {
  let delivered = 0;
  for (const table of LOG_TABLES) {
    const fields = rows.filter((row) => row.table === table).map((row) => row.fields);
    for (let start = 0; start < fields.length && !isStopping(); start += DELIVERY_LINES) {
      const lines = linesOf(fields.slice(start, start + DELIVERY_LINES));
      const connectorType = DELIVERED_BY[table] ?? "log_analytics";
      expectAll(await ingestRows(db, clock, { table, lines, connectorType }));
      delivered += lines.length;
      report(`${toCount(delivered)} of ${toAmount(rows.length, "row")} delivered`);
    }
  }
}

async function detect(
  { db, clock, report, isStopping }: DemoFill,
  detectors: DetectorSet,
  total: number,
): Promise<void> {
  const knownHits = createKnownHits();
  let [done, threats] = [0, 0];
  for (let rows = 1; rows > 0 && !isStopping(); ) {
    const result = await processBatch(db, clock, detectors, { limit: DETECTION_ROWS, knownHits });
    rows = result.rows;
    done += rows;
    threats += result.threats;
    report(`${toCount(done)} of ${toAmount(total, "row")} analyzed, ${toAmount(threats, "threat")}`);
  }
  if (!isStopping()) await judgeDue(db, clock);
}

/** Computes personas, NHIs and drift from everything that was delivered. */
async function analyze({ database, db, clock, report, isStopping }: DemoFill): Promise<void> {
  if (isStopping()) return;
  const onPhase = (phase: string): void => report(`analysis: ${phase}`);
  await analyzeDomain({ database, clock, chance: systemChance }, db.domainId, { isStopped: isStopping, onPhase });
}

/** Submits the prepared verdicts on some cases. */
async function decide({ db, clock, isStopping }: DemoFill, { verdicts }: SynthOrganization): Promise<void> {
  if (isStopping()) return;
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
