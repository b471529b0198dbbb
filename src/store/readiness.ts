import { REQUIRED_DAYS, REQUIRED_NHI_PERSONAS, type ReadinessFacts } from "../model/readiness.ts";
import { READINESS_RESOURCES, type ReadinessResource } from "../model/vocabulary.ts";
import type { DomainDb } from "./database.ts";

interface ReadinessRow {
  readonly resource: ReadinessResource;
  readonly required_days: number;
  readonly delivered_at: Date | null;
  readonly first_event_at: Date | null;
  readonly newest_event_at: Date | null;
  readonly built_at: Date | null;
  readonly ready_at: Date | null;
  readonly nhi_personas: number;
}

/** What is known about every resource of the domain, in the order of the word list. */
export async function readReadiness(db: DomainDb): Promise<readonly ReadinessFacts[]> {
  const rows = await db.query<ReadinessRow>(
    `select resource, required_days, delivered_at, first_event_at, newest_event_at, built_at, ready_at,
       (select count(*)::int from (select from nhi where domain_id = $1 and has_persona and removed_at is null
        limit ${REQUIRED_NHI_PERSONAS}) counted) as nhi_personas
     from readiness where domain_id = $1`,
  );
  return READINESS_RESOURCES.map((resource) => {
    const row = rows.find((found) => found.resource === resource);
    return {
      resource,
      requiredDays: row?.required_days ?? REQUIRED_DAYS[resource],
      deliveredAt: row?.delivered_at ?? null,
      firstEventAt: row?.first_event_at ?? null,
      newestEventAt: row?.newest_event_at ?? null,
      builtAt: row?.built_at ?? null,
      readyAt: row?.ready_at ?? null,
      nhiPersonas: row?.nhi_personas ?? 0,
    };
  });
}

/** Makes resources ready for good; what was ready stays as it was. */
export async function markReady(tx: DomainDb, resources: readonly ReadinessResource[], at: Date): Promise<void> {
  await tx.execute(
    `update readiness set delivered_at = coalesce(delivered_at, $3), built_at = coalesce(built_at, $3), ready_at = $3
     where domain_id = $1 and resource = any($2::text[]) and ready_at is null`,
    [resources, at],
  );
}

/** What was observed of a domain's rows, for the resources that are worked out from them. */
export interface Observation {
  readonly firstEventAt: Date;
  readonly newestEventAt: Date;
  /** Everything that has come so far is worked out. */
  readonly built: boolean;
  readonly at: Date;
}

/** Takes note of rows for resources that are not ready yet; says whether there was any. What is ready stays ready. */
export async function noteObservation(
  tx: DomainDb,
  resources: readonly ReadinessResource[],
  { firstEventAt, newestEventAt, built, at }: Observation,
): Promise<boolean> {
  const changed = await tx.execute(
    `update readiness r set delivered_at = coalesce(r.delivered_at, $3), first_event_at = seen.first,
       newest_event_at = seen.newest, built_at = coalesce(r.built_at, seen.built),
       ready_at = case when coalesce(r.built_at, seen.built) is not null
         and seen.newest - seen.first >= r.required_days * interval '1 day' then $3::timestamptz end
     from (
       select resource, least(first_event_at, $4::timestamptz) as first,
         greatest(newest_event_at, $5::timestamptz) as newest, case when $6::boolean then $3::timestamptz end as built
       from readiness where domain_id = $1) seen
     where r.domain_id = $1 and r.resource = seen.resource and r.resource = any($2::text[]) and r.ready_at is null`,
    [resources, at, firstEventAt, newestEventAt, built],
  );
  return changed > 0;
}
