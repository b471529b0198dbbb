import type { DomainDb } from "../database/database.ts";

/** A decision of the judge with everything it was made from. */
export interface JudgeDecision {
  /** The case's id, or the one it would have had. */
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
  /** What each detector brought, as JSON. */
  readonly inputs: string;
  readonly reasons: readonly string[];
}

/** Writes decisions down; the same one again changes nothing. */
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

/** Everything that was decided about a subject, oldest first. */
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

/** Forgets some of the old decisions that made no case: more than one turn of judging makes. */
export function forgetDecisions(tx: DomainDb, before: Date): Promise<number> {
  return tx.execute(
    `delete from judge_decisions where domain_id = $1 and not promoted and decided_at < $2 and ctid = any(array(
       select ctid from judge_decisions where domain_id = $1 and not promoted and decided_at < $2 limit $3))`,
    [before, FORGOTTEN_AT_ONCE],
  );
}

/** What the verdicts in force say of a detector: how many confirm and refute it. */
export interface DetectorFeedback {
  readonly confirmed: number;
  readonly refuted: number;
  /** When one last said that what it found about the subject asked for was harmless. */
  readonly clearedAt: Date | null;
}

/** What verdicts have taught of these detectors, and of what they say about one subject; nothing taught is absent. */
export async function readFeedback(
  db: DomainDb,
  subject: string,
  detectors: readonly string[],
): Promise<ReadonlyMap<string, DetectorFeedback>> {
  const rows = await db.query<{ detector: string; confirmed: number; refuted: number; cleared_at: Date | null }>(
    `select detector, (count(*) filter (where confirmed))::int as confirmed,
       (count(*) filter (where not confirmed))::int as refuted,
       max(decided_at) filter (where not confirmed and subject = $3) as cleared_at
     from detector_feedback where domain_id = $1 and detector = any($2::text[]) group by detector`,
    [detectors, subject],
  );
  return new Map(
    rows.map(({ detector, confirmed, refuted, cleared_at }) => [
      detector,
      { confirmed, refuted, clearedAt: cleared_at },
    ]),
  );
}

/** What the verdict in force on a case teaches of the events that it has marked. */
export interface VerdictFeedback {
  readonly caseId: string;
  /** Null when the verdict says nothing about who was right. */
  readonly confirmed: boolean | null;
  readonly decidedAt: Date;
}

/** Puts what the verdict in force teaches in the place of whatever an earlier one on the same case did. */
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
