import { nameId } from "../../runtime/ids.ts";
import type { DomainDb } from "../database/database.ts";

/** A verdict that made a detector weigh less for a subject. */
export interface LearnedException {
  /** Derived from detector and subject. */
  readonly exceptionId: string;
  readonly detector: string;
  readonly subject: string;
  /** The address or name of the subject, if it is a user. */
  readonly name: string | null;
  /** The case of the last such verdict. */
  readonly caseId: string;
  readonly decidedAt: Date;
}

const MAX_LEARNED = 1_000;

/** Returns the exceptions that verdicts made since a time and nobody ended, the newest first, at most 1,000. */
export async function listLearnedExceptions(db: DomainDb, since: Date): Promise<readonly LearnedException[]> {
  const rows = await db.query<{
    detector: string;
    subject: string;
    name: string | null;
    case_id: string;
    decided_at: Date;
  }>(
    `select l.detector, l.subject, coalesce(u.user_principal_name, u.name) as name, l.case_id, l.decided_at from (
       select distinct on (detector, subject) detector, subject, case_id, decided_at from detector_feedback
       where domain_id = $1 and not confirmed and exception_ended_at is null and decided_at > $2
       order by detector, subject, decided_at desc, case_id) l
     left join users u on u.domain_id = $1 and u.tuid::text = l.subject
     order by l.decided_at desc, l.detector, l.subject limit $3`,
    [since, MAX_LEARNED],
  );
  return rows.map((row) => ({
    exceptionId: learnedId(db.domainId, row),
    detector: row.detector,
    subject: row.subject,
    name: row.name,
    caseId: row.case_id,
    decidedAt: row.decided_at,
  }));
}

const learnedId = (domainId: string, { detector, subject }: { detector: string; subject: string }): string =>
  nameId(domainId, `learned exception|${detector}|${subject}`);

/** Ends what verdicts so far did for a detector and a subject; a later verdict makes a new exception. */
export async function endLearnedException(
  tx: DomainDb,
  { detector, subject }: Pick<LearnedException, "detector" | "subject">,
  at: Date,
): Promise<void> {
  await tx.execute(
    `update detector_feedback set exception_ended_at = $4
     where domain_id = $1 and detector = $2 and subject = $3 and not confirmed and exception_ended_at is null`,
    [detector, subject, at],
  );
}
