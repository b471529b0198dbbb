import { normalizeEmail } from "../../model/account.ts";
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
  setPasswordHash,
} from "../../store/accounts/accounts.ts";
import { type AccountContext, accountTarget, digestOf, runAccountAction } from "./account-context.ts";
import { setMember } from "./change-members.ts";
import { checkPassword, prepareAccount, storeAccount } from "./create-account.ts";

const INVITATION_DAYS = 7;

export interface Invitation {
  readonly accountId: string;
  /** Null if the account has a way to sign in already. */
  readonly code: string | null;
}

/** Makes the owner of an email address a member of a domain; creates an account that is joined with a code if needed. */
export async function inviteMember(
  ctx: AccountContext,
  domainId: string,
  email: string,
  role: Role,
): Promise<Invitation> {
  const { database, clock, actor } = ctx;
  const normalized = normalizeEmail(email);
  const known = normalized && (await findAccountByEmail(database.forDomain(INSTALLATION_ID), normalized));
  const accountId = known ? known.accountId : await createInvited(ctx, email);
  await setMember({ db: database.forDomain(domainId), clock, actor }, accountId, role);
  return { accountId, code: await renewInvitation(ctx, accountId) };
}

async function createInvited(ctx: AccountContext, email: string): Promise<string> {
  const account = await prepareAccount(ctx, { email, name: null, password: null, isOperator: false });
  return runAccountAction(ctx, (tx) => storeAccount(tx, account));
}

/** Returns a new code for an account that nobody has signed in to yet; its earlier code ends. */
function renewInvitation(ctx: AccountContext, accountId: string): Promise<string | null> {
  return runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.passwordHash !== null || account.subject !== null)
      return { result: null, audit: "unchanged" };
    const code = newReadableCode();
    const createdAt = ctx.clock();
    const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * 86_400_000);
    await removeCodes(tx, "invitation", accountId);
    await addCode(tx, { digest: digestOf(ctx, code), kind: "invitation", accountId, createdAt, expiresAt });
    return { result: code, audit: "unchanged" };
  });
}

/** Chooses the password of an invited account; returns its email address. */
export async function acceptInvitation(
  ctx: AccountContext,
  code: string,
  password: string,
  name: string | null,
): Promise<string> {
  const digest = digestOf(ctx, normalizeCode(code));
  const db = ctx.database.forDomain(INSTALLATION_ID);
  const accountId = (await findCode(db, "invitation", digest, ctx.clock()))?.accountId;
  const account = accountId ? await findAccount(db, accountId) : undefined;
  if (!account || account.disabledAt !== null) throw wrongCode();
  checkPassword(password, account.email);
  const passwordHash = await hashPassword(password);
  return runAccountAction({ ...ctx, actor: { ...ctx.actor, id: account.accountId } }, async (tx) => {
    if (!(await useCode(tx, "invitation", digest, ctx.clock()))) throw wrongCode();
    await setPasswordHash(tx, account.accountId, passwordHash);
    if (name !== null) await setName(tx, account.accountId, name);
    const target = accountTarget(account.accountId);
    const audit = { action: "account.password", target, before: null, after: { invitation: "accepted" } } as const;
    return { result: account.email, audit };
  });
}

const wrongCode = () =>
  new Failure("invalid_code", "this invitation is not valid: it was used or has expired; ask for a new one");
