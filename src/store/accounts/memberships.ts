import type { Role } from "../../model/role.ts";
import type { DomainDb, SystemDb } from "../database/database.ts";

/** The role of an account in a domain. */
export interface Membership {
  readonly domainId: string;
  readonly accountId: string;
  readonly role: Role;
  readonly createdAt: Date;
}

interface MembershipRow {
  readonly domain_id: string;
  readonly account_id: string;
  readonly role: Role;
  readonly created_at: Date;
}

const SELECT = "select domain_id, account_id, role, created_at from memberships where";

const toMembership = (row: MembershipRow): Membership => ({
  domainId: row.domain_id,
  accountId: row.account_id,
  role: row.role,
  createdAt: row.created_at,
});

/** Returns the memberships of an account in all domains. */
export async function listMembershipsOf(db: SystemDb, accountId: string): Promise<readonly Membership[]> {
  const rows = await db.query<MembershipRow>(`${SELECT} account_id = $1 order by domain_id`, [accountId]);
  return rows.map(toMembership);
}

export async function findMembership(db: DomainDb, accountId: string): Promise<Membership | undefined> {
  const [row] = await db.query<MembershipRow>(`${SELECT} domain_id = $1 and account_id = $2`, [accountId]);
  return row && toMembership(row);
}

export async function listMembers(db: DomainDb): Promise<readonly Membership[]> {
  return (await db.query<MembershipRow>(`${SELECT} domain_id = $1 order by account_id`)).map(toMembership);
}

/** Returns the members of the domain and keeps others from changing them until the transaction ends. */
export async function lockMembers(tx: DomainDb): Promise<readonly Membership[]> {
  // The domain's row is locked too: two transactions that both add a member would not see each other otherwise.
  await tx.query("select 1 from domains where domain_id = $1 for update");
  return (await tx.query<MembershipRow>(`${SELECT} domain_id = $1 order by account_id for update`)).map(toMembership);
}

/** The key of the advisory lock; the same in every process. */
const MEMBERSHIPS_LOCK = 61_140_930;

/** Keeps others from adding the account to any domain until the transaction ends. */
export async function lockMemberships(tx: DomainDb, accountId: string): Promise<void> {
  await tx.query(
    `select true from (select pg_advisory_xact_lock(hashtextextended($2::uuid::text, ${MEMBERSHIPS_LOCK}))) held
     where $1::uuid is not null`,
    [accountId],
  );
}

/** Returns whether the account is a member of a domain other than this one. */
export async function isMemberElsewhere(db: DomainDb, accountId: string, domainId: string): Promise<boolean> {
  const rows = await db.query(
    "select 1 from memberships where $1::uuid is not null and account_id = $2 and domain_id <> $3 limit 1",
    [accountId, domainId],
  );
  return rows.length > 0;
}

/** Adds a member or changes the role of one. */
export async function saveMembership(tx: DomainDb, accountId: string, role: Role, at: Date): Promise<void> {
  await tx.execute(
    `insert into memberships (domain_id, account_id, role, created_at) values ($1, $2, $3, $4)
     on conflict (domain_id, account_id) do update set role = excluded.role`,
    [accountId, role, at],
  );
}

export async function removeMembership(tx: DomainDb, accountId: string): Promise<boolean> {
  const removed = await tx.execute("delete from memberships where domain_id = $1 and account_id = $2", [accountId]);
  return removed === 1;
}
