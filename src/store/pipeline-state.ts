import type { DomainDb } from "./database.ts";

/** Any number, as long as every process uses the same. */
const PIPELINE_LOCK = 61_140_927;

/** Makes this transaction the only one that works on the domain's rows; false when another one is at it. */
export async function takePipelineLock(tx: DomainDb): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1::uuid::text, ${PIPELINE_LOCK})) as taken`,
  );
  return row?.taken ?? false;
}

export interface QueuedSubject {
  readonly subject: string;
  readonly firstRecordedAt: Date;
  readonly lastEventAt: Date;
}

/** Things are quiet about a subject when its last event is this old; whoever is never quiet is judged all the same. */
const DUE_AT = (queued: string) =>
  `least(${queued}.last_event_at + interval '5 minutes', ${queued}.first_recorded_at + interval '30 minutes')`;

/** Queues subjects to be judged; one that waits already waits for the newer of its events. */
export async function queueSubjects(tx: DomainDb, subjects: readonly QueuedSubject[]): Promise<void> {
  if (subjects.length === 0) return;
  await tx.execute(
    `insert into judge_queue (domain_id, subject, first_recorded_at, last_event_at, due_at)
     select $1, merged.subject, merged.first_recorded_at, merged.last_event_at, ${DUE_AT("merged")}
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
    ],
  );
}
