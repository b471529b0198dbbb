import type { LogTable } from "../model/log-row.ts";
import { nameId } from "../runtime/ids.ts";
import type { DomainDb } from "./database.ts";

/** The id of a row that holds none of its own: the same content always has the same one. */
export const derivedRowId = (domainId: string, table: LogTable, contentKey: string): string =>
  nameId(domainId, `${table}|${contentKey}`);

/** A row as far as its ids go. */
interface Claimant {
  readonly isNew: boolean;
  readonly isPending: boolean;
  rowId: string;
  readonly claims: Set<string>;
}

/** What the ids of new rows mean for them and for the rows that had a part in the same ids before. */
export interface SettledIds {
  /** By content key: the id of each new row. */
  readonly rowIds: ReadonlyMap<string, string>;
  /** Stored rows that have another id now. */
  readonly renamed: readonly {
    readonly contentKey: string;
    readonly to: string;
    /** The detectors have not seen it yet. */
    readonly isPending: boolean;
  }[];
  /** Ids that a row was delivered under and does not hold. */
  readonly aliases: readonly { readonly contentKey: string; readonly itemId: string }[];
  /** Ids that more than one row was delivered under. */
  readonly contested: ReadonlySet<string>;
}

export interface ClaimingRow {
  readonly contentKey: string;
  readonly itemIds: ReadonlySet<string>;
}

/**
 * Decides which row holds which id, as a function of what was delivered and not of its order: an id belongs to the row
 * with the smallest content key among those delivered under it, and a row holds the smallest of its ids.
 */
export async function settleIds(tx: DomainDb, table: LogTable, rows: readonly ClaimingRow[]): Promise<SettledIds> {
  const claimants = new Map<string, Claimant>();
  for (const { contentKey, itemIds } of rows) {
    claimants.set(contentKey, { isNew: true, isPending: true, rowId: "", claims: new Set(itemIds) });
  }
  await gatherClaims(tx, table, claimants);
  const byId = claimsById(claimants);
  const before = new Map([...claimants].map(([contentKey, { rowId }]) => [contentKey, rowId]));
  for (const [contentKey, claimant] of claimants) {
    const won = [...claimant.claims].filter((id) => leastOf(byId.get(id) ?? []) === contentKey).sort();
    claimant.rowId = won[0] ?? derivedRowId(tx.domainId, table, contentKey);
  }
  const all = [...claimants];
  return {
    rowIds: new Map(all.filter(([, { isNew }]) => isNew).map(([contentKey, { rowId }]) => [contentKey, rowId])),
    renamed: all
      .filter(([contentKey, { isNew, rowId }]) => !isNew && before.get(contentKey) !== rowId)
      .map(([contentKey, { rowId, isPending }]) => ({ contentKey, to: rowId, isPending })),
    aliases: all.flatMap(([contentKey, { claims, rowId }]) =>
      [...claims].filter((itemId) => itemId !== rowId).map((itemId) => ({ contentKey, itemId })),
    ),
    contested: new Set([...byId].filter(([, contents]) => contents.length > 1).map(([id]) => id)),
  };
}

function claimsById(claimants: ReadonlyMap<string, Claimant>): Map<string, string[]> {
  const byId = new Map<string, string[]>();
  for (const [contentKey, { claims }] of claimants) {
    for (const id of claims) byId.set(id, [...(byId.get(id) ?? []), contentKey]);
  }
  return byId;
}

const leastOf = (contents: readonly string[]): string | undefined => [...contents].sort()[0];

/** Follows ids to rows and rows to ids; a chain longer than this is nobody's honest data. */
const MAX_ROUNDS = 10;

async function gatherClaims(tx: DomainDb, table: LogTable, claimants: Map<string, Claimant>): Promise<void> {
  const seenIds = new Set<string>();
  const seenContents = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const ids = [...claimants.values()].flatMap(({ claims }) => [...claims]).filter((id) => !seenIds.has(id));
    const contents = [...claimants.keys()].filter((contentKey) => !seenContents.has(contentKey));
    if (ids.length === 0 && contents.length === 0) return;
    for (const id of ids) seenIds.add(id);
    for (const contentKey of contents) seenContents.add(contentKey);
    for (const known of await readClaims(tx, table, ids, contents)) addClaim(tx.domainId, table, claimants, known);
  }
}

interface KnownClaim {
  readonly content_key: string;
  readonly row_id: string;
  readonly pending: boolean;
  readonly item_id: string | null;
}

async function readClaims(
  tx: DomainDb,
  table: LogTable,
  ids: readonly string[],
  contents: readonly string[],
): Promise<readonly KnownClaim[]> {
  // A row that a worker has in its hands is as good as seen.
  return tx.query<KnownClaim>(
    `with found as (
       select content_key from log_rows where domain_id = $1 and table_name = $2 and row_id = any($3::text[])
       union select content_key from row_aliases where domain_id = $1 and table_name = $2 and item_id = any($3::text[])
       union select unnest($4::uuid[])),
     waiting as (
       select p.content_key from found f
       join log_rows l on l.domain_id = $1 and l.table_name = $2 and l.content_key = f.content_key
       join pending_rows p on p.domain_id = $1 and p.at = l.at and p.table_name = $2 and p.content_key = l.content_key
       for update of p skip locked)
     select l.content_key, l.row_id, l.content_key in (select content_key from waiting) as pending, a.item_id
     from found f
     join log_rows l on l.domain_id = $1 and l.table_name = $2 and l.content_key = f.content_key
     left join row_aliases a on a.domain_id = $1 and a.table_name = $2 and a.content_key = l.content_key`,
    [table, ids, contents],
  );
}

function addClaim(domainId: string, table: LogTable, claimants: Map<string, Claimant>, known: KnownClaim): void {
  const { content_key: contentKey, row_id: rowId, item_id: itemId } = known;
  const earlier = claimants.get(contentKey);
  const claims = earlier?.claims ?? new Set<string>();
  if (rowId !== derivedRowId(domainId, table, contentKey)) claims.add(rowId);
  if (itemId !== null) claims.add(itemId);
  claimants.set(contentKey, { isNew: false, isPending: known.pending, rowId, claims });
}
