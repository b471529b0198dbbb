import { normalizeEmail } from "../../model/account.ts";
import { type Identity, SignInRefused } from "../../model/identity-provider.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { normalizeCode } from "../../runtime/one-time-secret.ts";
import { findCode, removeCodes, storeUsedCode, useCode } from "../../store/accounts/account-codes.ts";
import {
  findAccountByEmail,
  findAccountBySubject,
  lockAccount,
  setIdentity,
  setName,
} from "../../store/accounts/accounts.ts";
import { setAuthenticatedAt } from "../../store/accounts/sessions.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { type AccountContext, accountTarget, digestOf, runAccountAction } from "./account-context.ts";
import { prepareAccount, storeAccount } from "./create-account.ts";
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
  ctx: AccountContext,
  identity: Identity,
  { state, expiresAt, invitation }: OneTimeAttempt,
  policy: SignUpPolicy,
  origin: SessionOrigin,
): Promise<SessionTokens> {
  const accountId =
    invitation === undefined
      ? await accountOf(ctx, identity, policy)
      : await invitedAccountOf(ctx, identity, digestOf(ctx, normalizeCode(invitation)));
  return runAccountAction(actingAs(ctx, accountId), async (tx) => {
    const account = await lockAccount(tx, accountId);
    const isTheirs = account?.issuer === identity.issuer && account.subject === identity.subject;
    if (!isTheirs || account.disabledAt !== null) throw refused("the account is disabled");
    const createdAt = ctx.clock();
    const used = { digest: digestOf(ctx, state), kind: "oidc", accountId, createdAt, expiresAt } as const;
    if (!(await storeUsedCode(tx, used))) throw new SignInRefused("oidc_failed", "this response was used before");
    const { tokens, audit } = await startSession(ctx, tx, accountId, "oidc", origin);
    const provenAt = identity.authenticatedAt;
    if (provenAt && provenAt < createdAt) await setAuthenticatedAt(tx, tokens.sessionId, provenAt);
    return { result: tokens, audit };
  });
}

const actingAs = (ctx: AccountContext, accountId: string): AccountContext => ({
  ...ctx,
  actor: { ...ctx.actor, id: accountId },
});

const refused = (reason: string) => new SignInRefused("oidc_refused", reason);

/** Returns the account of an identity. Only an email address that the provider has verified leads to one. */
async function accountOf(ctx: AccountContext, identity: Identity, policy: SignUpPolicy): Promise<string> {
  const db = ctx.database.forDomain(INSTALLATION_ID);
  const linked = await findAccountBySubject(db, identity);
  if (linked) return linked.accountId;
  const email = identity.verifiedEmail === undefined ? undefined : normalizeEmail(identity.verifiedEmail);
  if (email === undefined) throw new SignInRefused("oidc_unverified", "the provider has not verified an email address");
  const known = await findAccountByEmail(db, email);
  if (known) return linkAccount(actingAs(ctx, known.accountId), known.accountId, identity);
  const [, domain = ""] = email.split("@");
  if (!policy.emailDomains.includes(domain)) throw refused("nobody invited this person");
  return createLinked(ctx, identity, email);
}

/** Returns the account of an invitation, linked. The code proves who was invited, so no email address is needed. */
async function invitedAccountOf(ctx: AccountContext, identity: Identity, digest: string): Promise<string> {
  const db = ctx.database.forDomain(INSTALLATION_ID);
  const accountId = (await findCode(db, "invitation", digest, ctx.clock()))?.accountId;
  if (!accountId) throw new SignInRefused("oidc_invitation", "the invitation was used or has expired");
  if (await findAccountBySubject(db, identity)) {
    throw new SignInRefused("oidc_invitation", "the identity belongs to another account");
  }
  return linkAccount(actingAs(ctx, accountId), accountId, identity, digest);
}

/**
 * Links an account that has no way to sign in yet. One with a password is never linked: whoever controls the email
 * address at the provider would get the account without its password and second factor.
 */
function linkAccount(
  ctx: AccountContext,
  accountId: string,
  { issuer, subject, name }: Identity,
  invitation?: string,
): Promise<string> {
  return runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.disabledAt !== null) throw refused("the account is disabled");
    if (account.issuer !== null) throw refused("the account belongs to another identity");
    if (account.passwordHash !== null) throw new SignInRefused("oidc_password", "the account has a password");
    if (invitation !== undefined) await useInvitation(tx, accountId, invitation, ctx.clock());
    await setIdentity(tx, accountId, { issuer, subject });
    await removeCodes(tx, "invitation", accountId);
    if (account.name === null && name !== null) await setName(tx, accountId, name);
    const audit = {
      action: "account.link",
      target: accountTarget(accountId),
      before: { issuer: null, subject: null },
      after: { issuer, subject },
    } as const;
    return { result: accountId, audit };
  });
}

async function useInvitation(tx: DomainDb, accountId: string, digest: string, now: Date): Promise<void> {
  if (await useCode(tx, { kind: "invitation", digest, accountId }, now)) return;
  throw new SignInRefused("oidc_invitation", "the invitation was used meanwhile");
}

async function createLinked(ctx: AccountContext, identity: Identity, email: string): Promise<string> {
  const { issuer, subject, name } = identity;
  const account = await prepareAccount(ctx, { email, name, password: null, isOperator: false });
  return runAccountAction(actingAs(ctx, account.accountId), (tx) => storeAccount(tx, { ...account, issuer, subject }));
}
