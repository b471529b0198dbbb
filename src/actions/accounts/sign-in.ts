import { type Account, normalizeEmail, type SignInMethod } from "../../model/account.ts";
import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { normalizeCode } from "../../runtime/one-time-secret.ts";
import { isPassword } from "../../runtime/password-hash.ts";
import { matchTotp } from "../../runtime/totp.ts";
import { useCode } from "../../store/accounts/account-codes.ts";
import { findAccountByEmail, lockAccount, useTotpStep } from "../../store/accounts/accounts.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { type AccountContext, digestOf, runAccountAction, totpSealer } from "./account-context.ts";
import { type SessionOrigin, type SessionTokens, startSession } from "./start-session.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A code of the TOTP device, or a recovery code. */
  readonly code?: string | undefined;
}

/** Signs in with a password and, where one is enrolled, a second factor. */
export async function signIn(
  ctx: AccountContext,
  credentials: Credentials,
  origin: SessionOrigin,
): Promise<SessionTokens> {
  return startProvenSession(ctx, await proveAccount(ctx, credentials), credentials.code, origin);
}

/** Signs in to an account of which the password was checked. */
export function startProvenSession(
  ctx: AccountContext,
  account: Account,
  code: string | undefined,
  origin: SessionOrigin,
): Promise<SessionTokens> {
  return runAccountAction({ ...ctx, actor: { ...ctx.actor, id: account.accountId } }, async (tx) => {
    const method = await checkAgain(ctx, tx, account, code);
    const { tokens, audit } = await startSession(ctx, tx, account.accountId, method, origin);
    return { result: tokens, audit };
  });
}

/** Checks the password. It takes as long for an address without an account as for a wrong password. */
export async function proveAccount(
  { database }: AccountContext,
  { email, password }: Pick<Credentials, "email" | "password">,
): Promise<Account> {
  const known = normalizeEmail(email);
  const account =
    known === undefined ? undefined : await findAccountByEmail(database.forDomain(INSTALLATION_ID), known);
  const matches = await isPassword(password, account?.passwordHash ?? null);
  if (!account || !matches || account.disabledAt !== null) throw wrongCredentials();
  return account;
}

/** Checks inside the transaction that the account is still as it was proven, and uses up its second factor. */
export async function checkAgain(
  ctx: AccountContext,
  tx: DomainDb,
  proven: Account,
  code: string | undefined,
): Promise<SignInMethod> {
  const account = await lockAccount(tx, proven.accountId);
  if (!account || account.disabledAt !== null || account.passwordHash !== proven.passwordHash) throw wrongCredentials();
  if (account.totpConfirmedAt === null) return "password";
  if (code === undefined) throw new Failure("code_required", "enter the code of your authenticator app");
  if (await usesTotp(ctx, tx, account, code)) return "password_totp";
  const recovery = {
    kind: "recovery",
    digest: digestOf(ctx, normalizeCode(code)),
    accountId: account.accountId,
  } as const;
  if (await useCode(tx, recovery, ctx.clock())) return "password_recovery";
  throw new Failure("invalid_code", "this code is not valid, or was used before");
}

/** Accepts a code of the TOTP device, once. */
export async function usesTotp(ctx: AccountContext, tx: DomainDb, account: Account, code: string): Promise<boolean> {
  const secret = account.totpSecret && totpSealer(ctx).open(account.totpSecret, account.accountId);
  const step = secret ? matchTotp(secret, code.replace(/\s/g, ""), ctx.clock(), account.totpLastStep) : undefined;
  return step !== undefined && useTotpStep(tx, account.accountId, step);
}

export const wrongCredentials = () => new Failure("invalid_credentials", "the email address or the password is wrong");
