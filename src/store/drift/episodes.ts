import type { DriftPeriod } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";

/** A change of a subject that lasted for some evaluation days. */
export interface StoredEpisode {
  readonly driftId: string;
  readonly subject: string;
  readonly computator: string;
  readonly period: DriftPeriod;
  /** Evaluation days, in days since 1970-01-01. */
  readonly openedOn: number;
  readonly lastHeldOn: number;
  readonly leadingKey: string;
  readonly supersededBy: string | null;
  readonly isExact: boolean;
  /** What was found on the first day, as JSON. */
  readonly change: string;
}

/** How many of the last days of an episode are kept: enough to evaluate the last two again. */
const KEPT_DAYS = 10;

/** Returns the last evaluation day and the version of the computators; undefined before the first evaluation. */
export async function findDriftRun(
  db: DomainDb,
): Promise<{ readonly day: number; readonly version: number } | undefined> {
  const [row] = await db.query<{ day: number; version: number }>(
    "select day, computators_version as version from drift_runs where domain_id = $1",
  );
  return row;
}

export async function saveDriftRun(tx: DomainDb, day: number, version: number, at: Date): Promise<void> {
  await tx.execute(
    `insert into drift_runs (domain_id, day, computators_version, evaluated_at) values ($1, $2, $3, $4)
     on conflict (domain_id) do update set day = excluded.day, computators_version = excluded.computators_version,
       evaluated_at = excluded.evaluated_at`,
    [day, version, at],
  );
}

/** Undoes the evaluations from a day on: removes unpublished episodes that opened since, and the days others held. */
export async function rewindEpisodes(tx: DomainDb, day: number): Promise<void> {
  await tx.execute("delete from drift_episodes where domain_id = $1 and opened_on >= $2 and published_at is null", [
    day,
  ]);
  await tx.execute(
    `update drift_episodes set held_on = kept.days, last_held_on = coalesce(kept.days[array_upper(kept.days, 1)], opened_on)
     from (select e.drift_id, array(select held from unnest(e.held_on) as held where held < $2 order by held) as days
       from drift_episodes e where e.domain_id = $1 and e.last_held_on >= $2) kept
     where domain_id = $1 and drift_episodes.drift_id = kept.drift_id`,
    [day],
  );
}

interface EpisodeRow {
  readonly drift_id: string;
  readonly subject: string;
  readonly computator: string;
  readonly time_period: DriftPeriod;
  readonly opened_on: number;
  readonly last_held_on: number;
  readonly leading_key: string;
  readonly superseded_by: string | null;
  readonly is_exact: boolean;
  readonly change: string;
}

const toEpisode = (row: EpisodeRow): StoredEpisode => ({
  driftId: row.drift_id,
  subject: row.subject,
  computator: row.computator,
  period: row.time_period,
  openedOn: row.opened_on,
  lastHeldOn: row.last_held_on,
  leadingKey: row.leading_key,
  supersededBy: row.superseded_by,
  isExact: row.is_exact,
  change: row.change,
});

const COLUMNS = `drift_id, subject, computator, time_period, opened_on, last_held_on, leading_key, superseded_by,
  is_exact, change`;

/** What decides whether a change belongs to an episode, or was shown by one. */
type EpisodeState = Pick<
  StoredEpisode,
  "driftId" | "subject" | "computator" | "period" | "openedOn" | "lastHeldOn" | "leadingKey"
>;

/** Returns the episodes of subjects that held on a day or later. */
export function readEpisodesSince(
  db: DomainDb,
  subjects: readonly string[],
  day: number,
): Promise<readonly EpisodeState[]> {
  return db.query<EpisodeState>(
    `select drift_id as "driftId", subject, computator, time_period as period, opened_on as "openedOn",
       last_held_on as "lastHeldOn", leading_key as "leadingKey"
     from drift_episodes where domain_id = $1 and subject = any($2::text[]) and last_held_on >= $3
     order by subject, computator, time_period, opened_on`,
    [subjects, day],
  );
}

const SHAPE: RowShape = {
  table: "drift_episodes",
  resource: null,
  columns: {
    drift_id: "uuid",
    subject: "text",
    computator: "text",
    time_period: "text",
    opened_on: "integer",
    held_on: "integer[]",
    last_held_on: "integer",
    leading_key: "text",
    superseded_by: "uuid",
    is_exact: "boolean",
    change: "text",
  },
  key: ["subject", "computator", "time_period", "opened_on"],
};

/** Stores new episodes. */
export async function saveEpisodes(tx: DomainDb, episodes: readonly StoredEpisode[]): Promise<void> {
  await saveRows(
    tx,
    SHAPE,
    episodes.map((episode) => ({
      drift_id: episode.driftId,
      subject: episode.subject,
      computator: episode.computator,
      time_period: episode.period,
      opened_on: episode.openedOn,
      held_on: [episode.openedOn],
      last_held_on: episode.lastHeldOn,
      leading_key: episode.leadingKey,
      superseded_by: episode.supersededBy,
      is_exact: episode.isExact,
      change: episode.change,
    })),
  );
}

/** Records that episodes held on a further day. */
export async function continueEpisodes(tx: DomainDb, driftIds: readonly string[], day: number): Promise<void> {
  if (driftIds.length === 0) return;
  await tx.execute(
    `update drift_episodes set last_held_on = greatest(last_held_on, $3),
       held_on = array(select held from (select distinct held from unnest(held_on || $3::integer) as held
         order by held desc limit ${KEPT_DAYS}) newest order by held)
     where domain_id = $1 and drift_id = any($2::uuid[])`,
    [driftIds, day],
  );
}

/**
 * The condition for episodes that are not published and may be: exact ones, and those opened up to a day. What a shorter
 * window shows is not published again.
 */
export const publishable = (finalDay: string): string =>
  `published_at is null and superseded_by is null and (opened_on <= ${finalDay} or is_exact)`;

/** Returns up to `limit` episodes that are not published and may be; `upTo` is the last day that is final. */
export async function readUnpublished(db: DomainDb, upTo: number, limit: number): Promise<readonly StoredEpisode[]> {
  const rows = await db.query<EpisodeRow>(
    `select ${COLUMNS} from drift_episodes
     where domain_id = $1 and ${publishable("$2")}
     order by opened_on, drift_id limit $3`,
    [upTo, limit],
  );
  return rows.map(toEpisode);
}

export async function markPublished(tx: DomainDb, driftIds: readonly string[], at: Date): Promise<void> {
  await tx.execute("update drift_episodes set published_at = $3 where domain_id = $1 and drift_id = any($2::uuid[])", [
    driftIds,
    at,
  ]);
}
