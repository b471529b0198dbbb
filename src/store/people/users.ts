import { shownAddress } from "../../model/shown-person.ts";
import { addressesOf, renderUser, type User } from "../../model/user.ts";
import type { DomainDb } from "../database/database.ts";
import { Conditions, type PageResult, toPage } from "../items/page.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";
import { indexText, listSearched, type SearchedTable, searchTextOf } from "../items/search.ts";

export interface UserFilter {
  readonly search?: string | undefined;
  /** The time since when the service recorded a change of the user, inclusive. */
  readonly updatedAfter?: Date | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

const SEARCHED: SearchedTable = { kind: "user", table: "users", id: "tuid" };

/** Lists users by ascending id. */
export async function listUsers(db: DomainDb, filter: UserFilter): Promise<PageResult> {
  const conditions = () => new Conditions().addIf("i.changed_at >= ?", filter.updatedAfter);
  const rows = await listSearched(db, SEARCHED, conditions, filter);
  return toPage(db, rows, filter.limit, {
    id: filter.after,
    exists: "select true as known from users where domain_id = $1 and tuid = $2",
  });
}

/** Returns the ids of those users that the domain does not have. */
export async function findMissingUsers(db: DomainDb, tuids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ tuid: string }>(
    "select tuid from users where domain_id = $1 and tuid = any($2::uuid[])",
    [tuids],
  );
  const known = new Set(rows.map(({ tuid }) => tuid));
  return new Set(tuids.filter((tuid) => !known.has(tuid)));
}

/** All users with an address, and all their addresses: as the directory has them, and as events and cases show them. */
export interface Addressees {
  readonly tuids: readonly string[];
  readonly addresses: readonly string[];
}

/** Returns the users with an address, in either of its forms. */
export async function findAddressees(db: DomainDb, email: string): Promise<Addressees> {
  const address = email.toLowerCase();
  const rows = await db.query<{ tuid: string; address: string; shown_address: string | null }>(
    `select tuid, address, shown_address from user_addresses
     where domain_id = $1 and tuid = any(array(
       select tuid from user_addresses where domain_id = $1 and address = $2
       union select tuid from user_addresses where domain_id = $1 and shown_address = $2))`,
    [address],
  );
  const known = rows.flatMap((row) => [row.address, row.shown_address ?? row.address]);
  return {
    tuids: [...new Set(rows.map(({ tuid }) => tuid))],
    addresses: [...new Set([address, ...known])],
  };
}

/** Returns an address in lower case as events and cases show it; null if that is the same address. */
function shownIfOther(address: string): string | null {
  const shown = shownAddress(address)?.toLowerCase() ?? null;
  return shown === address ? null : shown;
}

const SHAPE: RowShape = {
  table: "users",
  resource: "users",
  columns: {
    tuid: "uuid",
    external_id: "text",
    name: "text",
    user_principal_name: "text",
    email_addresses: "text[]",
    group_guid: "uuid",
    is_active: "boolean",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    changed_at: "timestamptz",
    search_text: "text",
    wire: "text",
  },
  key: ["tuid"],
  increasing: ["changed_at"],
};

/** Inserts or updates users, with their addresses and search index; `at` is the time of the change. */
export async function saveUsers(tx: DomainDb, users: readonly User[], at: Date): Promise<number> {
  const rows = users.map((user) => ({
    tuid: user.tuid,
    external_id: user.externalId,
    name: user.name,
    user_principal_name: user.userPrincipalName,
    email_addresses: user.emailAddresses,
    group_guid: user.groupGuid,
    is_active: user.isActive,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    changed_at: at,
    search_text: searchTextOf([user.name, user.userPrincipalName]),
    wire: renderUser(tx.domainId, user),
  }));
  const saved = await saveRows(tx, SHAPE, rows);
  await indexText(
    tx,
    "user",
    rows.map(({ tuid, search_text }) => ({ id: tuid, searchText: search_text })),
  );
  const pairs = users.flatMap((user) => addressesOf(user).map((address) => ({ tuid: user.tuid, address })));
  await tx.execute("delete from user_addresses where domain_id = $1 and tuid = any($2::uuid[])", [
    users.map(({ tuid }) => tuid),
  ]);
  await tx.execute(
    `insert into user_addresses (domain_id, address, tuid, shown_address)
     select $1, address, tuid, shown from unnest($2::text[], $3::uuid[], $4::text[]) as pair (address, tuid, shown)`,
    [
      pairs.map(({ address }) => address),
      pairs.map(({ tuid }) => tuid),
      pairs.map(({ address }) => shownIfOther(address)),
    ],
  );
  return saved;
}

interface UserRow {
  readonly tuid: string;
  readonly external_id: string | null;
  readonly name: string | null;
  readonly user_principal_name: string;
  readonly email_addresses: readonly string[];
  readonly group_guid: string | null;
  readonly is_active: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly wire: string;
}

const COLUMNS = `tuid, external_id, name, user_principal_name, email_addresses, group_guid, is_active, created_at,
  updated_at, wire`;

const toUser = (row: UserRow): User => ({
  tuid: row.tuid,
  externalId: row.external_id,
  name: row.name,
  userPrincipalName: row.user_principal_name,
  emailAddresses: row.email_addresses,
  groupGuid: row.group_guid,
  isActive: row.is_active,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Returns the users with these ids that exist. */
export async function findUsers(db: DomainDb, tuids: readonly string[]): Promise<readonly User[]> {
  if (tuids.length === 0) return [];
  const rows = await db.query<UserRow>(
    `select ${COLUMNS} from users where domain_id = $1 and tuid = any($2::uuid[]) and removed_at is null`,
    [tuids],
  );
  return rows.map(toUser);
}

/** Reads stored users in id order, for export and rebuild. */
export async function readUsers(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly item: User; readonly wire: string }[]> {
  const where = new Conditions().addIf("tuid > ?", after);
  const rows = await db.query<UserRow>(
    `select ${COLUMNS} from users where domain_id = $1${where.sql} and removed_at is null
     order by tuid limit ${where.bind(limit)}`,
    where.values,
  );
  return rows.map((row) => ({ item: toUser(row), wire: row.wire }));
}
