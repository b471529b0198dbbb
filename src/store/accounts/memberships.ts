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

/** A domain that an account is a member of. */
export interface DomainOfAccount {
  readonly domainId: string;
  readonly name: string;
}

/** Returns the domains that an account is a member of, by name, in the transaction that has locked the account. */
export async function listDomainsOf(tx: DomainDb, accountId: string): Promise<readonly DomainOfAccount[]> {
  const rows = await tx.query<{ domain_id: string; name: string }>(
    `select d.domain_id, d.name from memberships m join domains d on d.domain_id = m.domain_id
     where $1::uuid is not null and m.account_id = $2 order by d.name`,
    [accountId],
  );
  return rows.map((row) => ({ domainId: row.domain_id, name: row.name }));
}

/** Returns the name of a domain, in a transaction on accounts; undefined if it was deleted. */
export async function findDomainName(tx: DomainDb, domainId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(
    "select name from domains where $1::uuid is not null and domain_id = $2",
    [domainId],
  );
  return row?.name;
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
