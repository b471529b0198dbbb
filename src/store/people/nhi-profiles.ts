import type { NhiFeatures } from "../../model/identity/nhi-cluster.ts";
import type { NhiSummary } from "../../model/identity/nhi-summary.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions } from "../items/page.ts";

/** What the analysis found out about one identity, before its cluster is known. */
export interface NhiProfile {
  readonly nuid: string;
  /** JSON of the detail without its cluster. */
  readonly sections: string;
  readonly summary: NhiSummary;
  readonly features: NhiFeatures;
}

/** Stores profiles that differ from the stored ones. */
export function saveNhiProfiles(tx: DomainDb, profiles: readonly NhiProfile[]): Promise<number> {
  return tx.execute(
    `insert into nhi_profiles as p (domain_id, nuid, sections, summary, features)
     select $1, nuid, sections, summary, features
     from json_to_recordset($2::json) as given (nuid uuid, sections text, summary text, features text)
     on conflict (domain_id, nuid) do update
     set sections = excluded.sections, summary = excluded.summary, features = excluded.features
     where p.sections <> excluded.sections or p.summary <> excluded.summary or p.features <> excluded.features`,
    [
      JSON.stringify(
        profiles.map(({ nuid, sections, summary, features }) => ({
          nuid,
          sections,
          summary: JSON.stringify(summary),
          features: JSON.stringify(features),
        })),
      ),
    ],
  );
}

/** Deletes the profiles and details of identities that are no longer analyzed. */
export async function removeNhiProfiles(tx: DomainDb, nuids: readonly string[]): Promise<void> {
  await tx.execute("delete from nhi_details where domain_id = $1 and nuid = any($2::uuid[])", [nuids]);
  await tx.execute("delete from nhi_profiles where domain_id = $1 and nuid = any($2::uuid[])", [nuids]);
}

/** Lists the ids of all analyzed identities. */
export async function listProfiled(db: DomainDb): Promise<readonly string[]> {
  const rows = await db.query<{ nuid: string }>("select nuid from nhi_profiles where domain_id = $1 order by nuid");
  return rows.map(({ nuid }) => nuid);
}

/** Reads the summaries of all analyzed identities, by id, page by page. */
export async function readNhiSummaries(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly NhiSummary[]> {
  const where = new Conditions().addIf("nuid > ?::uuid", after);
  const rows = await db.query<{ summary: string }>(
    `select summary from nhi_profiles where domain_id = $1${where.sql} order by nuid limit ${where.bind(limit)}`,
    where.values,
  );
  return rows.map(({ summary }) => JSON.parse(summary) as NhiSummary);
}

/** Reads the features of all analyzed identities, by id, page by page. */
export async function readNhiFeatures(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly NhiFeatures[]> {
  const where = new Conditions().addIf("nuid > ?::uuid", after);
  const rows = await db.query<{ features: string }>(
    `select features from nhi_profiles where domain_id = $1${where.sql} order by nuid limit ${where.bind(limit)}`,
    where.values,
  );
  return rows.map(({ features }) => JSON.parse(features) as NhiFeatures);
}

/** Reads the sections of analyzed identities, by id, page by page, with the detail that is stored now. */
export function readNhiSections(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly nuid: string; readonly sections: string; readonly wire: string | null }[]> {
  const where = new Conditions().addIf("p.nuid > ?::uuid", after);
  return db.query(
    `select p.nuid, p.sections, d.wire from nhi_profiles p
     left join nhi_details d on d.domain_id = $1 and d.nuid = p.nuid
     where p.domain_id = $1${where.sql} order by p.nuid limit ${where.bind(limit)}`,
    where.values,
  );
}
