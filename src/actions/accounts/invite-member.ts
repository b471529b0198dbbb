import { type Account, normalizeEmail } from "../../model/account.ts";
import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import type { Role } from "../../model/role.ts";
import { newReadableCode, normalizeCode } from "../../runtime/one-time-secret.ts";
import { hashPassword } from "../../runtime/password-hash.ts";
import { addCode, findCode, removeCodes, useCode } from "../../store/accounts/account-codes.ts";
import {
  findAccount,
  findAccountByEmail,
  lockAccount,
  setName,
  setOperator,
  setPasswordHash,
} from "../../store/accounts/accounts.ts";
import { type AccountContext, accountTarget, digestOf, runAccountAction } from "./account-context.ts";
import { setMember } from "./change-members.ts";
import { checkPassword, createAccount } from "./create-account.ts";

const INVITATION_DAYS = 7;

export interface Invitation {
  readonly accountId: string;
  /** Null if the account has a way to sign in already. */
  readonly code: string | null;
  readonly expiresAt: Date | null;
}

/** Makes the owner of an email address a member of a domain; creates an account that is joined with a code if needed. */
export async function inviteMember(
  ctx: AccountContext,
  domainId: string,
  email: string,
  role: Role,
): Promise<Invitation> {
  const { database, clock, actor } = ctx;
  const { accountId } = await findOrCreate(ctx, email, false);
  await setMember({ db: database.forDomain(domainId), clock, actor }, accountId, role);
  return renewInvitation(ctx, accountId);
}

/** Makes the owner of an email address an operator; creates an account that is joined with a code if needed. */
export async function inviteOperator(ctx: AccountContext, email: string): Promise<Invitation> {
  const { accountId, isOperator } = await findOrCreate(ctx, email, true);
  if (!isOperator) await makeOperator(ctx, accountId);
  return renewInvitation(ctx, accountId);
}

async function findOrCreate(
  ctx: AccountContext,
  email: string,
  isOperator: boolean,
): Promise<Pick<Account, "accountId" | "isOperator">> {
  const normalized = normalizeEmail(email);
  const known = normalized && (await findAccountByEmail(ctx.database.forDomain(INSTALLATION_ID), normalized));
  if (known) return known;
  const accountId = await createAccount(ctx, { email, name: null, password: null, isOperator });
  return { accountId, isOperator };
}

function makeOperator(ctx: AccountContext, accountId: string): Promise<void> {
  return runAccountAction(ctx, async (tx) => {
    await setOperator(tx, accountId, true);
    const target = accountTarget(accountId);
    const [before, after] = [{ is_operator: false }, { is_operator: true }];
    return { result: undefined, audit: { action: "account.operator", target, before, after } };
  });
}

/** Returns a new code for an account that has no way to sign in yet; its earlier code ends. */
export function renewInvitation(ctx: AccountContext, accountId: string): Promise<Invitation> {
  return runAccountAction<Invitation>(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.passwordHash !== null || account.subject !== null)
      return { result: { accountId, code: null, expiresAt: null }, audit: "unchanged" };
    const code = newReadableCode();
    const createdAt = ctx.clock();
    const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * 86_400_000);
    await removeCodes(tx, "invitation", accountId);
    await addCode(tx, { digest: digestOf(ctx, code), kind: "invitation", accountId, createdAt, expiresAt });
    return { result: { accountId, code, expiresAt }, audit: "unchanged" };
  });
}

/** Returns the account of an invitation that can be accepted; throws if there is none. */
export async function checkInvitation(ctx: AccountContext, text: string): Promise<Account> {
  const db = ctx.database.forDomain(INSTALLATION_ID);
  const accountId = (await findCode(db, "invitation", digestOf(ctx, normalizeCode(text)), ctx.clock()))?.accountId;
  const account = accountId ? await findAccount(db, accountId) : undefined;
  if (!account || account.disabledAt !== null) throw wrongCode();
  return account;
}

/** Chooses the password of an invited account; returns its email address. */
export async function acceptInvitation(
  ctx: AccountContext,
  text: string,
  password: string,
  name: string | null,
): Promise<string> {
  const account = await checkInvitation(ctx, text);
  checkPassword(password, account.email);
  const passwordHash = await hashPassword(password);
  return runAccountAction({ ...ctx, actor: { ...ctx.actor, id: account.accountId } }, async (tx) => {
    const digest = digestOf(ctx, normalizeCode(text));
    const code = { kind: "invitation", digest, accountId: account.accountId } as const;
    if (!(await useCode(tx, code, ctx.clock()))) throw wrongCode();
    await setPasswordHash(tx, account.accountId, passwordHash);
    if (name !== null) await setName(tx, account.accountId, name);
    const target = accountTarget(account.accountId);
    const audit = { action: "account.password", target, before: null, after: { invitation: "accepted" } } as const;
    return { result: account.email, audit };
  });
}

const wrongCode = () =>
  new Failure("invalid_code", "this invitation is not valid: it was used or has expired; ask for a new one");
