import type { LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";
import { findOldRows } from "./old-rows.ts";
import { readFactsAt } from "./read-rows.ts";
import { derivedRowId } from "./row-key.ts";
import { findPlacesOfDays } from "./row-places.ts";
import { findRowsOfItemIds, leastOfAliases, type RowOfId, readSomeAliases } from "./rows-by-id.ts";

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
  /** Ids that a row was delivered with but does not have. Some of them may be stored already. */
  readonly aliases: readonly {
    readonly contentKey: string;
    readonly itemId: string;
    readonly day: number | undefined;
  }[];
  /** Delivered ids that more than one row was delivered with. */
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

/** A row whose id may change. */
interface Claimant extends ClaimingRow {
  /** The id it has; undefined if it is new, or has no item id of its own. */
  readonly itemId: string | undefined;
}

/** Returns the ids that a row was delivered with now, and the one it has. */
const idsOf = ({ itemIds, itemId }: Claimant): readonly string[] =>
  itemId === undefined ? [...itemIds] : [...new Set([...itemIds, itemId])];

/**
 * Assigns ids to rows as a function of what was delivered, independent of the order: an id belongs to the row with the
 * smallest content key among those delivered with it, and a row has the smallest id that belongs to it. A delivery
 * changes the ids of its own rows and of those that had one of its ids. The cost is bounded by the delivery, however many
 * ids a row was delivered with before. Stored rows are read only if `mayBeClaimed` is true for an id, or a given row is
 * stored.
 */
export async function settleIds(
  tx: DomainDb,
  table: LogTable,
  rows: readonly ClaimingRow[],
  mayBeClaimed: (itemId: string) => boolean,
): Promise<SettledIds> {
  const claims = new Claims();
  for (const { contentKey, itemIds } of rows) for (const itemId of itemIds) claims.add(itemId, contentKey);
  const claimants = new Map<string, Claimant>(rows.map((row) => [row.contentKey, { ...row, itemId: undefined }]));
  if (rows.some(({ isNew, itemIds }) => !isNew || [...itemIds].some(mayBeClaimed)))
    for (const known of await readStored(tx, table, rows, claims)) claimants.set(known.contentKey, known);
  const ids = await chooseIds(tx, table, [...claimants.values()], claims);
  const settled = [...claimants.values()].map((claimant) => {
    const rowId = ids.get(claimant.contentKey) ?? derivedRowId(tx.domainId, table, claimant.contentKey);
    return { ...claimant, rowId };
  });
  return {
    rowIds: new Map(settled.filter(({ isNew }) => isNew).map(({ contentKey, rowId }) => [contentKey, rowId])),
    renamed: settled
      .filter(({ isNew, itemId, contentKey }) => !isNew && itemId !== ids.get(contentKey))
      .map(({ contentKey, rowId, day }) => ({ contentKey, to: rowId, day })),
    aliases: settled.flatMap(({ rowId, ...claimant }) =>
      idsOf(claimant)
        .filter((id) => id !== rowId)
        .map((itemId) => ({ contentKey: claimant.contentKey, itemId, day: claimant.day })),
    ),
    contested: claims.contested,
  };
}

/** Which rows were delivered with an id, as far as it matters. */
class Claims {
  readonly #least = new Map<string, string>();
  /** Ids that more than one row was delivered with. */
  readonly contested = new Set<string>();

  add(itemId: string, contentKey: string): void {
    const least = this.#least.get(itemId);
    if (least !== undefined && least !== contentKey) this.contested.add(itemId);
    if (least === undefined || contentKey < least) this.#least.set(itemId, contentKey);
  }

  /** Whether an id belongs to a row. An id that nobody else is known to claim does. */
  belongs(itemId: string, contentKey: string): boolean {
    return (this.#least.get(itemId) ?? contentKey) === contentKey;
  }

  ids(): readonly string[] {
    return [...this.#least.keys()];
  }
}

/** Reads the given rows that are stored, and the rows that have one of the claimed ids; adds their claims. */
async function readStored(
  tx: DomainDb,
  table: LogTable,
  rows: readonly ClaimingRow[],
  claims: Claims,
): Promise<readonly Claimant[]> {
  const holders = await addStoredClaims(tx, table, claims.ids(), claims);
  const given = new Map(rows.filter(({ isNew }) => !isNew).map((row) => [row.contentKey, row]));
  const others = holders.filter(({ contentKey }) => !given.has(contentKey));
  const own = await readIds(tx, table, [...given.values()]);
  return [
    ...own.map(({ contentKey, day, rowId }) => {
      const isDerived = rowId === derivedRowId(tx.domainId, table, contentKey);
      const itemIds = given.get(contentKey)?.itemIds ?? new Set<string>();
      return { contentKey, day, isNew: false, itemIds, itemId: isDerived ? undefined : rowId };
    }),
    ...others.map(({ id, ...row }) => ({ ...row, isNew: false, itemIds: new Set<string>(), itemId: id })),
  ];
}

/** Adds the claims of stored rows on ids; returns the rows that have one of them. */
async function addStoredClaims(
  tx: DomainDb,
  table: LogTable,
  ids: readonly string[],
  claims: Claims,
): Promise<readonly RowOfId[]> {
  if (ids.length === 0) return [];
  const found = await findRowsOfItemIds(tx, table, ids);
  // A row cannot claim the id that is derived from its content.
  const holders = found.filter(({ id, contentKey }) => id !== derivedRowId(tx.domainId, table, contentKey));
  const [aliased] = await tx.runAll([leastOfAliases(table, ids)]);
  for (const { id, contentKey } of [...holders, ...aliased]) claims.add(id, contentKey);
  return holders;
}

/** How many ids of a row that lost its own are looked at, and how often; genuine rows have two or three. */
const ALIASES_AT_ONCE = 100;
const MAX_ROUNDS = 20;

/** Returns the smallest id that belongs to each row; rows to which none belongs are absent. */
async function chooseIds(
  tx: DomainDb,
  table: LogTable,
  claimants: readonly Claimant[],
  claims: Claims,
): Promise<ReadonlyMap<string, string>> {
  const chosen = new Map<string, string>();
  const choose = (contentKey: string, ids: readonly string[]): boolean => {
    const own = ids.filter((id) => claims.belongs(id, contentKey));
    const known = chosen.get(contentKey);
    const [least] = [...own, ...(known === undefined ? [] : [known])].sort();
    if (least !== undefined) chosen.set(contentKey, least);
    return own.length > 0;
  };
  let losers: readonly { readonly contentKey: string; readonly after: string }[] = claimants.flatMap((claimant) => {
    const { contentKey, itemId } = claimant;
    choose(contentKey, idsOf(claimant));
    const isLost = itemId !== undefined && !claims.belongs(itemId, contentKey);
    return isLost ? [{ contentKey, after: "" }] : [];
  });
  for (let round = 0; losers.length > 0 && round < MAX_ROUNDS; round++) {
    const aliases = await readSomeAliases(tx, table, losers, ALIASES_AT_ONCE);
    await addStoredClaims(tx, table, [...new Set([...aliases.values()].flat())], claims);
    losers = losers.flatMap(({ contentKey }) => {
      const some = aliases.get(contentKey) ?? [];
      const isFound = choose(contentKey, some);
      const last = some.at(-1);
      return isFound || last === undefined || some.length < ALIASES_AT_ONCE ? [] : [{ contentKey, after: last }];
    });
  }
  return chosen;
}

/** Returns the ids of stored rows. */
async function readIds(
  tx: DomainDb,
  table: LogTable,
  rows: readonly { readonly contentKey: string; readonly day: number | undefined }[],
): Promise<readonly { readonly contentKey: string; readonly day: number | undefined; readonly rowId: string }[]> {
  const placed = rows.flatMap(({ contentKey, day }) => (day === undefined ? [] : [{ contentKey, day }]));
  const old = rows.filter(({ day }) => day === undefined).map(({ contentKey }) => contentKey);
  const facts = await readFactsAt(tx, table, await findPlacesOfDays(tx, table, placed));
  return [
    ...facts.map(({ contentKey, day, rowId }) => ({ contentKey, day, rowId })),
    ...(await findOldRows(tx, table, old)).map(({ contentKey, rowId }) => ({ contentKey, day: undefined, rowId })),
  ];
}
