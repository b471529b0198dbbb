import { REQUIRED_DAYS, REQUIRED_NHI_PERSONAS, type ReadinessFacts } from "../../model/readiness.ts";
import { READINESS_RESOURCES, type ReadinessResource } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";

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

/**
 * Says that everything that has come so far is worked out: what has been observed for long enough is ready for good.
 * Answers whether that changed anything.
 */
export async function markBuilt(tx: DomainDb, resources: readonly ReadinessResource[], at: Date): Promise<boolean> {
  const isLongEnough = "newest_event_at - first_event_at >= required_days * interval '1 day'";
  const changed = await tx.execute(
    `update readiness set built_at = coalesce(built_at, $3), ready_at = case when ${isLongEnough} then $3::timestamptz end
     where domain_id = $1 and resource = any($2::text[]) and ready_at is null and delivered_at is not null
       and (built_at is null or ${isLongEnough})`,
    [resources, at],
  );
  return changed > 0;
}

/** A change of the observed history smaller than this is not worth a write with every delivery. */
const WORTH_NOTING = "interval '1 hour'";

/** Takes note of a delivery of rows for resources that are not ready yet; says whether that changed anything. */
export async function recordDelivery(
  tx: DomainDb,
  resources: readonly ReadinessResource[],
  { first, newest, at }: { readonly first: Date; readonly newest: Date; readonly at: Date },
): Promise<boolean> {
  const changed = await tx.execute(
    `update readiness set delivered_at = coalesce(delivered_at, $3), first_event_at = least(first_event_at, $4),
       newest_event_at = greatest(newest_event_at, $5)
     where domain_id = $1 and resource = any($2::text[]) and ready_at is null
       and (delivered_at is null or first_event_at is null or newest_event_at is null
         or first_event_at > $4::timestamptz + ${WORTH_NOTING} or newest_event_at < $5::timestamptz - ${WORTH_NOTING})`,
    [resources, at, first, newest],
  );
  return changed > 0;
}

/** Takes note that the directory has told of what resources are about; says whether that was the first time. */
export async function recordDirectoryDelivery(
  tx: DomainDb,
  resources: readonly ReadinessResource[],
  at: Date,
): Promise<boolean> {
  const changed = await tx.execute(
    `update readiness set delivered_at = $3
     where domain_id = $1 and resource = any($2::text[]) and ready_at is null and delivered_at is null`,
    [resources, at],
  );
  return changed > 0;
}
