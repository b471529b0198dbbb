import type { Account, Voucher } from "../../model/account.ts";
import type { DomainDb } from "../database/database.ts";

interface AccountRow {
  readonly account_id: string;
  readonly email: string;
  readonly name: string | null;
  readonly password_hash: string | null;
  readonly totp_secret: string | null;
  readonly totp_confirmed_at: Date | null;
  readonly totp_last_step: string | null;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly vouched_by: Voucher["kind"];
  readonly vouching_domain_id: string | null;
  readonly is_operator: boolean;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  readonly last_signed_in_at: Date | null;
}

const SELECT = `select account_id, email, name, password_hash, totp_secret, totp_confirmed_at, totp_last_step, issuer,
  subject, vouched_by, vouching_domain_id, is_operator, created_at, disabled_at, last_signed_in_at from accounts where domain_id = $1`;

const toAccount = (row: AccountRow): Account => ({
  accountId: row.account_id,
  email: row.email,
  name: row.name,
  passwordHash: row.password_hash,
  totpSecret: row.totp_secret,
  totpConfirmedAt: row.totp_confirmed_at,
  totpLastStep: row.totp_last_step === null ? null : Number(row.totp_last_step),
  issuer: row.issuer,
  subject: row.subject,
  vouchedBy: toVoucher(row),
  isOperator: row.is_operator,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  lastSignedInAt: row.last_signed_in_at,
});

function toVoucher({ vouched_by: kind, vouching_domain_id: domainId }: AccountRow): Voucher {
  if (kind !== "domain") return { kind };
  if (domainId === null) throw new Error("the domain that vouches for an account is missing");
  return { kind, domainId };
}

const domainIdOf = (voucher: Voucher): string | null => (voucher.kind === "domain" ? voucher.domainId : null);

export async function findAccount(db: DomainDb, accountId: string): Promise<Account | undefined> {
  const [row] = await db.query<AccountRow>(`${SELECT} and account_id = $2`, [accountId]);
  return row && toAccount(row);
}

/** Returns the account and keeps others from changing it until the transaction ends. */
export async function lockAccount(tx: DomainDb, accountId: string): Promise<Account | undefined> {
  const [row] = await tx.query<AccountRow>(`${SELECT} and account_id = $2 for update`, [accountId]);
  return row && toAccount(row);
}

export async function findAccountByEmail(db: DomainDb, email: string): Promise<Account | undefined> {
  const [row] = await db.query<AccountRow>(`${SELECT} and email = $2`, [email]);
  return row && toAccount(row);
}

/** Returns the account with an email address and keeps others from changing it until the transaction ends. */
export async function lockAccountByEmail(tx: DomainDb, email: string): Promise<Account | undefined> {
  const [row] = await tx.query<AccountRow>(`${SELECT} and email = $2 for update`, [email]);
  return row && toAccount(row);
}

/** Returns the account that is linked to an identity at the identity provider. */
export async function findAccountBySubject(
  db: DomainDb,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<Account | undefined> {
  const [row] = await db.query<AccountRow>(`${SELECT} and issuer = $2 and subject = $3`, [issuer, subject]);
  return row && toAccount(row);
}

export async function findAccounts(db: DomainDb, accountIds: readonly string[]): Promise<readonly Account[]> {
  return (await db.query<AccountRow>(`${SELECT} and account_id = any($2::uuid[]) order by email`, [accountIds])).map(
    toAccount,
  );
}

export async function listAccounts(db: DomainDb): Promise<readonly Account[]> {
  return (await db.query<AccountRow>(`${SELECT} order by email`)).map(toAccount);
}

/**
 * Returns the operators and one other account, and keeps others from changing them until the transaction ends. They are locked in
 * the order of their ids, so that of two operators who are demoted at once one remains.
 */
export async function lockOperatorsAnd(tx: DomainDb, accountId: string): Promise<readonly Account[]> {
  const rows = await tx.query<AccountRow>(
    `${SELECT} and (is_operator or account_id = $2) order by account_id for update`,
    [accountId],
  );
  return rows.map(toAccount);
}

/** Returns whether anybody can administer the installation. */
export async function hasOperator(db: DomainDb): Promise<boolean> {
  const rows = await db.query(
    "select 1 from accounts where domain_id = $1 and is_operator and disabled_at is null limit 1",
  );
  return rows.length > 0;
}

export type NewAccount = Pick<
  Account,
  "accountId" | "email" | "name" | "passwordHash" | "issuer" | "subject" | "vouchedBy" | "isOperator" | "createdAt"
>;

/** Stores an account; returns false if its email address or identity is taken. */
export async function addAccount(tx: DomainDb, account: NewAccount): Promise<boolean> {
  const added = await tx.execute(
    `insert into accounts (domain_id, account_id, email, name, password_hash, issuer, subject, vouched_by,
       vouching_domain_id, is_operator, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      account.accountId,
      account.email,
      account.name,
      account.passwordHash,
      account.issuer,
      account.subject,
      account.vouchedBy.kind,
      domainIdOf(account.vouchedBy),
      account.isOperator,
      account.createdAt,
    ],
  );
  return added === 1;
}

/** Stores the hash of a password; null if the account has to choose one. */
export async function setPasswordHash(tx: DomainDb, accountId: string, passwordHash: string | null): Promise<void> {
  await tx.execute("update accounts set password_hash = $3 where domain_id = $1 and account_id = $2", [
    accountId,
    passwordHash,
  ]);
}

/** Links an account to an identity at the identity provider. */
export async function setIdentity(
  tx: DomainDb,
  accountId: string,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<void> {
  await tx.execute("update accounts set issuer = $3, subject = $4 where domain_id = $1 and account_id = $2", [
    accountId,
    issuer,
    subject,
  ]);
}

/** Removes the identity of an account. */
export async function removeIdentity(tx: DomainDb, accountId: string): Promise<void> {
  await tx.execute("update accounts set issuer = null, subject = null where domain_id = $1 and account_id = $2", [
    accountId,
  ]);
}

export async function setVoucher(tx: DomainDb, accountId: string, voucher: Voucher): Promise<void> {
  await tx.execute(
    "update accounts set vouched_by = $3, vouching_domain_id = $4 where domain_id = $1 and account_id = $2",
    [accountId, voucher.kind, domainIdOf(voucher)],
  );
}

/** Stores the encrypted secret of a TOTP device, not yet confirmed; null removes the device. */
export async function setTotpSecret(tx: DomainDb, accountId: string, sealed: string | null): Promise<void> {
  await tx.execute(
    `update accounts set totp_secret = $3, totp_confirmed_at = null, totp_last_step = null
     where domain_id = $1 and account_id = $2`,
    [accountId, sealed],
  );
}

/** Removes the TOTP devices of all accounts; returns how many were confirmed. */
export async function removeAllTotpSecrets(tx: DomainDb): Promise<number> {
  const rows = await tx.query<{ was_confirmed: boolean }>(
    `update accounts a set totp_secret = null, totp_confirmed_at = null, totp_last_step = null
     from (select account_id, totp_confirmed_at is not null as was_confirmed from accounts
           where domain_id = $1 and totp_secret is not null for update) old
     where a.domain_id = $1 and a.account_id = old.account_id
     returning old.was_confirmed`,
  );
  return rows.filter((row) => row.was_confirmed).length;
}

export async function confirmTotp(tx: DomainDb, accountId: string, at: Date): Promise<void> {
  await tx.execute("update accounts set totp_confirmed_at = $3 where domain_id = $1 and account_id = $2", [
    accountId,
    at,
  ]);
}

/** Records the step of an accepted code; returns false if a code of this or a later step was accepted before. */
export async function useTotpStep(tx: DomainDb, accountId: string, step: number): Promise<boolean> {
  const used = await tx.execute(
    `update accounts set totp_last_step = $3
     where domain_id = $1 and account_id = $2 and (totp_last_step is null or totp_last_step < $3)`,
    [accountId, step],
  );
  return used === 1;
}

export async function setDisabledAt(tx: DomainDb, accountId: string, at: Date | null): Promise<void> {
  await tx.execute("update accounts set disabled_at = $3 where domain_id = $1 and account_id = $2", [accountId, at]);
}

export async function setOperator(tx: DomainDb, accountId: string, isOperator: boolean): Promise<void> {
  await tx.execute("update accounts set is_operator = $3 where domain_id = $1 and account_id = $2", [
    accountId,
    isOperator,
  ]);
}

export async function setSignedInAt(tx: DomainDb, accountId: string, at: Date): Promise<void> {
  await tx.execute("update accounts set last_signed_in_at = $3 where domain_id = $1 and account_id = $2", [
    accountId,
    at,
  ]);
}

export async function setName(tx: DomainDb, accountId: string, name: string): Promise<void> {
  await tx.execute("update accounts set name = $3 where domain_id = $1 and account_id = $2", [accountId, name]);
}
