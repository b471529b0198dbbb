import type { Versioned } from "../model/vocabulary.ts";
import type { DomainDb } from "./database.ts";

/** The version of each resource of a domain; a missing one is 0. */
export type Versions = Readonly<Partial<Record<Versioned, string>>>;

export async function readVersions(db: DomainDb): Promise<Versions> {
  const rows = await db.query<{ resource: Versioned; version: string }>(
    "select resource, version from resource_versions where domain_id = $1",
  );
  return Object.fromEntries(rows.map(({ resource, version }) => [resource, version]));
}

/**
 * Says that resources have changed; the last statement of every transaction that changes one. In alphabetical order,
 * so that two transactions never wait for each other in a circle.
 */
export async function raiseVersions(tx: DomainDb, resources: readonly Versioned[]): Promise<void> {
  await tx.execute(
    `insert into resource_versions (domain_id, resource, version)
     select $1, resource, 1 from unnest($2::text[]) as changed (resource) order by resource
     on conflict (domain_id, resource) do update set version = resource_versions.version + 1`,
    [[...new Set(resources)].sort()],
  );
}
