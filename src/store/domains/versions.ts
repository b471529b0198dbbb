import type { DomainDb } from "../database/database.ts";
import { toVersions, type VersionRow, type Versions } from "./version-memory.ts";

export async function readVersions(db: DomainDb): Promise<Versions> {
  const sql = "select resource, version from resource_versions where domain_id = $1";
  return toVersions(await db.query<VersionRow>(sql));
}
