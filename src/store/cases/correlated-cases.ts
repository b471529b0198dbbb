import type { CaseFinding } from "../../model/case-finding.ts";
import { type FindingFacts, NO_FACTS } from "../../model/finding-facts.ts";
import { SEVERITIES, type Severity, type ThreatType } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";
import { toEvidence } from "../threats/findings.ts";

/** A case that the pipeline created. */
export interface CorrelatedCase {
  readonly caseId: string;
  readonly subject: string;
  readonly firstEventAt: Date;
  readonly lastEventAt: Date;
  /** The digest of the findings its text was written from. */
  readonly digest: string;
}

/** States in which new findings can join a case; a decided case does not change. */
const OPEN = "('discover', 'pending_investigation', 'investigating')";

interface CorrelatedRow {
  readonly case_id: string;
  readonly subject: string;
  readonly first_event_at: Date;
  readonly last_event_at: Date;
  readonly digest: string;
}

/** Returns the open cases about these subjects, in id order. */
export async function findOpenCases(db: DomainDb, subjects: readonly string[]): Promise<readonly CorrelatedCase[]> {
  const rows = await db.query<CorrelatedRow>(
    `select k.case_id, k.subject, k.first_event_at, k.last_event_at, k.digest from correlated_cases k
     join cases c on c.domain_id = $1 and c.case_id = k.case_id
     where k.domain_id = $1 and k.subject = any($2::text[]) and c.state in ${OPEN} and c.removed_at is null
     order by k.case_id`,
    [subjects],
  );
  return rows.map((row) => ({
    caseId: row.case_id,
    subject: row.subject,
    firstEventAt: row.first_event_at,
    lastEventAt: row.last_event_at,
    digest: row.digest,
  }));
}

/** Locks these cases until the transaction ends; returns the ids of those that are still open. */
export async function lockOpenCases(tx: DomainDb, caseIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ case_id: string }>(
    `select case_id from cases where domain_id = $1 and case_id = any($2::uuid[]) and state in ${OPEN}
     order by case_id for update`,
    [caseIds],
  );
  return new Set(rows.map(({ case_id }) => case_id));
}

interface FindingRow {
  readonly event_id: string;
  readonly detector: string;
  readonly at: Date;
  readonly severity: Severity;
  readonly threat_type: ThreatType;
  readonly tactics: readonly string[];
  readonly techniques: readonly string[];
  readonly title: string;
  readonly evidence: string;
  readonly facts: string | null;
  readonly precision: number | null;
}

const COLUMNS =
  "f.event_id, f.detector, f.at, f.severity, f.threat_type, f.tactics, f.techniques, f.title, f.evidence, f.facts, f.precision";

function toCaseFinding(row: FindingRow): CaseFinding {
  const evidence = toEvidence(row.evidence);
  return {
    eventId: row.event_id,
    detector: row.detector,
    at: row.at.getTime(),
    severity: row.severity,
    precision: row.precision,
    threatType: row.threat_type,
    tactics: row.tactics,
    techniques: row.techniques,
    title: row.title,
    table: evidence[0]?.table ?? null,
    rows: evidence.map(({ table, rowId }) => `${table}/${rowId}`),
    facts: row.facts === null ? NO_FACTS : (JSON.parse(row.facts) as FindingFacts),
  };
}

const IS_FREE =
  "not f.superseded and not exists (select from case_findings k where k.domain_id = $1 and k.event_id = f.event_id)";

/** Returns the newest findings about a subject that belong to no case and were recorded since a time, in time order. */
export async function readFreeFindings(
  db: DomainDb,
  subject: string,
  recordedSince: Date,
  limit: number,
): Promise<readonly CaseFinding[]> {
  const rows = await db.query<FindingRow>(
    `select ${COLUMNS} from threat_findings f
     where f.domain_id = $1 and f.subject = $2 and f.recorded_at >= $3 and ${IS_FREE}
     order by f.at desc, f.event_id desc limit $4`,
    [subject, recordedSince, limit],
  );
  return rows.map(toCaseFinding).reverse();
}

/** The most findings of others about an account that are read, the newest. */
const MAX_CONCERNING = 200;

/** Returns findings of others about an account, given by its keys, in an interval, in no particular order. */
export async function readConcerningFindings(
  db: DomainDb,
  { subject, keys, from, to }: SubjectInterval & { readonly keys: readonly string[] },
): Promise<readonly CaseFinding[]> {
  if (keys.length === 0) return [];
  const rows = await db.query<FindingRow>(
    `select ${COLUMNS} from threat_findings f
     where f.domain_id = $1 and f.concerns = any($2::text[]) and f.at between $3 and $4 and not f.superseded
       and f.subject is distinct from $5
     order by f.at desc, f.event_id desc limit $6`,
    [keys, from, to, subject, MAX_CONCERNING],
  );
  return rows.map(toCaseFinding);
}

/** A time interval of one subject, both ends included. */
export interface SubjectInterval {
  readonly subject: string;
  readonly from: Date;
  readonly to: Date;
}

/** The findings of a case: the strongest of each detector, and the total number of each. */
export interface CaseFindings {
  readonly findings: readonly CaseFinding[];
  /** By detector. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Reads the findings of these cases, at most `perDetector` of each detector: the most severe, among equals the
 * earliest, and those whose events a verdict has changed; and the `newest` of each case, which later ones may be linked
 * with. A case with thousands of findings stays cheap.
 */
export async function readCaseFindings(
  db: DomainDb,
  caseIds: readonly string[],
  { perDetector, newest }: { readonly perDetector: number; readonly newest: number },
): Promise<ReadonlyMap<string, CaseFindings>> {
  const rows = await db.query<FindingRow & { case_id: string; total: number }>(
    `select ranked.case_id, ranked.total, ${COLUMNS} from (
       select k.case_id, k.event_id, (count(*) over (partition by k.case_id, f.detector))::int as total,
         row_number() over (partition by k.case_id, f.detector
           order by array_position($4::text[], f.severity) desc, f.at, f.event_id) as place,
         row_number() over (partition by k.case_id order by f.at desc, f.event_id desc) as age
       from case_findings k join threat_findings f on f.domain_id = $1 and f.event_id = k.event_id
       where k.domain_id = $1 and k.case_id = any($2::uuid[])) ranked
     join threat_findings f on f.domain_id = $1 and f.event_id = ranked.event_id
     where ranked.place <= $3 or ranked.age <= $5 or (ranked.case_id, ranked.event_id) in (
       select e.case_id, e.event_id from case_events e
       where e.domain_id = $1 and e.case_id = any($2::uuid[]) and e.flagged_before is not null)`,
    [caseIds, perDetector, SEVERITIES, newest],
  );
  const findings = groupBy(rows, ({ case_id }) => case_id);
  const counts = new Map(caseIds.map((caseId) => [caseId, new Map<string, number>()]));
  for (const { case_id, detector, total } of rows) counts.get(case_id)?.set(detector, total);
  return new Map([...counts].map(([caseId, own]) => [caseId, { findings: findings.get(caseId) ?? [], counts: own }]));
}

/** Returns the actor key in the rows of the newest of these findings. */
export async function findActorKey(db: DomainDb, eventIds: readonly string[]): Promise<string | undefined> {
  const [row] = await db.query<{ key: string | null }>(
    `select f.actor::json ->> 'key' as key from threat_findings f
     where f.domain_id = $1 and f.event_id = any($2::uuid[]) order by f.at desc, f.event_id desc limit 1`,
    [eventIds],
  );
  return row?.key ?? undefined;
}

function groupBy<R extends FindingRow>(
  rows: readonly R[],
  keyOf: (row: R) => string,
): ReadonlyMap<string, readonly CaseFinding[]> {
  const groups = new Map<string, CaseFinding[]>();
  for (const row of rows) {
    const own = groups.get(keyOf(row));
    if (own) own.push(toCaseFinding(row));
    else groups.set(keyOf(row), [toCaseFinding(row)]);
  }
  return groups;
}

const SHAPE: RowShape = {
  table: "correlated_cases",
  resource: null,
  columns: {
    case_id: "uuid",
    subject: "text",
    first_event_at: "timestamptz",
    last_event_at: "timestamptz",
    digest: "text",
  },
  key: ["case_id"],
};

/** Inserts or updates a correlated case, and adds findings that belong to no case. */
export async function saveCorrelatedCase(
  tx: DomainDb,
  { caseId, subject, firstEventAt, lastEventAt, digest }: CorrelatedCase,
  taken: readonly string[],
): Promise<void> {
  const row = { case_id: caseId, subject, first_event_at: firstEventAt, last_event_at: lastEventAt, digest };
  await saveRows(tx, SHAPE, [row]);
  if (taken.length === 0) return;
  await tx.execute(
    "insert into case_findings (domain_id, event_id, case_id) select $1, event_id, $3 from unnest($2::uuid[]) as given (event_id)",
    [taken, caseId],
  );
}
