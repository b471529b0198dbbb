import type { FindingFacts } from "../../model/finding-facts.ts";
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
  /** The strongest pieces of evidence, as JSON. */
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

const COLUMNS = `candidate_id, digest, subject, judge_version, decided_at, promoted, score, findings, first_event_at,
       last_event_at, inputs, reasons`;

const toDecision = (row: DecisionRow): JudgeDecision => ({
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
});

/** Lists all decisions about a subject, oldest first. */
export async function listDecisions(db: DomainDb, subject: string): Promise<readonly JudgeDecision[]> {
  const rows = await db.query<DecisionRow>(
    `select ${COLUMNS} from judge_decisions
     where domain_id = $1 and subject = $2 order by decided_at, first_event_at, candidate_id, digest`,
    [subject],
  );
  return rows.map(toDecision);
}

/** Returns the last decision on a case. */
export async function findCaseDecision(db: DomainDb, caseId: string): Promise<JudgeDecision | undefined> {
  const [row] = await db.query<DecisionRow>(
    `select ${COLUMNS} from judge_decisions
     where domain_id = $1 and candidate_id = $2 and promoted order by decided_at desc, findings desc limit 1`,
    [caseId],
  );
  return row && toDecision(row);
}

/** Returns the last decision by which findings about a subject, from before a time until after it, became no case. */
export async function findRefusal(db: DomainDb, subject: string, at: Date): Promise<JudgeDecision | undefined> {
  const [row] = await db.query<DecisionRow>(
    `select ${COLUMNS} from judge_decisions
     where domain_id = $1 and subject = $2 and not promoted and $3 between first_event_at and last_event_at
     order by decided_at desc, findings desc, digest limit 1`,
    [subject, at],
  );
  return row && toDecision(row);
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

/** What the verdict in force on a case states about a detector and a subject. */
export interface DetectorFeedback {
  readonly detector: string;
  readonly subject: string;
  readonly confirmed: boolean;
  readonly decidedAt: Date;
  /** Whether a member ended the exception that it made. */
  readonly isEnded: boolean;
  /** The different facts of the findings that it is about. */
  readonly facts: readonly FindingFacts[];
}

const MAX_FEEDBACK = 2_000;

/** Reads the feedback of verdicts on these detectors, the newest first, at most 2,000. */
export async function readFeedback(db: DomainDb, detectors: readonly string[]): Promise<readonly DetectorFeedback[]> {
  const rows = await db.query<{
    detector: string;
    subject: string;
    confirmed: boolean;
    decided_at: Date;
    is_ended: boolean;
    facts: readonly string[];
  }>(
    `select detector, subject, confirmed, decided_at, exception_ended_at is not null as is_ended, facts
     from detector_feedback where domain_id = $1 and detector = any($2::text[])
     order by decided_at desc, detector, subject, case_id limit $3`,
    [detectors, MAX_FEEDBACK],
  );
  return rows.map((row) => ({
    detector: row.detector,
    subject: row.subject,
    confirmed: row.confirmed,
    decidedAt: row.decided_at,
    isEnded: row.is_ended,
    facts: row.facts.map((text) => JSON.parse(text) as FindingFacts),
  }));
}

/** The feedback that the verdict in force on a case gives to the detectors of the events it applies to. */
export interface VerdictFeedback {
  readonly caseId: string;
  /** Null when the verdict neither confirms nor refutes. */
  readonly confirmed: boolean | null;
  readonly decidedAt: Date;
}

/** The most facts that are kept of one detector and subject of a case. */
const MAX_FACTS = 20;

/** Replaces the feedback of an earlier verdict on the case with that of the verdict in force. */
export async function replaceFeedback(tx: DomainDb, { caseId, confirmed, decidedAt }: VerdictFeedback): Promise<void> {
  await tx.execute("delete from detector_feedback where domain_id = $1 and case_id = $2", [caseId]);
  if (confirmed === null) return;
  await tx.execute(
    `insert into detector_feedback (domain_id, case_id, detector, subject, confirmed, decided_at, facts)
     select $1::uuid, e.case_id, f.detector, f.subject, $3::boolean, $4::timestamptz,
       coalesce((array_agg(distinct f.facts) filter (where f.facts is not null))[1:$5::int], '{}')
     from case_events e join threat_findings f on f.domain_id = $1 and f.event_id = e.event_id
     where e.domain_id = $1 and e.case_id = $2 and e.flagged_before is not null and f.subject is not null
     group by e.case_id, f.detector, f.subject`,
    [caseId, confirmed, decidedAt, MAX_FACTS],
  );
}
