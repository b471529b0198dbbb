import { normalizeEmail } from "../../model/account.ts";
import { type Identity, SignInRefused } from "../../model/identity-provider.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { removeCodes, storeUsedCode } from "../../store/accounts/account-codes.ts";
import {
  findAccountByEmail,
  findAccountBySubject,
  lockAccount,
  setIdentity,
  setName,
} from "../../store/accounts/accounts.ts";
import { setAuthenticatedAt } from "../../store/accounts/sessions.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { accountTarget, digestOf, runAccountAction } from "./account-context.ts";
import type { ProvingContext } from "./attempt-limits.ts";
import { type ProvenCode, proveCode, redeemCode } from "./compare-secrets.ts";
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
    const provenAt = identity.authenticatedAt;
    if (provenAt && provenAt < createdAt) await setAuthenticatedAt(tx, tokens.sessionId, provenAt);
    return { result: tokens, audit };
  });
}

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
  if (known) return linkAccount(actingAs(ctx, known.accountId), known.accountId, identity);
  const [, domain = ""] = email.split("@");
  if (!policy.emailDomains.includes(domain)) throw refused("nobody invited this person");
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
  return linkAccount(actingAs(ctx, accountId), accountId, identity, code);
}

/**
 * Links an account that has no way to sign in yet. One with a password is never linked: whoever controls the email
 * address at the provider would get the account without its password and second factor.
 */
function linkAccount(
  ctx: ProvingContext,
  accountId: string,
  { issuer, subject, name }: Identity,
  invitation?: ProvenCode,
): Promise<string> {
  return runAccountAction(ctx, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.disabledAt !== null) throw refused("the account is disabled", accountId);
    if (account.issuer !== null) throw refused("the account belongs to another identity", accountId);
    if (account.passwordHash !== null)
      throw new SignInRefused("oidc_password", "the account has a password", accountId);
    if (invitation !== undefined) await useInvitation(ctx, tx, invitation);
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

async function useInvitation(ctx: ProvingContext, tx: DomainDb, code: ProvenCode): Promise<void> {
  if (await redeemCode(ctx, tx, code)) return;
  throw new SignInRefused("oidc_invitation", "the invitation was used meanwhile", code.accountId ?? undefined);
}

async function createLinked(ctx: ProvingContext, identity: Identity, email: string): Promise<string> {
  const { issuer, subject, name } = identity;
  const account = await prepareAccount(ctx, { email, name, password: null, isOperator: false });
  return runAccountAction(actingAs(ctx, account.accountId), (tx) => storeAccount(tx, { ...account, issuer, subject }));
}
