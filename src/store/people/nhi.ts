import { type Nhi, renderNhi } from "../../model/nhi.ts";
import type { NhiClass, NhiStatus, Provider } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions, type PageResult, toPage } from "../items/page.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";
import { indexText, listSearched, type SearchedTable, searchTextOf } from "../items/search.ts";

export interface NhiFilter {
  readonly search?: string | undefined;
  readonly classes?: readonly NhiClass[] | undefined;
  readonly providers?: readonly Provider[] | undefined;
  readonly status?: NhiStatus | undefined;
  readonly hasPersona?: boolean | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

const SEARCHED: SearchedTable = { kind: "nhi", table: "nhi", id: "nuid" };

/** Lists non-human identities by ascending id. */
export async function listNhi(db: DomainDb, filter: NhiFilter): Promise<PageResult> {
  const conditions = () =>
    new Conditions()
      .addIf("i.nhi_class = any(?::text[])", filter.classes)
      .addIf("i.provider = any(?::text[])", filter.providers)
      .addIf("i.status = ?", filter.status)
      .addIf("i.has_persona = ?::boolean", filter.hasPersona);
  const rows = await listSearched(db, SEARCHED, conditions, filter);
  return toPage(db, rows, filter.limit, {
    id: filter.after,
    exists: "select true as known from nhi where domain_id = $1 and nuid = $2",
  });
}

/** The columns of an identity. */
export interface NhiRow {
  readonly nuid: string;
  readonly display_name: string;
  readonly nhi_class: NhiClass;
  readonly nhi_class_label: string;
  readonly identity_type_id: string;
  readonly identity_type_label: string;
  readonly archetype: string | null;
  readonly archetype_label: string | null;
  readonly provider: Provider;
  readonly provider_label: string;
  readonly status: NhiStatus;
  readonly has_persona: boolean;
  readonly steward_upn: string | null;
  readonly first_seen: Date | null;
  readonly last_seen: Date | null;
  readonly principal_id: string | null;
  readonly app_id: string | null;
}

export const NHI_COLUMNS = `i.nuid, i.display_name, i.nhi_class, i.nhi_class_label, i.identity_type_id, i.identity_type_label,
  i.archetype, i.archetype_label, i.provider, i.provider_label, i.status, i.has_persona, i.steward_upn, i.first_seen,
  i.last_seen, i.principal_id, i.app_id`;

export const toNhi = (row: NhiRow): Nhi => ({
  nuid: row.nuid,
  displayName: row.display_name,
  nhiClass: row.nhi_class,
  nhiClassLabel: row.nhi_class_label,
  identityType: { id: row.identity_type_id, label: row.identity_type_label },
  archetype: row.archetype,
  archetypeLabel: row.archetype_label,
  provider: { key: row.provider, label: row.provider_label },
  status: row.status,
  hasPersona: row.has_persona,
  stewardUpn: row.steward_upn,
  firstSeen: row.first_seen,
  lastSeen: row.last_seen,
  principalId: row.principal_id,
  appId: row.app_id,
});

/** Returns an identity and the text of its persona detail, which is null until it has been analyzed. */
export async function findNhi(
  db: DomainDb,
  nuid: string,
): Promise<{ readonly item: Nhi; readonly detail: string | null } | undefined> {
  const [row] = await db.query<NhiRow & { detail: string | null }>(
    `select ${NHI_COLUMNS}, d.wire as detail from nhi i left join nhi_details d on d.domain_id = $1 and d.nuid = i.nuid
     where i.domain_id = $1 and i.nuid = $2 and i.removed_at is null`,
    [nuid],
  );
  return row && { item: toNhi(row), detail: row.detail };
}

export async function findMissingNhi(db: DomainDb, nuids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ nuid: string }>(
    "select nuid from nhi where domain_id = $1 and nuid = any($2::uuid[])",
    [nuids],
  );
  const known = new Set(rows.map(({ nuid }) => nuid));
  return new Set(nuids.filter((nuid) => !known.has(nuid)));
}

const SHAPE: RowShape = {
  table: "nhi",
  resource: "nhi",
  columns: {
    nuid: "uuid",
    display_name: "text",
    nhi_class: "text",
    nhi_class_label: "text",
    identity_type_id: "text",
    identity_type_label: "text",
    archetype: "text",
    archetype_label: "text",
    provider: "text",
    provider_label: "text",
    status: "text",
    has_persona: "boolean",
    steward_upn: "text",
    first_seen: "timestamptz",
    last_seen: "timestamptz",
    principal_id: "text",
    app_id: "text",
    search_text: "text",
    wire: "text",
  },
  key: ["nuid"],
};

/** Inserts or updates identities, with their search index. */
export async function saveNhi(tx: DomainDb, identities: readonly Nhi[]): Promise<number> {
  const rows = identities.map((nhi) => ({
    nuid: nhi.nuid,
    display_name: nhi.displayName,
    nhi_class: nhi.nhiClass,
    nhi_class_label: nhi.nhiClassLabel,
    identity_type_id: nhi.identityType.id,
    identity_type_label: nhi.identityType.label,
    archetype: nhi.archetype,
    archetype_label: nhi.archetypeLabel,
    provider: nhi.provider.key,
    provider_label: nhi.provider.label,
    status: nhi.status,
    has_persona: nhi.hasPersona,
    steward_upn: nhi.stewardUpn,
    first_seen: nhi.firstSeen,
    last_seen: nhi.lastSeen,
    principal_id: nhi.principalId,
    app_id: nhi.appId,
    search_text: searchTextOf([nhi.displayName, nhi.principalId, nhi.appId]),
    wire: renderNhi(nhi),
  }));
  const saved = await saveRows(tx, SHAPE, rows);
  await indexText(
    tx,
    "nhi",
    rows.map(({ nuid, search_text }) => ({ id: nuid, searchText: search_text })),
  );
  return saved;
}

/** Reads stored identities in id order, for export and rebuild. */
export async function readNhi(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly item: Nhi; readonly wire: string }[]> {
  const where = new Conditions().addIf("i.nuid > ?", after);
  const rows = await db.query<NhiRow & { wire: string }>(
    `select ${NHI_COLUMNS}, i.wire from nhi i where i.domain_id = $1${where.sql} and i.removed_at is null
     order by i.nuid limit ${where.bind(limit)}`,
    where.values,
  );
  return rows.map((row) => ({ item: toNhi(row), wire: row.wire }));
}

export interface NhiDetailText {
  readonly nuid: string;
  readonly document: string;
  readonly wire: string;
}

const DETAILS: RowShape = {
  table: "nhi_details",
  resource: "nhi",
  columns: { nuid: "uuid", document: "text", wire: "text" },
  key: ["nuid"],
};

export function saveNhiDetails(tx: DomainDb, details: readonly NhiDetailText[]): Promise<number> {
  return saveRows(
    tx,
    DETAILS,
    details.map(({ nuid, document, wire }) => ({ nuid, document, wire })),
  );
}

/** Reads stored details in id order, for export and rebuild. */
export async function readNhiDetails(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly NhiDetailText[]> {
  const where = new Conditions().addIf("nuid > ?", after);
  return db.query<NhiDetailText>(
    `select nuid, document, wire from nhi_details
     where domain_id = $1${where.sql} order by nuid limit ${where.bind(limit)}`,
    where.values,
  );
}
