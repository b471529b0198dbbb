import type { DirectoryKind } from "../../model/directory-kind.ts";
import {
  type AnalyzedResource,
  BUILT_FOR,
  REQUIRED_DAYS,
  REQUIRED_NHI_PERSONAS,
  type ReadinessFacts,
} from "../../model/readiness.ts";
import { READINESS_RESOURCES, type ReadinessResource } from "../../model/vocabulary.ts";
import type { DomainDb, DomainStatement } from "../database/database.ts";

interface ReadinessRow {
  readonly resource: ReadinessResource;
  readonly required_days: number;
  readonly delivered_at: Date | null;
  readonly first_event_at: Date | null;
  readonly newest_event_at: Date | null;
  readonly built_at: Date | null;
  readonly ready_at: Date | null;
  readonly nhi_personas: number;
  readonly has_users: boolean;
  readonly has_nhi: boolean;
}

/** Whether the identities of each kind are known, or the directory was delivered and has none. */
const HAS_IDENTITIES = {
  users: hasIdentities("users", "users"),
  "service-principals": hasIdentities("nhi", "service-principals"),
};

function hasIdentities(table: string, kind: DirectoryKind): string {
  return `(exists (select from ${table} where domain_id = $1)
    or exists (select from directory_walks where domain_id = $1 and kind = '${kind}'))`;
}

/** Counts the NHI personas of the domain up to the number that clusters need. */
const NHI_PERSONAS = `(select count(*)::int from (select from nhi where domain_id = $1 and has_persona
  and removed_at is null limit ${REQUIRED_NHI_PERSONAS}) counted)`;

/** Reads the facts from which the readiness of every resource follows, in the order of `READINESS_RESOURCES`. */
export async function readReadiness(db: DomainDb): Promise<readonly ReadinessFacts[]> {
  const rows = await db.query<ReadinessRow>(
    `select resource, required_days, delivered_at, first_event_at, newest_event_at, built_at, ready_at,
       ${NHI_PERSONAS} as nhi_personas,
       ${HAS_IDENTITIES.users} as has_users, ${HAS_IDENTITIES["service-principals"]} as has_nhi
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
      hasIdentities: (resource === "personas" ? row?.has_users : row?.has_nhi) ?? false,
      nhiPersonas: row?.nhi_personas ?? 0,
    };
  });
}

/** Makes resources ready permanently; resources that are ready already do not change. */
export async function markReady(tx: DomainDb, resources: readonly ReadinessResource[], at: Date): Promise<void> {
  const changed = await tx.execute(
    `update readiness set delivered_at = coalesce(delivered_at, $3), built_at = coalesce(built_at, $3), ready_at = $3
     where domain_id = $1 and resource = any($2::text[]) and ready_at is null`,
    [resources, at],
  );
  if (changed > 0) tx.markChanged("readiness");
}

const IS_LONG_ENOUGH = "newest_event_at - first_event_at >= required_days * interval '1 day'";

/**
 * Makes a resource that the analysis has just built ready permanently, if its observed history is long enough and its
 * identities have been delivered. Otherwise it is not built: a later run builds it from more.
 */
export async function markAnalyzed(tx: DomainDb, resource: AnalyzedResource, at: Date): Promise<void> {
  const needed = resource === "nhi-clusters" ? REQUIRED_NHI_PERSONAS : 0;
  const changed = await tx.execute(
    `update readiness set built_at = coalesce(built_at, $3), ready_at = $3
     where domain_id = $1 and resource = $2 and ready_at is null and delivered_at is not null and ${IS_LONG_ENOUGH}
       and ${NHI_PERSONAS} >= $4 and ${HAS_IDENTITIES[BUILT_FOR[resource]]}`,
    [resource, at, needed],
  );
  if (changed > 0) tx.markChanged("readiness");
}

/**
 * Records that everything delivered so far is processed, and makes resources with enough observed history ready
 * permanently.
 */
export async function markBuilt(tx: DomainDb, resources: readonly ReadinessResource[], at: Date): Promise<void> {
  const changed = await tx.execute(
    `update readiness set built_at = coalesce(built_at, $3), ready_at = case when ${IS_LONG_ENOUGH} then $3::timestamptz end
     where domain_id = $1 and resource = any($2::text[]) and ready_at is null and delivered_at is not null
       and (built_at is null or ${IS_LONG_ENOUGH})`,
    [resources, at],
  );
  if (changed > 0) tx.markChanged("readiness");
}

/** A smaller change of the observed history is not stored, so that not every delivery writes. */
const MIN_CHANGE = "interval '1 hour'";

/** Records a delivery of rows for resources that are not ready yet; the statement of a transaction. */
export function recordDelivery(
  { markChanged }: Pick<DomainDb, "markChanged">,
  resources: readonly ReadinessResource[],
  { first, newest, at }: { readonly first: Date; readonly newest: Date; readonly at: Date },
): DomainStatement<void> {
  return {
    text: `update readiness set delivered_at = coalesce(delivered_at, $3), first_event_at = least(first_event_at, $4),
       newest_event_at = greatest(newest_event_at, $5)
     where domain_id = $1 and resource = any($2::text[]) and ready_at is null
       and (delivered_at is null or first_event_at is null or newest_event_at is null
         or first_event_at > $4::timestamptz + ${MIN_CHANGE} or newest_event_at < $5::timestamptz - ${MIN_CHANGE})`,
    values: [resources, at, first, newest],
    read: ({ affected }) => {
      if (affected > 0) markChanged("readiness");
    },
  };
}

/** Records the first delivery of directory objects for resources. */
export async function recordDirectoryDelivery(
  tx: DomainDb,
  resources: readonly ReadinessResource[],
  at: Date,
): Promise<void> {
  const changed = await tx.execute(
    `update readiness set delivered_at = $3
     where domain_id = $1 and resource = any($2::text[]) and ready_at is null and delivered_at is null`,
    [resources, at],
  );
  if (changed > 0) tx.markChanged("readiness");
}
