import { type Account, normalizeEmail, type SignInMethod } from "../../model/account.ts";
import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { networkOf } from "../../runtime/address-block.ts";
import { sha256Hex } from "../../runtime/hashing.ts";
import { isPassword } from "../../runtime/is-password.ts";
import { matchTotp } from "../../runtime/match-totp.ts";
import { normalizeCode } from "../../runtime/one-time-secret.ts";
import type { CodeKind } from "../../store/accounts/account-codes.ts";
import { findAccountByEmail, lockAccount, useTotpStep } from "../../store/accounts/accounts.ts";
import { findCode, useCode } from "../../store/accounts/redeem-code.ts";
import { listSessionAddresses } from "../../store/accounts/sessions.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { Audited } from "../context.ts";
import { digestOf, runAccountAction, totpSealer } from "./account-context.ts";
import type { Guess, ProvingContext } from "./attempt-limits.ts";
import { recordRefusal } from "./record-refusal.ts";

// Only this module compares what somebody entered with a secret, which a rule of `check:layers` enforces, and it counts
// every comparison: an operation cannot leave the limit out.

const PROVEN = Symbol("proven");

/** An account whose password was entered. */
export interface ProvenAccount {
  readonly [PROVEN]: true;
  readonly account: Account;
}

/** A code that exists and has not been used yet. */
export interface ProvenCode {
  readonly [PROVEN]: true;
  readonly kind: CodeKind;
  readonly digest: string;
  /** Null for a code that belongs to no account. */
  readonly accountId: string | null;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A code of the TOTP device, or a recovery code. */
  readonly code?: string | undefined;
}

/** Checks a password. It takes as long for an address without an account as for a wrong password. */
export function provePassword(ctx: ProvingContext, { email, password, code }: Credentials): Promise<ProvenAccount> {
  const known = normalizeEmail(email);
  const find = async () =>
    known === undefined ? undefined : findAccountByEmail(ctx.database.forDomain(INSTALLATION_ID), known);
  const guess: Guess = {
    of: "password",
    about: known ?? email,
    passwordStamp: async () => passwordStampOf(await find()),
    isOwner: async () => isOwner(ctx, (await find())?.accountId, code),
  };
  return counted(
    ctx,
    guess,
    async () => (await find())?.accountId,
    async () => {
      const account = await find();
      const matches = await ctx.hashing(() => isPassword(password, account?.passwordHash ?? null));
      if (!account || !matches) throw new WrongSecret("wrong_password", account?.accountId, wrongCredentials());
      if (account.disabledAt !== null) {
        throw new WrongSecret("account_disabled", account.accountId, wrongCredentials());
      }
      return { [PROVEN]: true, account } as const;
    },
  );
}

/**
 * Runs an action on an account in one transaction, after its second factor was checked there if it has one. The account
 * is still as it was when its password was checked.
 */
export function runProven<T>(
  ctx: ProvingContext,
  { account: proven }: ProvenAccount,
  code: string | undefined,
  work: (tx: DomainDb, method: SignInMethod) => Promise<Audited<T>>,
): Promise<T> {
  const { accountId, email, passwordHash } = proven;
  const run = () =>
    runAccountAction({ ...ctx, actor: { ...ctx.actor, id: accountId } }, async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account || account.disabledAt !== null || account.passwordHash !== passwordHash) throw wrongCredentials();
      return work(tx, await useSecondFactor(ctx, tx, account, code));
    });
  if (code === undefined) return run();
  const guess: Guess = {
    of: isAppCode(code) ? "app code" : "recovery code",
    about: email,
    passwordStamp: async () => passwordStampOf(proven),
  };
  return counted(ctx, guess, async () => accountId, run);
}

/** Returns a value that an account has as long as it has the same password; undefined if it has none. */
export const passwordStampOf = (account: Account | undefined): string | undefined =>
  account?.passwordHash ? sha256Hex(account.passwordHash) : undefined;

/** Runs an action on an account in one transaction, after a code of its TOTP device was checked there. */
export function runWithAppCode<T>(
  ctx: ProvingContext,
  accountId: string,
  code: string,
  work: (tx: DomainDb, checkCode: (account: Account) => Promise<void>) => Promise<Audited<T>>,
): Promise<T> {
  return counted(
    ctx,
    { of: "app code", about: accountId },
    async () => accountId,
    () =>
      runAccountAction(ctx, (tx) =>
        work(tx, async (account) => {
          if (await useAppCode(ctx, tx, account, code)) return;
          throw new WrongSecret("wrong_code", accountId, new Failure("invalid_code", "this code is not valid"));
        }),
      ),
  );
}

/** Returns an invitation or a set-up code that exists; undefined for one that does not. */
export async function proveCode(
  ctx: ProvingContext,
  kind: "invitation" | "setup",
  text: string,
): Promise<ProvenCode | undefined> {
  const digest = digestOf(ctx, normalizeCode(text));
  const of = kind === "setup" ? "set-up code" : kind;
  const invalid = new Failure("invalid_code", "this code is not valid");
  const proving = counted(
    ctx,
    { of, about: of },
    async () => undefined,
    async () => {
      const code = await findCode(ctx.database.forDomain(INSTALLATION_ID), kind, digest, ctx.clock());
      if (!code) throw new WrongSecret(`wrong_${kind}_code`, undefined, invalid);
      return { [PROVEN]: true, kind, digest, accountId: code.accountId } as const;
    },
  );
  return proving.catch((error: unknown) => {
    if (error === invalid) return undefined;
    throw error;
  });
}

/** Uses up a code in the caller's transaction; returns false if that happened meanwhile. */
export const redeemCode = (ctx: ProvingContext, tx: DomainDb, code: ProvenCode): Promise<boolean> =>
  useCode(tx, code, ctx.clock());

/** What was entered is not the secret. The transaction in which it was compared ends. */
class WrongSecret extends Error {
  readonly reason: string;
  readonly accountId: string | undefined;
  /** What the caller is answered. */
  readonly failure: Failure;

  constructor(reason: string, accountId: string | undefined, failure: Failure) {
    super(reason);
    this.reason = reason;
    this.accountId = accountId;
    this.failure = failure;
  }
}

/** Compares something with a secret; a wrong one stays counted and is recorded. */
async function counted<T>(
  ctx: ProvingContext,
  guess: Guess,
  findAccountId: () => Promise<string | undefined>,
  compare: () => Promise<T>,
): Promise<T> {
  const { about } = guess;
  const attempt = await ctx.attempts.admit(guess).catch(async (error: unknown) => {
    if (error instanceof Failure && error.code === "rate_limited") {
      await recordRefusal(ctx, "limited", { reason: "too_many_attempts", about, findAccountId });
    }
    throw error;
  });
  try {
    const result = await compare();
    await attempt.release();
    return result;
  } catch (error) {
    if (!(error instanceof WrongSecret)) {
      await attempt.release();
      throw error;
    }
    const { reason, accountId, failure } = error;
    await recordRefusal(ctx, "wrong", { reason, about, findAccountId: async () => accountId });
    throw failure;
  }
}

/** An id that no account has, so that an unknown address takes as many statements as an account. */
const NOBODY = INSTALLATION_ID;

/** Returns whether the caller has a recovery code of the account, or is in a network that it was lately used from. */
async function isOwner(
  ctx: ProvingContext,
  accountId: string = NOBODY,
  code: string | undefined = "",
): Promise<boolean> {
  const db = ctx.database.forDomain(INSTALLATION_ID);
  const recovery = await findCode(db, "recovery", digestOf(ctx, normalizeCode(code)), ctx.clock());
  if (recovery?.accountId === accountId) return true;
  const network = networkOf(ctx.actor.origin);
  return (await listSessionAddresses(db, accountId)).some((address) => networkOf(address) === network);
}

const APP_CODE = /^\d{6}$/;

/** Recovery codes are longer: too long to guess. */
const isAppCode = (code: string): boolean => APP_CODE.test(code.replace(/\s/g, ""));

async function useSecondFactor(
  ctx: ProvingContext,
  tx: DomainDb,
  account: Account,
  code: string | undefined,
): Promise<SignInMethod> {
  if (account.totpConfirmedAt === null) return "password";
  if (code === undefined) throw new Failure("code_required", "enter the code of your authenticator app");
  if (isAppCode(code) && (await useAppCode(ctx, tx, account, code))) return "password_totp";
  const { accountId } = account;
  const digest = digestOf(ctx, normalizeCode(code));
  if (await useCode(tx, { kind: "recovery", digest, accountId }, ctx.clock())) return "password_recovery";
  const failure = new Failure("invalid_code", "this code is not valid, or was used before");
  throw new WrongSecret("wrong_code", accountId, failure);
}

/** Accepts a code of the TOTP device, once. */
async function useAppCode(ctx: ProvingContext, tx: DomainDb, account: Account, code: string): Promise<boolean> {
  const secret = account.totpSecret && totpSealer(ctx).open(account.totpSecret, account.accountId);
  const step = secret ? matchTotp(secret, code.replace(/\s/g, ""), ctx.clock(), account.totpLastStep) : undefined;
  return step !== undefined && useTotpStep(tx, account.accountId, step);
}

const wrongCredentials = () => new Failure("invalid_credentials", "the email address or the password is wrong");
