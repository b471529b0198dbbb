import type { Holding, HoldingAttributes, HoldingKind } from "../../model/identity/holding.ts";
import type { DomainDb } from "../database/database.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";

/** A holding and the identity that has it: a `tuid` or `nuid`. */
export interface StoredHolding extends Holding {
  readonly subject: string;
}

interface HoldingRow {
  readonly subject: string;
  readonly kind: HoldingKind;
  readonly key: string;
  readonly first_seen: Date;
  readonly is_initial: boolean;
  readonly granted_at: Date | null;
  readonly removed_at: Date | null;
  readonly last_seen: Date;
  readonly attributes: string;
}

const toHolding = (row: HoldingRow): StoredHolding => ({
  subject: row.subject,
  kind: row.kind,
  key: row.key,
  firstSeen: row.first_seen,
  isInitial: row.is_initial,
  grantedAt: row.granted_at,
  removedAt: row.removed_at,
  lastSeen: row.last_seen,
  attributes: JSON.parse(row.attributes) as HoldingAttributes,
});

/** Returns everything that these identities hold or held, in the order of keys and times. */
export async function readHoldings(
  db: DomainDb,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredHolding[]>> {
  const rows = await db.query<HoldingRow>(
    `select subject, kind, key, first_seen, is_initial, granted_at, removed_at, last_seen, attributes from holdings
     where domain_id = $1 and subject = any($2::text[]) order by subject, kind, key, first_seen`,
    [subjects],
  );
  const found = new Map<string, StoredHolding[]>();
  for (const row of rows) {
    const own = found.get(row.subject);
    if (own) own.push(toHolding(row));
    else found.set(row.subject, [toHolding(row)]);
  }
  return found;
}

/** The subject under which the listed kinds of directory objects are stored. */
const LISTED = "*";

/** Returns the kinds of directory objects that a finished listing covered. */
export async function readListedKinds(db: DomainDb): Promise<ReadonlySet<string>> {
  const listed = await readHoldings(db, [LISTED]);
  return new Set((listed.get(LISTED) ?? []).map(({ key }) => key));
}

/** Records that everything held by objects of these kinds was listed. */
export async function saveListedKinds(tx: DomainDb, kinds: readonly string[], at: Date): Promise<void> {
  const known = await readListedKinds(tx);
  await saveHoldings(
    tx,
    kinds
      .filter((kind) => !known.has(kind))
      .map((kind) => ({
        subject: LISTED,
        kind: "entitlement",
        key: kind,
        firstSeen: at,
        isInitial: true,
        grantedAt: null,
        removedAt: null,
        lastSeen: at,
        attributes: NOTHING,
      })),
  );
}

const NOTHING: HoldingAttributes = {
  label: "",
  tier: null,
  isPrivileged: false,
  type: null,
  object: null,
  addedBy: null,
  removedBy: null,
};

/** Returns the identities whose holdings began or ended since a time. */
export async function listChangedHolders(db: DomainDb, since: Date): Promise<readonly string[]> {
  const rows = await db.query<{ subject: string }>(
    `select distinct subject from holdings where domain_id = $1 and (removed_at >= $2 or granted_at >= $2
       or (granted_at is null and not is_initial and first_seen >= $2)) order by subject`,
    [since],
  );
  return rows.map(({ subject }) => subject);
}

const SHAPE: RowShape = {
  table: "holdings",
  resource: null,
  columns: {
    subject: "text",
    kind: "text",
    key: "text",
    first_seen: "timestamptz",
    is_initial: "boolean",
    granted_at: "timestamptz",
    removed_at: "timestamptz",
    last_seen: "timestamptz",
    attributes: "text",
  },
  key: ["subject", "kind", "key", "first_seen"],
};

/** Inserts or replaces holdings. */
export async function saveHoldings(tx: DomainDb, holdings: readonly StoredHolding[]): Promise<void> {
  await saveRows(
    tx,
    SHAPE,
    holdings.map((holding) => ({
      subject: holding.subject,
      kind: holding.kind,
      key: holding.key,
      first_seen: holding.firstSeen,
      is_initial: holding.isInitial,
      granted_at: holding.grantedAt,
      removed_at: holding.removedAt,
      last_seen: holding.lastSeen,
      attributes: JSON.stringify(holding.attributes),
    })),
  );
}
