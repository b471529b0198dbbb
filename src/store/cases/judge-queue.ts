import type { DomainDb } from "../database/database.ts";

/** The times by which it is decided whether a queued subject is due. */
export interface DueTimes {
  readonly now: Date;
  /** Subjects first recorded before this are judged even while rows are pending. */
  readonly latest: Date;
}

const IS_DUE = `q.due_at <= $2 and (q.first_recorded_at <= $3
  or not (exists (select from pending_blocks p where p.domain_id = $1)
    or exists (select from pending_rows p where p.domain_id = $1)))`;

/** Lists the subjects that are due, longest waiting first. */
export async function listDueSubjects(
  db: DomainDb,
  { now, latest }: DueTimes,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.query<{ subject: string }>(
    `select q.subject from judge_queue q where q.domain_id = $1 and ${IS_DUE} order by q.due_at, q.subject limit $4`,
    [now, latest, limit],
  );
  return rows.map(({ subject }) => subject);
}

/** Counts the subjects that wait to be judged, up to `upTo`. */
export async function countQueuedSubjects(db: DomainDb, upTo: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "select count(*)::int as count from (select from judge_queue where domain_id = $1 limit $2) counted",
    [upTo],
  );
  return row?.count ?? 0;
}

/** Returns when a subject that waits to be judged is due. */
export async function findDueTime(db: DomainDb, subject: string): Promise<Date | undefined> {
  const [row] = await db.query<{ due_at: Date }>(
    "select due_at from judge_queue where domain_id = $1 and subject = $2",
    [subject],
  );
  return row?.due_at;
}

/** Removes a due subject from the queue; returns false when it is not due or another transaction is judging it. */
export async function takeDueSubject(tx: DomainDb, subject: string, { now, latest }: DueTimes): Promise<boolean> {
  const taken = await tx.execute(
    `delete from judge_queue where domain_id = $1 and subject in (
       select q.subject from judge_queue q
       where q.domain_id = $1 and q.subject = $4 and ${IS_DUE} for update skip locked)`,
    [now, latest, subject],
  );
  return taken > 0;
}

/** Defers a subject whose judgment failed, because an immediate retry would fail again. */
export async function deferSubject(db: DomainDb, subject: string, until: Date): Promise<void> {
  await db.execute("update judge_queue set due_at = $3 where domain_id = $1 and subject = $2", [subject, until]);
}

export interface QueuedSubject {
  readonly subject: string;
  readonly firstRecordedAt: Date;
  readonly lastEventAt: Date;
}

/** How long a queued subject waits. */
export interface JudgeDelay {
  /** Until its last event is this old. */
  readonly quietMs: number;
  /** At most this long after its first event was recorded. */
  readonly maxDelayMs: number;
}

/** Queues subjects to be judged; the due time of a subject that is queued already follows its newest event. */
export async function queueSubjects(
  tx: DomainDb,
  subjects: readonly QueuedSubject[],
  { quietMs, maxDelayMs }: JudgeDelay,
): Promise<void> {
  if (subjects.length === 0) return;
  await tx.execute(
    `insert into judge_queue (domain_id, subject, first_recorded_at, last_event_at, due_at)
     select $1, merged.subject, merged.first_recorded_at, merged.last_event_at,
       least(merged.last_event_at + $5 * interval '1 millisecond',
         merged.first_recorded_at + $6 * interval '1 millisecond')
     from (
       select given.subject, least(given.first_recorded_at, q.first_recorded_at) as first_recorded_at,
         greatest(given.last_event_at, q.last_event_at) as last_event_at
       from unnest($2::text[], $3::timestamptz[], $4::timestamptz[])
         as given (subject, first_recorded_at, last_event_at)
       left join judge_queue q on q.domain_id = $1 and q.subject = given.subject) merged
     on conflict (domain_id, subject) do update set first_recorded_at = excluded.first_recorded_at,
       last_event_at = excluded.last_event_at, due_at = excluded.due_at`,
    [
      subjects.map(({ subject }) => subject),
      subjects.map(({ firstRecordedAt }) => firstRecordedAt),
      subjects.map(({ lastEventAt }) => lastEventAt),
      quietMs,
      maxDelayMs,
    ],
  );
}
