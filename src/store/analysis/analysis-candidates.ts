import type { SystemDb } from "../database/database.ts";

/** What decides whether the analysis of a domain is due. */
export interface AnalysisCandidate {
  readonly domainId: string;
  /** How many transactions have changed the facts. */
  readonly changes: number;
  readonly firstChangedAt: Date;
  /** The newest time of all processed rows. */
  readonly newestEventAt: Date | null;
  /** Rows wait for the detectors. */
  readonly isPending: boolean;
  /** How many resources have the history that they require. */
  readonly resourcesWithHistory: number;
  /** How many runs in succession did not finish. */
  readonly failures: number;
  readonly retryAt: Date | null;
  /** What the last finished run covered; null if there was none. */
  readonly analyzed: {
    readonly startedAt: Date;
    readonly day: number;
    readonly changes: number;
    readonly resourcesWithHistory: number;
  } | null;
}

interface CandidateRow {
  readonly candidate: string;
  readonly changes: string;
  readonly first_changed_at: Date;
  readonly newest_event_at: Date | null;
  readonly is_pending: boolean;
  readonly resources_with_history: number;
  readonly failures: number;
  readonly retry_at: Date | null;
  readonly analyzed_at: Date | null;
  readonly analyzed_day: number | null;
  readonly analyzed_changes: string;
  readonly analyzed_with_history: number;
}

/** Lists those of these domains that have data and that no process analyzes at the moment. */
export async function listAnalysisCandidates(
  db: SystemDb,
  domainIds: readonly string[],
  now: Date,
): Promise<readonly AnalysisCandidate[]> {
  const rows = await db.query<CandidateRow>("select * from analysis_candidates($1, $2)", [domainIds, now]);
  return rows.map((row) => ({
    domainId: row.candidate,
    changes: Number(row.changes),
    firstChangedAt: row.first_changed_at,
    newestEventAt: row.newest_event_at,
    isPending: row.is_pending,
    resourcesWithHistory: row.resources_with_history,
    failures: row.failures,
    retryAt: row.retry_at,
    analyzed:
      row.analyzed_at === null || row.analyzed_day === null
        ? null
        : {
            startedAt: row.analyzed_at,
            day: row.analyzed_day,
            changes: Number(row.analyzed_changes),
            resourcesWithHistory: row.analyzed_with_history,
          },
  }));
}
