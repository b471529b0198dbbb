import type { DomainDb } from "../database/database.ts";

/** A decision of the judge with all its inputs. */
export interface JudgeDecision {
  /** The id of the case, or the id it would have had. */
  readonly candidateId: string;
  readonly digest: string;
  readonly subject: string;
  readonly judgeVersion: number;
  readonly decidedAt: Date;
  readonly promoted: boolean;
  readonly score: number;
  readonly findings: number;
  readonly firstEventAt: Date;
  readonly lastEventAt: Date;
  /** The contribution of each detector, as JSON. */
  readonly inputs: string;
  readonly reasons: readonly string[];
}

/** Stores a decision; storing the same one again has no effect. */
export async function saveDecision(tx: DomainDb, decision: JudgeDecision): Promise<void> {
  await tx.execute(
    `insert into judge_decisions (domain_id, candidate_id, digest, subject, judge_version, decided_at, promoted, score,
       findings, first_event_at, last_event_at, inputs, reasons)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (domain_id, candidate_id, digest) do nothing`,
    [
      decision.candidateId,
      decision.digest,
      decision.subject,
      decision.judgeVersion,
      decision.decidedAt,
      decision.promoted,
      decision.score,
      decision.findings,
      decision.firstEventAt,
      decision.lastEventAt,
      decision.inputs,
      decision.reasons,
    ],
  );
}

interface DecisionRow {
  readonly candidate_id: string;
  readonly digest: string;
  readonly subject: string;
  readonly judge_version: number;
  readonly decided_at: Date;
  readonly promoted: boolean;
  readonly score: number;
  readonly findings: number;
  readonly first_event_at: Date;
  readonly last_event_at: Date;
  readonly inputs: string;
  readonly reasons: readonly string[];
}

/** Lists all decisions about a subject, oldest first. */
export async function listDecisions(db: DomainDb, subject: string): Promise<readonly JudgeDecision[]> {
  const rows = await db.query<DecisionRow>(
    `select candidate_id, digest, subject, judge_version, decided_at, promoted, score, findings, first_event_at,
       last_event_at, inputs, reasons from judge_decisions
     where domain_id = $1 and subject = $2 order by decided_at, first_event_at, candidate_id, digest`,
    [subject],
  );
  return rows.map((row) => ({
    candidateId: row.candidate_id,
    digest: row.digest,
    subject: row.subject,
    judgeVersion: row.judge_version,
    decidedAt: row.decided_at,
    promoted: row.promoted,
    score: row.score,
    findings: row.findings,
    firstEventAt: row.first_event_at,
    lastEventAt: row.last_event_at,
    inputs: row.inputs,
    reasons: row.reasons,
  }));
}

const FORGOTTEN_AT_ONCE = 1_000;

/** Deletes up to 1,000 old decisions that created no case, which is more than one round of judging adds. */
export function forgetDecisions(tx: DomainDb, before: Date): Promise<number> {
  return tx.execute(
    `delete from judge_decisions where domain_id = $1 and not promoted and decided_at < $2 and ctid = any(array(
       select ctid from judge_decisions where domain_id = $1 and not promoted and decided_at < $2 limit $3))`,
    [before, FORGOTTEN_AT_ONCE],
  );
}

/** How many verdicts in force confirm and refute a detector. */
export interface DetectorFeedback {
  readonly confirmed: number;
  readonly refuted: number;
  /** When a verdict last refuted its findings about the given subject. */
  readonly refutedAt: Date | null;
}

/**
 * Reads the feedback of verdicts on these detectors, overall and for one subject; a detector without feedback is
 * absent.
 */
export async function readFeedback(
  db: DomainDb,
  subject: string,
  detectors: readonly string[],
): Promise<ReadonlyMap<string, DetectorFeedback>> {
  const rows = await db.query<{ detector: string; confirmed: number; refuted: number; refuted_at: Date | null }>(
    `select detector, (count(*) filter (where confirmed))::int as confirmed,
       (count(*) filter (where not confirmed))::int as refuted,
       max(decided_at) filter (where not confirmed and subject = $3 and exception_ended_at is null) as refuted_at
     from detector_feedback where domain_id = $1 and detector = any($2::text[]) group by detector`,
    [detectors, subject],
  );
  return new Map(
    rows.map(({ detector, confirmed, refuted, refuted_at }) => [
      detector,
      { confirmed, refuted, refutedAt: refuted_at },
    ]),
  );
}

/** The feedback that the verdict in force on a case gives to the detectors of the events it applies to. */
export interface VerdictFeedback {
  readonly caseId: string;
  /** Null when the verdict neither confirms nor refutes. */
  readonly confirmed: boolean | null;
  readonly decidedAt: Date;
}

/** Replaces the feedback of an earlier verdict on the case with that of the verdict in force. */
export async function replaceFeedback(tx: DomainDb, { caseId, confirmed, decidedAt }: VerdictFeedback): Promise<void> {
  await tx.execute("delete from detector_feedback where domain_id = $1 and case_id = $2", [caseId]);
  if (confirmed === null) return;
  await tx.execute(
    `insert into detector_feedback (domain_id, case_id, detector, subject, confirmed, decided_at)
     select distinct $1::uuid, e.case_id, f.detector, f.subject, $3::boolean, $4::timestamptz from case_events e
     join threat_findings f on f.domain_id = $1 and f.event_id = e.event_id
     where e.domain_id = $1 and e.case_id = $2 and e.flagged_before is not null and f.subject is not null`,
    [caseId, confirmed, decidedAt],
  );
}
