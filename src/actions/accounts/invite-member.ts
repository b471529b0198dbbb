import { type Account, normalizeEmail, normalizeName } from "../../model/account.ts";
import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import type { Role } from "../../model/role.ts";
import { newReadableCode } from "../../runtime/one-time-secret.ts";
import { hashPassword } from "../../runtime/password-hash.ts";
import { addCode, removeCodes } from "../../store/accounts/account-codes.ts";
import {
  findAccount,
  findAccountByEmail,
  lockAccount,
  setName,
  setOperator,
  setPasswordHash,
} from "../../store/accounts/accounts.ts";
import { isMemberElsewhere } from "../../store/accounts/memberships.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { Audited } from "../context.ts";
import { type AccountContext, accountTarget, digestOf, runAccountAction } from "./account-context.ts";
import type { ProvingContext } from "./attempt-limits.ts";
import { type Addable, accountTaken, setMember } from "./change-members.ts";
import { type ProvenCode, proveCode, redeemCode } from "./compare-secrets.ts";
import { checkPassword, createAccount } from "./create-account.ts";

const INVITATION_DAYS = 7;

export interface Invitation {
  readonly accountId: string;
  /** Null if the account has a way to sign in already. */
  readonly code: string | null;
  readonly expiresAt: Date | null;
}

/** On whose authority somebody is invited: an operator may add every account, an owner of a domain may not. */
export type Inviter = "operator" | "owner";

/** Makes the owner of an email address a member of a domain; creates an account that is joined with a code if needed. */
export async function inviteMember(
  ctx: AccountContext,
  { domainId, email, role }: { readonly domainId: string; readonly email: string; readonly role: Role },
  inviter: Inviter,
): Promise<Invitation> {
  const { database, clock, actor } = ctx;
  const { accountId } = await findOrCreate(ctx, email, false);
  const member = { db: database.forDomain(domainId), clock, actor };
  if (inviter === "operator") {
    await setMember(member, accountId, role);
    return renewInvitation(ctx, accountId);
  }
  const { invitation, addable } = await inviteForDomain(ctx, accountId, domainId);
  await setMember(member, accountId, role, addable);
  return invitation;
}

interface DomainInvitation {
  readonly invitation: Invitation;
  readonly addable: Addable;
}

/**
 * Returns an invitation that an owner of one domain may have, and under which condition the account may be added. Nothing
 * proves that an account belongs to the owner of its email address: whoever invited it first may have joined with the
 * code. And whoever gets a new code gets all roles of the account.
 */
function inviteForDomain(ctx: AccountContext, accountId: string, domainId: string): Promise<DomainInvitation> {
  return runAccountAction<DomainInvitation>(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw accountTaken();
    if (hasWayIn(account)) {
      const invitation = { accountId, code: null, expiresAt: null };
      return { result: { invitation, addable: "members" }, audit: "unchanged" };
    }
    if (account.isOperator || (await isMemberElsewhere(tx, accountId, domainId))) throw accountTaken();
    const { result, audit } = await issueInvitation(ctx, tx, accountId);
    return { result: { invitation: result, addable: "newcomers" }, audit };
  });
}

const hasWayIn = ({ passwordHash, subject }: Account): boolean => passwordHash !== null || subject !== null;

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
    if (account && !hasWayIn(account)) return issueInvitation(ctx, tx, accountId);
    return { result: { accountId, code: null, expiresAt: null }, audit: "unchanged" };
  });
}

async function issueInvitation(ctx: AccountContext, tx: DomainDb, accountId: string): Promise<Audited<Invitation>> {
  const code = newReadableCode();
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * 86_400_000);
  await removeCodes(tx, "invitation", accountId);
  await addCode(tx, { digest: digestOf(ctx, code), kind: "invitation", accountId, createdAt, expiresAt });
  const after = { expires_at: expiresAt };
  return {
    result: { accountId, code, expiresAt },
    audit: { action: "account.invite", target: accountTarget(accountId), before: null, after },
  };
}

/** Returns the account of an invitation that can be accepted; throws if there is none. */
export async function checkInvitation(ctx: ProvingContext, text: string): Promise<OpenInvitation> {
  const code = await proveCode(ctx, "invitation", text);
  const db = ctx.database.forDomain(INSTALLATION_ID);
  const account = code?.accountId ? await findAccount(db, code.accountId) : undefined;
  if (!code || !account || account.disabledAt !== null) throw wrongCode();
  return { account, code };
}

interface OpenInvitation {
  readonly account: Account;
  readonly code: ProvenCode;
}

/** Chooses the password of an invited account; returns its email address. */
export async function acceptInvitation(
  ctx: ProvingContext,
  text: string,
  password: string,
  name: string | null,
): Promise<string> {
  const { account, code } = await checkInvitation(ctx, text);
  checkPassword(password, account.email, name ?? account.name);
  const passwordHash = await ctx.hashing(() => hashPassword(password));
  return runAccountAction({ ...ctx, actor: { ...ctx.actor, id: account.accountId } }, async (tx) => {
    const now = await lockAccount(tx, account.accountId);
    if (!now || hasWayIn(now) || now.disabledAt !== null) throw wrongCode();
    if (!(await redeemCode(ctx, tx, code))) throw wrongCode();
    await setPasswordHash(tx, account.accountId, passwordHash);
    const shown = name === null ? null : normalizeName(name);
    if (shown !== null) await setName(tx, account.accountId, shown);
    const target = accountTarget(account.accountId);
    const audit = { action: "account.password", target, before: null, after: { invitation: "accepted" } } as const;
    return { result: account.email, audit };
  });
}

const wrongCode = () =>
  new Failure("invalid_code", "this invitation is not valid: it was used or has expired; ask for a new one");
