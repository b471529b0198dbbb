import { type CaseVerdict, VERDICT_EFFECTS } from "../model/case.ts";
import type { CaseState, VerdictOutcome } from "../model/vocabulary.ts";
import type { DomainDb } from "./database.ts";
import { Conditions } from "./page.ts";
import { type RowShape, saveRows } from "./save-rows.ts";

/** One thing that was said about a case, and what it did. */
export interface VerdictRecord {
  readonly verdictId: string;
  readonly caseId: string;
  readonly outcome: VerdictOutcome;
  readonly comment: string | null;
  /** The events it named; empty means all of the case. */
  readonly eventIds: readonly string[];
  readonly saidBy: string;
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
  readonly said_by: string;
  readonly state_before: CaseState;
  readonly state_after: CaseState;
  readonly processed_at: Date;
}

const SELECT = `select verdict_id, case_id, outcome, comment, event_ids, said_by, state_before, state_after, processed_at
  from verdicts where domain_id = $1`;

const toVerdict = (row: VerdictRow): VerdictRecord => ({
  verdictId: row.verdict_id,
  caseId: row.case_id,
  outcome: row.outcome,
  comment: row.comment,
  eventIds: row.event_ids,
  saidBy: row.said_by,
  stateBefore: row.state_before,
  stateAfter: row.state_after,
  processedAt: row.processed_at,
});

/** The history of a case, oldest first. Imported ids may be any, so the time decides before the id. */
export async function listVerdicts(db: DomainDb, caseId: string): Promise<readonly VerdictRecord[]> {
  return (await db.query<VerdictRow>(`${SELECT} and case_id = $2 order by processed_at, verdict_id`, [caseId])).map(
    toVerdict,
  );
}

/** The histories of several cases, each oldest first; a case nobody judged is absent. */
export async function findVerdicts(
  db: DomainDb,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, readonly VerdictRecord[]>> {
  const rows = await db.query<VerdictRow>(
    `${SELECT} and case_id = any($2::uuid[]) order by case_id, processed_at, verdict_id`,
    [caseIds],
  );
  const histories = new Map<string, VerdictRecord[]>();
  for (const row of rows) histories.set(row.case_id, [...(histories.get(row.case_id) ?? []), toVerdict(row)]);
  return histories;
}

/** Which case each of these verdicts was said about; one that is not stored is absent. */
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

/** All verdicts of the domain in id order, for export. */
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
  columns: {
    verdict_id: "uuid",
    case_id: "uuid",
    outcome: "text",
    comment: "text",
    event_ids: "uuid[]",
    said_by: "text",
    state_before: "text",
    state_after: "text",
    processed_at: "timestamptz",
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
      said_by: verdict.saidBy,
      state_before: verdict.stateBefore,
      state_after: verdict.stateAfter,
      processed_at: verdict.processedAt,
    })),
  );
}

/** The verdicts at the end of a history that all say the same outcome, from the one that last moved the case. */
export function trailingRun(history: readonly VerdictRecord[]): readonly VerdictRecord[] {
  const first = history.findLastIndex(
    (verdict, index) => verdict.stateBefore !== verdict.stateAfter || verdict.outcome !== history[index - 1]?.outcome,
  );
  return history.slice(Math.max(0, first));
}

/** What a history amounts to: its last outcome, with every comment and event said along with it. */
export function latestVerdict(history: readonly VerdictRecord[]): CaseVerdict | null {
  const run = trailingRun(history);
  const first = run[0];
  if (!first) return null;
  return {
    outcome: first.outcome,
    resolved: VERDICT_EFFECTS[first.outcome].resolved,
    comments: run.flatMap(({ comment }) => comment ?? []),
    eventIds: [...new Set(run.flatMap(({ eventIds }) => eventIds))],
    processedAt: first.processedAt,
  };
}
