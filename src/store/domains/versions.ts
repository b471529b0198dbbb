import type { Versioned } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import type { Versions } from "./version-memory.ts";

interface VersionRow {
  readonly resource: Versioned;
  readonly version: string;
}

const toVersions = (rows: readonly VersionRow[]): Versions =>
  Object.fromEntries(rows.map(({ resource, version }) => [resource, version]));

export async function readVersions(db: DomainDb): Promise<Versions> {
  return toVersions(await db.query("select resource, version from resource_versions where domain_id = $1"));
}

/**
 * Says that resources have changed; the last statement of every transaction that changes one. In alphabetical order,
 * so that two transactions never wait for each other in a circle.
 */
export async function raiseVersions(tx: DomainDb, resources: readonly Versioned[]): Promise<void> {
  const rows = await tx.query<VersionRow>(
    `insert into resource_versions (domain_id, resource, version)
     select $1, resource, 1 from unnest($2::text[]) as changed (resource) order by resource
     on conflict (domain_id, resource) do update set version = resource_versions.version + 1
     returning resource, version`,
    [[...new Set(resources)].sort()],
  );
  tx.raised(toVersions(rows));
}
