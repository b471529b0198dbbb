import { type Account, hasWayIn, isVouchedFor, normalizeEmail, type Voucher } from "../../model/account.ts";
import type { AuditRecord } from "../../model/audit.ts";
import { type Identity, SignInRefused } from "../../model/identity-provider.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { hasCode, removeCodes, storeUsedCode } from "../../store/accounts/account-codes.ts";
import {
  findAccountByEmail,
  findAccountBySubject,
  lockAccount,
  setIdentity,
  setName,
  setVoucher,
} from "../../store/accounts/accounts.ts";
import { listDomainsOf } from "../../store/accounts/memberships.ts";
import { setAuthenticatedAt } from "../../store/accounts/sessions.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { accountTarget, digestOf, runAccountAction } from "./account-context.ts";
import type { ProvingContext } from "./attempt-limits.ts";
import { type ProvenCode, proveCode, redeemCode } from "./compare-secrets.ts";
import { prepareAccount, storeAccount } from "./create-account.ts";
import { describeVoucher } from "./issue-invitation.ts";
import { endWaysIn } from "./reset-account.ts";
import { type SessionOrigin, type SessionTokens, startSession } from "./start-session.ts";

/** Who gets an account by signing in. */
export interface SignUpPolicy {
  readonly emailDomains: readonly string[];
}

/** The attempt that a response of the provider belongs to; it starts one session at most. */
export interface OneTimeAttempt {
  readonly state: string;
  readonly expiresAt: Date;
  /** The code of the invitation that the person accepts by signing in; it takes the place of the email address. */
  readonly invitation?: string | undefined;
}

/** Signs in a person whom the identity provider has identified; links or creates the account the first time. */
export async function signInWithIdentity(
  ctx: ProvingContext,
  identity: Identity,
  { state, expiresAt, invitation }: OneTimeAttempt,
  policy: SignUpPolicy,
  origin: SessionOrigin,
): Promise<SessionTokens> {
  const accountId =
    invitation === undefined
      ? await accountOf(ctx, identity, policy)
      : await invitedAccountOf(ctx, identity, invitation);
  return runAccountAction(actingAs(ctx, accountId), async (tx) => {
    const account = await lockAccount(tx, accountId);
    const isTheirs = account?.issuer === identity.issuer && account.subject === identity.subject;
    if (!isTheirs || account.disabledAt !== null) throw refused("the account is disabled", accountId);
    const createdAt = ctx.clock();
    const used = { digest: digestOf(ctx, state), kind: "oidc", accountId, createdAt, expiresAt } as const;
    if (!(await storeUsedCode(tx, used)))
      throw new SignInRefused("oidc_failed", "this response was used before", accountId);
    const { tokens, audit } = await startSession(ctx, tx, accountId, "oidc", origin);
    await setAuthenticatedAt(tx, tokens.sessionId, provenAt(identity, createdAt));
    const isProven = provesAddress(identity, account) && account.passwordHash === null;
    if (!isProven || isVouchedFor(account)) return { result: tokens, audit };
    await setVoucher(tx, accountId, BY_PROVIDER);
    return { result: tokens, audit: [audit, linkOf(account, identity, BY_PROVIDER)] };
  });
}

const BY_PROVIDER: Voucher = { kind: "provider" };

/** Clocks of providers differ by this much at most. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Long ago: the provider may have remembered the person, who proved nothing now. */
const NOT_PROVEN = new Date(0);

/** Returns when a person has proven to the provider who they are. A time that is missing or impossible proves nothing. */
function provenAt({ authenticatedAt }: Identity, now: Date): Date {
  const latest = now.getTime() + CLOCK_TOLERANCE_MS;
  if (authenticatedAt === undefined || !(authenticatedAt.getTime() <= latest)) return NOT_PROVEN;
  return authenticatedAt < now ? authenticatedAt : now;
}

/** Throws unless the provider has asked a person for credentials since a time, which it has to state. */
export function requireProvenSince(identity: Identity, since: Date, now: Date): void {
  if (provenAt(identity, now).getTime() >= since.getTime() - CLOCK_TOLERANCE_MS) return;
  const reason = identity.authenticatedAt
    ? "the provider did not ask for credentials"
    : "the ID token has no auth_time";
  throw new SignInRefused("oidc_not_proven", reason);
}

/** Returns whether the provider asserts that the person owns the email address of an account. */
const provesAddress = ({ verifiedEmail }: Identity, { email }: Account): boolean =>
  verifiedEmail !== undefined && normalizeEmail(verifiedEmail) === email;

const actingAs = (ctx: ProvingContext, accountId: string): ProvingContext => ({
  ...ctx,
  actor: { ...ctx.actor, id: accountId },
});

const refused = (reason: string, accountId?: string) => new SignInRefused("oidc_refused", reason, accountId);

/** Returns the account of an identity. Only an email address that the provider has verified leads to one. */
async function accountOf(ctx: ProvingContext, identity: Identity, policy: SignUpPolicy): Promise<string> {
  const db = ctx.database.forDomain(INSTALLATION_ID);
  const linked = await findAccountBySubject(db, identity);
  if (linked) return linked.accountId;
  const email = identity.verifiedEmail === undefined ? undefined : normalizeEmail(identity.verifiedEmail);
  if (email === undefined) throw new SignInRefused("oidc_unverified", "the provider has not verified an email address");
  const known = await findAccountByEmail(db, email);
  const [, domain = ""] = email.split("@");
  const isStaff = policy.emailDomains.includes(domain);
  if (known) return linkByAddress(actingAs(ctx, known.accountId), known.accountId, identity, isStaff);
  if (!isStaff) throw refused("nobody invited this person");
  return createLinked(ctx, identity, email);
}

/** Returns the account of an invitation, linked. The code proves who was invited, so no email address is needed. */
async function invitedAccountOf(ctx: ProvingContext, identity: Identity, invitation: string): Promise<string> {
  const db = ctx.database.forDomain(INSTALLATION_ID);
  const code = await proveCode(ctx, "invitation", invitation);
  const accountId = code?.accountId;
  if (!code || !accountId) throw new SignInRefused("oidc_invitation", "the invitation was used or has expired");
  if (await findAccountBySubject(db, identity)) {
    throw new SignInRefused("oidc_invitation", "the identity belongs to another account", accountId);
  }
  return runAccountAction(actingAs(ctx, accountId), async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.disabledAt !== null) throw refused("the account is disabled", accountId);
    if (hasWayIn(account)) throw wayInProblem(account);
    await useInvitation(ctx, tx, code);
    return { result: accountId, audit: await linkAccount(tx, account, identity) };
  });
}

/**
 * Links the account of an email address that the provider has verified. One with a way in that an operator or the provider
 * vouches for is never linked: whoever controls the address at the provider would get the account without its password and second
 * factor. If only a domain vouches for it, its way in may be that of an impostor, and ends.
 */
function linkByAddress(ctx: ProvingContext, accountId: string, identity: Identity, isStaff: boolean): Promise<string> {
  return runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.disabledAt !== null) throw refused("the account is disabled", accountId);
    if (hasWayIn(account)) return { result: accountId, audit: await recoverAccount(ctx, tx, account, identity) };
    if (!isStaff && !(await isInvited(tx, account, ctx.clock()))) {
      throw refused("nobody invited this person any more", accountId);
    }
    return { result: accountId, audit: await linkAccount(tx, account, identity) };
  });
}

/** Gives an account that an impostor may have joined to the owner of its address, if only a domain vouches for it. */
async function recoverAccount(
  ctx: ProvingContext,
  tx: DomainDb,
  account: Account,
  identity: Identity,
): Promise<readonly AuditRecord[]> {
  if (account.isOperator || account.vouchedBy.kind !== "domain") throw wayInProblem(account);
  const ended = await endWaysIn(ctx, tx, account);
  // The name is that of whoever joined.
  return [ended, await linkAccount(tx, { ...account, name: null }, identity)];
}

function wayInProblem({ accountId, passwordHash }: Account): SignInRefused {
  if (passwordHash !== null) return new SignInRefused("oidc_password", "the account has a password", accountId);
  return refused("the account belongs to another identity", accountId);
}

/** Returns whether the invitation of an account that nobody has joined yet still leads somewhere. */
async function isInvited(tx: DomainDb, { accountId, isOperator }: Account, now: Date): Promise<boolean> {
  if (isOperator || (await listDomainsOf(tx, accountId)).length > 0) return true;
  return hasCode(tx, "invitation", accountId, now);
}

/** Links an account that has no way in. The provider vouches for it if it has verified the address. */
async function linkAccount(tx: DomainDb, account: Account, identity: Identity): Promise<AuditRecord> {
  const { accountId } = account;
  const voucher = provesAddress(identity, account) && !isVouchedFor(account) ? BY_PROVIDER : account.vouchedBy;
  await setIdentity(tx, accountId, identity);
  await setVoucher(tx, accountId, voucher);
  await removeCodes(tx, "invitation", accountId);
  if (account.name === null && identity.name !== null) await setName(tx, accountId, identity.name);
  return linkOf(account, identity, voucher);
}

function linkOf(before: Account, { issuer, subject }: Identity, voucher: Voucher): AuditRecord {
  return {
    action: "account.link",
    target: accountTarget(before.accountId),
    before: { issuer: before.issuer, subject: before.subject, ...describeVoucher(before.vouchedBy) },
    after: { issuer, subject, ...describeVoucher(voucher) },
  };
}

async function useInvitation(ctx: ProvingContext, tx: DomainDb, code: ProvenCode): Promise<void> {
  if (await redeemCode(ctx, tx, code)) return;
  throw new SignInRefused("oidc_invitation", "the invitation was used meanwhile", code.accountId ?? undefined);
}

async function createLinked(ctx: ProvingContext, identity: Identity, email: string): Promise<string> {
  const { issuer, subject, name } = identity;
  const account = await prepareAccount(ctx, { email, name, password: null, isOperator: false }, BY_PROVIDER);
  return runAccountAction(actingAs(ctx, account.accountId), (tx) => storeAccount(tx, { ...account, issuer, subject }));
}
