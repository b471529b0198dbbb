import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";
import { findOldRows } from "./old-rows.ts";
import { readFactsAt } from "./read-rows.ts";
import { derivedRowId } from "./row-key.ts";
import { findPlacesOfDays } from "./row-places.ts";
import { findRowsOfIds, leastOfAliases, readAliases } from "./rows-by-id.ts";

/** A row with the ids it claims. */
interface Claimant {
  readonly isNew: boolean;
  /** Undefined if it has not been moved into a block yet. */
  readonly day: number | undefined;
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
    readonly day: number | undefined;
  }[];
  /** Ids that a row was delivered with but does not own. */
  readonly aliases: readonly {
    readonly contentKey: string;
    readonly itemId: string;
    readonly day: number | undefined;
  }[];
  /** Ids that more than one row was delivered with. */
  readonly contested: ReadonlySet<string>;
}

export interface ClaimingRow {
  readonly contentKey: string;
  /** Undefined if it is stored but has not been moved into a block yet. */
  readonly day: number | undefined;
  /** It is not stored yet. */
  readonly isNew: boolean;
  readonly itemIds: ReadonlySet<string>;
}

/**
 * Assigns ids to rows as a function of what was delivered, independent of the order: an id belongs to the row with the
 * smallest content key among those delivered with it, and a row uses the smallest id that belongs to it. Stored rows are
 * read only if `mayBeClaimed` is true for an id, or a given row is stored.
 */
export async function settleIds(
  tx: DomainDb,
  table: LogTable,
  rows: readonly ClaimingRow[],
  mayBeClaimed: (itemId: string) => boolean,
): Promise<SettledIds> {
  const claimants = new Map<string, Claimant>();
  for (const { contentKey, day, itemIds } of rows) {
    claimants.set(contentKey, { isNew: true, day, rowId: "", claims: new Set(itemIds) });
  }
  const newContents = new Set(rows.filter(({ isNew }) => isNew).map(({ contentKey }) => contentKey));
  if (rows.some(({ isNew, itemIds }) => !isNew || [...itemIds].some(mayBeClaimed)))
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
      .map(([contentKey, { rowId, day }]) => ({ contentKey, to: rowId, day })),
    aliases: all.flatMap(([contentKey, { claims, rowId, day }]) =>
      [...claims].filter((itemId) => itemId !== rowId).map((itemId) => ({ contentKey, itemId, day })),
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
    const claimed = new Set([...claimants.values()].flatMap(({ claims }) => [...claims]));
    const ids = [...claimed].filter((id) => !seenIds.has(id));
    const contents = [...claimants].filter(([contentKey]) => !seenContents.has(contentKey));
    if (ids.length === 0 && contents.length === 0) return;
    for (const id of ids) seenIds.add(id);
    for (const [contentKey] of contents) seenContents.add(contentKey);
    const rows = contents.map(([contentKey, { day }]) => ({ contentKey, day }));
    for (const known of await readClaims(tx, table, ids, rows)) addClaims(tx.domainId, table, claimants, known);
  }
}

/** A stored row by its content. */
interface StoredContent {
  readonly contentKey: string;
  readonly day: number | undefined;
}

interface KnownClaims extends StoredContent {
  readonly rowId: string;
  readonly itemIds: readonly string[];
}

/** Reads the claims of stored rows: of those that claim one of the ids, and of the given ones. */
async function readClaims(
  tx: DomainDb,
  table: LogTable,
  ids: readonly string[],
  rows: readonly StoredContent[],
): Promise<readonly KnownClaims[]> {
  // Of many rows with one id only the smallest can own it; the others lost it before and keep the ids they have.
  const [aliased] = ids.length === 0 ? [[]] : await tx.runAll([leastOfAliases(table, ids)]);
  const claiming = [...(await findRowsOfIds(tx, table, ids)), ...aliased];
  const found = new Map([...rows, ...claiming].map(({ contentKey, day }) => [contentKey, { contentKey, day }]));
  if (found.size === 0) return [];
  const aliases = await readAliases(tx, table, [...found.keys()]);
  return (await readIds(tx, table, [...found.values()])).map((row) => ({
    ...row,
    itemIds: aliases.get(row.contentKey) ?? [],
  }));
}

async function readIds(
  tx: DomainDb,
  table: LogTable,
  rows: readonly StoredContent[],
): Promise<readonly (StoredContent & { readonly rowId: string })[]> {
  const placed = rows.flatMap(({ contentKey, day }) => (day === undefined ? [] : [{ contentKey, day }]));
  const old = rows.filter(({ day }) => day === undefined).map(({ contentKey }) => contentKey);
  const facts = await readFactsAt(tx, table, await findPlacesOfDays(tx, table, placed));
  return [
    ...facts.map(({ contentKey, day, rowId }) => ({ contentKey, day, rowId })),
    ...(await findOldRows(tx, table, old)).map(({ contentKey, rowId }) => ({ contentKey, day: undefined, rowId })),
  ];
}

function addClaims(domainId: string, table: LogTable, claimants: Map<string, Claimant>, known: KnownClaims): void {
  const { contentKey, day, rowId, itemIds } = known;
  const claims = claimants.get(contentKey)?.claims ?? new Set<string>();
  if (rowId !== derivedRowId(domainId, table, contentKey)) claims.add(rowId);
  for (const itemId of itemIds) claims.add(itemId);
  claimants.set(contentKey, { isNew: false, day, rowId, claims });
}
