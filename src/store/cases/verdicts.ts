import { addVerdict, type CaseVerdict } from "../../model/case.ts";
import type { CaseState, VerdictOutcome } from "../../model/vocabulary.ts";
import { sha256 } from "../../runtime/hashing.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions } from "../items/page.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";

/** A verdict on a case, with the state before and after it. */
export interface VerdictRecord {
  readonly verdictId: string;
  readonly caseId: string;
  readonly outcome: VerdictOutcome;
  readonly comment: string | null;
  /** The events it applies to; empty means all events of the case. */
  readonly eventIds: readonly string[];
  readonly submittedBy: string;
  readonly stateBefore: CaseState;
  readonly stateAfter: CaseState;
  readonly processedAt: Date;
}

interface VerdictRow {
  readonly verdict_id: string;
  readonly case_id: string;
  readonly outcome: VerdictOutcome;
  readonly comment: string | null;
  readonly event_ids: readonly string[];
  readonly submitted_by: string;
  readonly state_before: CaseState;
  readonly state_after: CaseState;
  readonly processed_at: Date;
}

const SELECT = `select verdict_id, case_id, outcome, comment, event_ids, submitted_by, state_before, state_after, processed_at
  from verdicts where domain_id = $1`;

const toVerdict = (row: VerdictRow): VerdictRecord => ({
  verdictId: row.verdict_id,
  caseId: row.case_id,
  outcome: row.outcome,
  comment: row.comment,
  eventIds: row.event_ids,
  submittedBy: row.submitted_by,
  stateBefore: row.state_before,
  stateAfter: row.state_after,
  processedAt: row.processed_at,
});

/** Lists the verdicts on a case, oldest first. Imported ids are not ordered, so the time is compared before the id. */
export async function listVerdicts(db: DomainDb, caseId: string): Promise<readonly VerdictRecord[]> {
  return (await db.query<VerdictRow>(`${SELECT} and case_id = $2 order by processed_at, verdict_id`, [caseId])).map(
    toVerdict,
  );
}

/** Returns the latest verdicts on a case, the newest first. */
export async function listLatestVerdicts(
  db: DomainDb,
  caseId: string,
  limit: number,
): Promise<readonly VerdictRecord[]> {
  const sql = `${SELECT} and case_id = $2 order by processed_at desc, verdict_id desc limit $3`;
  return (await db.query<VerdictRow>(sql, [caseId, limit])).map(toVerdict);
}

/** Returns the latest verdict on a case. */
export async function findLastVerdict(db: DomainDb, caseId: string): Promise<VerdictRecord | undefined> {
  return (await listLatestVerdicts(db, caseId, 1))[0];
}

/** Returns when the same verdict was first submitted on a case since a time, if it was. */
export async function findVerdictTime(
  db: DomainDb,
  { caseId, outcome, comment, eventIds }: VerdictContent & { readonly caseId: string },
  since: Date,
): Promise<Date | undefined> {
  const [row] = await db.query<{ processed_at: Date }>(
    `select processed_at from verdicts
     where domain_id = $1 and case_id = $2 and content_digest = $3 and processed_at >= $4 order by processed_at limit 1`,
    [caseId, digestOf({ outcome, comment, eventIds }), since],
  );
  return row?.processed_at;
}

/** The content of a verdict, without its author and time. */
type VerdictContent = Pick<VerdictRecord, "outcome" | "comment" | "eventIds">;

/** Returns a digest that is equal for verdicts with the same content. A migration computes the same in SQL. */
const digestOf = ({ outcome, comment, eventIds }: VerdictContent): string =>
  sha256([outcome, [...new Set(eventIds)].sort().join(), comment === null ? "" : `+${comment}`].join("\n"));

/**
 * Returns the verdicts in force on several cases, computed from their whole history; a case without verdicts is absent.
 */
export async function findVerdictsInForce(
  db: DomainDb,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, CaseVerdict>> {
  const inForce = new Map<string, CaseVerdict>();
  for await (const verdict of historiesOf(db, caseIds)) {
    inForce.set(verdict.caseId, addVerdict(inForce.get(verdict.caseId) ?? null, verdict));
  }
  return inForce;
}

/** The history of a case is unbounded, so it is read in pages. */
const HISTORY_PAGE = 500;

async function* historiesOf(db: DomainDb, caseIds: readonly string[]): AsyncGenerator<VerdictRecord, void, void> {
  let last: VerdictRecord | undefined;
  do {
    const where = new Conditions().add("case_id = any(?::uuid[])", caseIds).addIf(
      `(case_id, processed_at, verdict_id) >
         (select p.case_id, p.processed_at, p.verdict_id from verdicts p where p.domain_id = $1 and p.verdict_id = ?)`,
      last?.verdictId,
    );
    const sql = `${SELECT}${where.sql} order by case_id, processed_at, verdict_id limit ${where.bind(HISTORY_PAGE)}`;
    const page: readonly VerdictRecord[] = (await db.query<VerdictRow>(sql, where.values)).map(toVerdict);
    yield* page;
    last = page.length < HISTORY_PAGE ? undefined : page.at(-1);
  } while (last);
}

/** Returns the case of each of these verdicts; a verdict that is not stored is absent. */
export async function findVerdictCases(
  db: DomainDb,
  verdictIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<Pick<VerdictRow, "verdict_id" | "case_id">>(
    "select verdict_id, case_id from verdicts where domain_id = $1 and verdict_id = any($2::uuid[])",
    [verdictIds],
  );
  return new Map(rows.map((row) => [row.verdict_id, row.case_id]));
}

/** Reads all verdicts of the domain in id order, for export. */
export async function readVerdicts(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly VerdictRecord[]> {
  const where = new Conditions().addIf("verdict_id > ?", after);
  const sql = `${SELECT}${where.sql} order by verdict_id limit ${where.bind(limit)}`;
  return (await db.query<VerdictRow>(sql, where.values)).map(toVerdict);
}

const SHAPE: RowShape = {
  table: "verdicts",
  resource: "cases",
  columns: {
    verdict_id: "uuid",
    case_id: "uuid",
    outcome: "text",
    comment: "text",
    event_ids: "uuid[]",
    submitted_by: "text",
    state_before: "text",
    state_after: "text",
    processed_at: "timestamptz",
    content_digest: "text",
  },
  key: ["verdict_id"],
};

export function saveVerdicts(tx: DomainDb, verdicts: readonly VerdictRecord[]): Promise<number> {
  return saveRows(
    tx,
    SHAPE,
    verdicts.map((verdict) => ({
      verdict_id: verdict.verdictId,
      case_id: verdict.caseId,
      outcome: verdict.outcome,
      comment: verdict.comment,
      event_ids: verdict.eventIds,
      submitted_by: verdict.submittedBy,
      state_before: verdict.stateBefore,
      state_after: verdict.stateAfter,
      processed_at: verdict.processedAt,
      content_digest: digestOf(verdict),
    })),
  );
}
