import type { LogTable } from "../../model/rows/log-row.ts";
import { nameId } from "../../runtime/ids.ts";
import type { DomainDb } from "../database/database.ts";

/** Returns the id of a row that has no item id of its own, derived from its content. */
export const derivedRowId = (domainId: string, table: LogTable, contentKey: string): string =>
  nameId(domainId, `${table}|${contentKey}`);

/** A row with the ids it claims. */
interface Claimant {
  readonly isNew: boolean;
  readonly isPending: boolean;
  rowId: string;
  readonly claims: Set<string>;
}

/** The ids of new rows, and the changes to stored rows that claim the same ids. */
export interface SettledIds {
  /** The id of each new row, by content key. */
  readonly rowIds: ReadonlyMap<string, string>;
  /** Stored rows whose id changes. */
  readonly renamed: readonly {
    readonly contentKey: string;
    readonly to: string;
    /** It has not been processed yet. */
    readonly isPending: boolean;
  }[];
  /** Ids that a row was delivered with but does not own. */
  readonly aliases: readonly { readonly contentKey: string; readonly itemId: string }[];
  /** Ids that more than one row was delivered with. */
  readonly contested: ReadonlySet<string>;
}

export interface ClaimingRow {
  readonly contentKey: string;
  /** It is not stored yet. */
  readonly isNew: boolean;
  readonly itemIds: ReadonlySet<string>;
}

/**
 * Assigns ids to rows as a function of what was delivered, independent of the order: an id belongs to the row with the
 * smallest content key among those delivered with it, and a row uses the smallest id that belongs to it.
 */
export async function settleIds(tx: DomainDb, table: LogTable, rows: readonly ClaimingRow[]): Promise<SettledIds> {
  const claimants = new Map<string, Claimant>();
  for (const { contentKey, itemIds } of rows) {
    claimants.set(contentKey, { isNew: true, isPending: true, rowId: "", claims: new Set(itemIds) });
  }
  const newContents = new Set(rows.filter(({ isNew }) => isNew).map(({ contentKey }) => contentKey));
  await gatherClaims(tx, table, claimants, newContents);
  const byId = claimsById(claimants);
  const before = new Map([...claimants].map(([contentKey, { rowId }]) => [contentKey, rowId]));
  for (const [contentKey, claimant] of claimants) {
    const won = [...claimant.claims].filter((id) => byId.get(id)?.least === contentKey).sort();
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
    contested: new Set([...byId].filter(([, { isContested }]) => isContested).map(([id]) => id)),
  };
}

/** The claims on an id: the smallest content key, and whether there are others. */
interface IdClaims {
  least: string;
  isContested: boolean;
}

function claimsById(claimants: ReadonlyMap<string, Claimant>): ReadonlyMap<string, IdClaims> {
  const byId = new Map<string, IdClaims>();
  for (const [contentKey, { claims }] of claimants) {
    for (const id of claims) {
      const known = byId.get(id);
      if (!known) {
        byId.set(id, { least: contentKey, isContested: false });
        continue;
      }
      known.isContested = true;
      if (contentKey < known.least) known.least = contentKey;
    }
  }
  return byId;
}

/** The maximum length of a chain from ids to rows to ids; genuine data has none this long. */
const MAX_ROUNDS = 10;

async function gatherClaims(
  tx: DomainDb,
  table: LogTable,
  claimants: Map<string, Claimant>,
  newContents: ReadonlySet<string>,
): Promise<void> {
  const seenIds = new Set<string>();
  const seenContents = new Set<string>(newContents);
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
  // Of many rows with one id only the smallest can own it; the others lost it before and keep the ids they have.
  // The lateral joins force one key lookup per id: with outdated statistics of a fast-growing table the planner would
  // read all rows of the table for each id.
  const known = await tx.query<Omit<KnownClaim, "pending"> & { at: Date }>(
    `with found as materialized (
       select l.content_key from unnest($3::text[]) as given (row_id) cross join lateral (
         select content_key, table_name from log_rows where domain_id = $1 and row_id = given.row_id offset 0) l
       where l.table_name = $2
       union
       select a.content_key from unnest($3::text[]) as given (item_id) cross join lateral (
         select content_key from row_aliases
         where domain_id = $1 and item_id = given.item_id and table_name = $2 order by content_key limit 1) a
       union
       select unnest($4::uuid[]))
     select l.content_key, l.row_id, l.at, a.item_id from found f
     cross join lateral (
       select content_key, row_id, at from log_rows
       where domain_id = $1 and table_name = $2 and content_key = f.content_key offset 0) l
     left join lateral (
       select item_id, table_name from row_aliases where domain_id = $1 and content_key = l.content_key offset 0) a
       on a.table_name = $2`,
    [table, ids, contents],
  );
  const pending = known.length === 0 ? new Set<string>() : await lockPending(tx, table, known);
  return known.map((claim) => ({ ...claim, pending: pending.has(claim.content_key) }));
}

/** Locks and returns those of the rows that are still pending. A row that a worker has locked counts as processed. */
async function lockPending(
  tx: DomainDb,
  table: LogTable,
  rows: readonly { readonly content_key: string; readonly at: Date }[],
): Promise<ReadonlySet<string>> {
  const pending = await tx.query<{ content_key: string }>(
    `select p.content_key from unnest($3::timestamptz[], $4::uuid[]) as given (at, content_key) cross join lateral (
       select content_key from pending_rows
       where domain_id = $1 and at = given.at and table_name = $2 and content_key = given.content_key
       for update skip locked) p`,
    [table, rows.map(({ at }) => at), rows.map(({ content_key }) => content_key)],
  );
  return new Set(pending.map(({ content_key }) => content_key));
}

function addClaim(domainId: string, table: LogTable, claimants: Map<string, Claimant>, known: KnownClaim): void {
  const { content_key: contentKey, row_id: rowId, item_id: itemId } = known;
  const earlier = claimants.get(contentKey);
  const claims = earlier?.claims ?? new Set<string>();
  if (rowId !== derivedRowId(domainId, table, contentKey)) claims.add(rowId);
  if (itemId !== null) claims.add(itemId);
  claimants.set(contentKey, { isNew: false, isPending: known.pending, rowId, claims });
}
