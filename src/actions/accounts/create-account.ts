import { normalizeEmail, normalizeName, type Voucher } from "../../model/account.ts";
import type { AuditRecord } from "../../model/audit.ts";
import { Failure } from "../../model/failure.ts";
import { passwordProblem } from "../../model/passwords/password-problem.ts";
import { newId } from "../../runtime/ids.ts";
import { hashPassword } from "../../runtime/password-hash.ts";
import { addAccount, type NewAccount } from "../../store/accounts/accounts.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { Audited } from "../context.ts";
import { type AccountContext, accountTarget, runAccountAction } from "./account-context.ts";
import { describeVoucher } from "./issue-invitation.ts";

export interface AccountRequest {
  readonly email: string;
  readonly name: string | null;
  /** Null for an account that will choose its password, or has none. */
  readonly password: string | null;
  readonly isOperator: boolean;
}

/** Creates an account that an operator vouches for, and returns its id. */
export async function createAccount(ctx: AccountContext, request: AccountRequest): Promise<string> {
  const account = await prepareAccount(ctx, request, { kind: "operator" });
  return runAccountAction(ctx, (tx) => storeAccount(tx, account));
}

/** Checks a request and hashes its password, outside of any transaction: that takes a while. */
export async function prepareAccount(
  ctx: AccountContext,
  request: AccountRequest,
  vouchedBy: Voucher,
): Promise<NewAccount> {
  const email = normalizeEmail(request.email);
  if (email === undefined)
    throw new Failure("invalid_body", "field 'email' must be an email address", { field: "email" });
  const { password } = request;
  if (password !== null) checkPassword(password, email, request.name);
  return {
    accountId: newId(),
    email,
    name: request.name === null ? null : normalizeName(request.name),
    passwordHash: password === null ? null : await hashPassword(password),
    issuer: null,
    subject: null,
    vouchedBy,
    isOperator: request.isOperator,
    createdAt: ctx.clock(),
  };
}

/** Stores a prepared account in the caller's transaction. */
export async function storeAccount(tx: DomainDb, account: NewAccount): Promise<Audited<string>> {
  if (!(await addAccount(tx, account))) {
    throw new Failure("account_exists", "there is an account with this email address already");
  }
  return { result: account.accountId, audit: creationOf(account) };
}

/** Returns what the audit log records about a new account. */
export function creationOf({ accountId, email, name, isOperator, passwordHash, vouchedBy }: NewAccount): AuditRecord {
  const after = {
    email,
    name,
    is_operator: isOperator,
    has_password: passwordHash !== null,
    ...describeVoucher(vouchedBy),
  };
  return { action: "account.create", target: accountTarget(accountId), before: null, after };
}

export function checkPassword(password: string, email: string, name: string | null): void {
  const problem = passwordProblem(password, { email, name });
  if (problem) throw new Failure("invalid_body", `field 'password' ${problem}`, { field: "password" });
}
