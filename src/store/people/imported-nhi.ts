import { appendTo } from "../../model/append-to.ts";
import type { Nhi } from "../../model/nhi.ts";
import type { DomainDb } from "../database/database.ts";
import { nuidOf, removeNhi } from "./listed-nhi.ts";
import { saveNhi } from "./nhi.ts";

/** What an identity is recognized by. */
export type NhiIds = Pick<Nhi, "nuid" | "principalId" | "appId">;

/** Principal ids decide if both have one, otherwise application ids do; a name is not enough. */
const areSame = (a: NhiIds, b: NhiIds): boolean =>
  a.principalId !== null && b.principalId !== null
    ? a.principalId === b.principalId
    : a.appId !== null && a.appId === b.appId;

const lowered = ({ nuid, principalId, appId }: NhiIds): NhiIds => ({
  nuid,
  principalId: principalId?.toLowerCase() || null,
  appId: appId?.toLowerCase() || null,
});

/** Returns which of these identities of the directory or of rows an imported record describes, by their `nuid`. */
export async function findDescribed(db: DomainDb, identities: readonly NhiIds[]): Promise<ReadonlySet<string>> {
  const { imported } = await readWithSameIds(db, identities);
  return describedBy(imported, identities.map(lowered));
}

/** Stores imported identities. Those of the directory or of rows that they describe are removed from the list. */
export async function saveImportedNhi(tx: DomainDb, identities: readonly Nhi[], at: Date): Promise<number> {
  const saved = await saveNhi(tx, identities);
  const { imported, own } = await readWithSameIds(tx, identities);
  await removeNhi(tx, [...describedBy(imported, own)], at);
  return saved;
}

function describedBy(imported: readonly NhiIds[], identities: readonly NhiIds[]): ReadonlySet<string> {
  const byId = new Map<string, NhiIds[]>();
  for (const record of imported) for (const name of namesOf(record)) appendTo(byId, name, record);
  const isDescribed = (own: NhiIds): boolean =>
    namesOf(own).some((name) => byId.get(name)?.some((record) => record.nuid !== own.nuid && areSame(record, own)));
  return new Set(identities.filter(isDescribed).map(({ nuid }) => nuid));
}

const namesOf = ({ principalId, appId }: NhiIds): readonly string[] => [
  ...(principalId === null ? [] : [`oid:${principalId}`]),
  ...(appId === null ? [] : [`app:${appId}`]),
];

interface FoundRow {
  readonly nuid: string;
  readonly principal_id: string | null;
  readonly app_id: string | null;
  readonly is_analyzed: boolean;
}

/** Returns the listed identities with a principal or application id of these: imported ones, and the service's own. */
async function readWithSameIds(
  db: DomainDb,
  identities: readonly NhiIds[],
): Promise<{ readonly imported: readonly NhiIds[]; readonly own: readonly NhiIds[] }> {
  const wanted = identities.map(lowered);
  const found = `select i.nuid, i.principal_id, i.app_id,
      exists (select from nhi_profiles p where p.domain_id = $1 and p.nuid = i.nuid) as is_analyzed
    from nhi i where i.domain_id = $1 and i.removed_at is null`;
  const rows = await db.query<FoundRow>(
    `${found} and lower(i.principal_id) = any($2::text[]) union ${found} and lower(i.app_id) = any($3::text[])`,
    [wanted.flatMap(({ principalId }) => principalId ?? []), wanted.flatMap(({ appId }) => appId ?? [])],
  );
  const [imported, own]: [NhiIds[], NhiIds[]] = [[], []];
  for (const { nuid, principal_id, app_id, is_analyzed } of rows) {
    const ids = lowered({ nuid, principalId: principal_id, appId: app_id });
    const isOwn = is_analyzed || namesOf(ids).some((name) => nuidOf(db.domainId, name) === nuid);
    (isOwn ? own : imported).push(ids);
  }
  return { imported, own };
}
