import { type Account, hasWayIn, isVouchedFor, normalizeName, type Voucher } from "../../model/account.ts";
import type { AuditRecord } from "../../model/audit.ts";
import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import type { Role } from "../../model/role.ts";
import { hashPassword } from "../../runtime/password-hash.ts";
import {
  addAccount,
  findAccount,
  lockAccount,
  lockAccountByEmail,
  setName,
  setOperator,
  setPasswordHash,
} from "../../store/accounts/accounts.ts";
import { type DomainOfAccount, findDomainName, listDomainsOf } from "../../store/accounts/memberships.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { requireSecret } from "../../store/installation/secret-fingerprint.ts";
import { type AccountContext, accountTarget, runAccountAction } from "./account-context.ts";
import type { ProvingContext } from "./attempt-limits.ts";
import { roleOf, saveRole } from "./change-members.ts";
import { type ProvenCode, proveCode, redeemCode } from "./compare-secrets.ts";
import { checkPassword, creationOf, prepareAccount } from "./create-account.ts";
import { type Invitation, issueInvitation } from "./issue-invitation.ts";
import { endWaysIn } from "./reset-account.ts";
import { getLockedMembers, runMemberAction } from "./run-member-action.ts";

/** On whose authority somebody is invited: an operator may add every account, an owner of a domain may not. */
export type Inviter = "operator" | "owner";

/** Whose rights an operator changes; `isConfirmed` if every way into an account may end that only a domain vouches for. */
interface OperatorRequest {
  readonly email: string;
  readonly isConfirmed?: boolean;
}

interface MemberRequest extends OperatorRequest {
  readonly domainId: string;
  readonly role: Role;
}

/** A member who was added, or whose role was changed. */
export interface InvitedMember extends Invitation {
  /** Null for somebody who was no member. */
  readonly roleBefore: Role | null;
}

/** An operator who was added. */
export interface InvitedOperator extends Invitation {
  readonly wasOperator: boolean;
}

/**
 * Makes the owner of an email address a member of a domain; creates an account that is joined with a code if needed. Nothing
 * proves that an account belongs to the owner of its address: whoever invited it first may have joined with the code.
 */
export function inviteMember(ctx: AccountContext, request: MemberRequest, inviter: Inviter): Promise<InvitedMember> {
  const { domainId, role, isConfirmed = false } = request;
  const voucher: Voucher = inviter === "operator" ? { kind: "operator" } : { kind: "domain", domainId };
  return runMemberAction(ctx, domainId, async ({ accounts, domain }) => {
    // The code of an invitation is issued under the secret.
    await requireSecret(accounts, ctx.secret);
    const { account, created } = await lockOrCreate(accounts, ctx, request.email, { voucher, isOperator: false });
    const members = await getLockedMembers(domain);
    const roleBefore = roleOf(members, account.accountId) ?? null;
    const isMember = roleBefore !== null;
    const { domains, vouchingDomain } = await tiesOf(accounts, account);
    const start =
      inviter === "operator"
        ? startForOperator(account, { domains, vouchingDomain, isMember, isConfirmed, purpose: "add it to the domain" })
        : startForOwner(account, { isMember, isElsewhere: domains.some((one) => one.domainId !== domainId) });
    const { invitation, audits } = await begin(ctx, accounts, account, start, voucher);
    const domainAudits = await saveRole(ctx, domain, members, { accountId: account.accountId, role });
    return { result: { ...invitation, roleBefore }, accountAudits: [...created, ...audits], domainAudits };
  });
}

/** Makes the owner of an email address an operator; creates an account that is joined with a code if needed. */
export function inviteOperator(ctx: AccountContext, request: OperatorRequest): Promise<InvitedOperator> {
  const voucher = { kind: "operator" } as const;
  return runAccountAction(ctx, async (tx) => {
    const { email, isConfirmed = false } = request;
    const { account, created } = await lockOrCreate(tx, ctx, email, { voucher, isOperator: true });
    const { accountId, isOperator } = account;
    const purpose = "make it an operator";
    const start = startForOperator(account, {
      ...(await tiesOf(tx, account)),
      isMember: false,
      isConfirmed,
      purpose,
    });
    const { invitation, audits } = await begin(ctx, tx, account, start, voucher);
    if (!isOperator) await setOperator(tx, accountId, true);
    const promoted = isOperator ? [] : [operatorChange(accountId, true)];
    const audit = [...created, ...promoted, ...audits];
    const wasOperator = isOperator && created.length === 0;
    return { result: { ...invitation, wasOperator }, audit: audit.length > 0 ? audit : "unchanged" };
  });
}

/** Returns what the audit log records about an account that becomes an operator, or is one no more. */
export const operatorChange = (accountId: string, isOperator: boolean): AuditRecord => ({
  action: "account.operator",
  target: accountTarget(accountId),
  before: { is_operator: !isOperator },
  after: { is_operator: isOperator },
});

/**
 * How an account gets its new right: as it is; with a new code, because nobody has joined yet; or with a new code after every
 * way into it has ended, because an impostor may have joined.
 */
type Start = "as it is" | "with a code" | "from nothing";

/** Decides for an owner, who gets a code only if it leads nowhere but into the own domain. */
function startForOwner(
  account: Account,
  { isMember, isElsewhere }: { readonly isMember: boolean; readonly isElsewhere: boolean },
): Start {
  const hasJoined = hasWayIn(account);
  if (isMember && hasJoined) return "as it is";
  if (hasJoined || account.isOperator || isElsewhere || account.disabledAt !== null) throw accountTaken();
  return "with a code";
}

/** The domains that have to do with an account. */
interface Ties {
  /** Those that it is a member of. */
  readonly domains: readonly DomainOfAccount[];
  /** The name of the only one that vouches for it; null if none does, or it was deleted. */
  readonly vouchingDomain: string | null;
}

async function tiesOf(tx: DomainDb, { accountId, vouchedBy }: Account): Promise<Ties> {
  const domains = await listDomainsOf(tx, accountId);
  const name = vouchedBy.kind === "domain" ? await findDomainName(tx, vouchedBy.domainId) : undefined;
  return { domains, vouchingDomain: name ?? null };
}

interface Standing extends Ties {
  /** Whether the account is a member of the domain that the right is for: then nothing reaches beyond. */
  readonly isMember: boolean;
  readonly isConfirmed: boolean;
  /** What the operator wants, as the end of a sentence that begins with "to". */
  readonly purpose: string;
}

/** Decides for an operator, who vouches for the account from the moment on that it starts with the operator's code. */
function startForOperator(account: Account, standing: Standing): Start {
  if (account.disabledAt !== null) {
    throw new Failure("account_disabled", `the account '${account.email}' is disabled; enable it first`);
  }
  if (!hasWayIn(account)) return "with a code";
  if (isVouchedFor(account) || standing.isMember) return "as it is";
  if (standing.isConfirmed) return "from nothing";
  throw confirmationRequired(account, standing);
}

async function begin(
  ctx: AccountContext,
  tx: DomainDb,
  account: Account,
  start: Start,
  voucher: Voucher,
): Promise<{ readonly invitation: Invitation; readonly audits: readonly AuditRecord[] }> {
  const { accountId } = account;
  if (start === "as it is") return { invitation: { accountId, code: null, expiresAt: null }, audits: [] };
  const ended = start === "from nothing" ? [await endWaysIn(ctx, tx, account)] : [];
  const { invitation, audit } = await issueInvitation(ctx, tx, accountId, voucher);
  return { invitation, audits: [...ended, audit] };
}

interface NewStanding {
  readonly voucher: Voucher;
  readonly isOperator: boolean;
}

/** Returns the locked account of an email address; of two transactions that create one, the second gets that of the first. */
async function lockOrCreate(
  tx: DomainDb,
  ctx: AccountContext,
  email: string,
  { voucher, isOperator }: NewStanding,
): Promise<{ readonly account: Account; readonly created: readonly AuditRecord[] }> {
  const prepared = await prepareAccount(ctx, { email, name: null, password: null, isOperator }, voucher);
  const known = await lockAccountByEmail(tx, prepared.email);
  if (known) return { account: known, created: [] };
  const isNew = await addAccount(tx, prepared);
  const account = await lockAccountByEmail(tx, prepared.email);
  if (!account) throw new Error("the new account was not stored");
  return { account, created: isNew ? [creationOf(prepared)] : [] };
}

/** Names what an operator has to know before every way into an account ends. */
function confirmationRequired({ email }: Account, { domains, vouchingDomain, purpose }: Standing): Failure {
  const names = domains.map(({ name }) => name);
  const who = vouchingDomain === null ? "nobody" : `only ${vouchingDomain}`;
  const where = names.length === 0 ? "It is a member of no domain." : `It is a member of ${names.join(", ")}.`;
  return new Failure(
    "confirmation_required",
    `${who} vouches for the account '${email}'; somebody else may hold it. ${where} To ${purpose}, confirm that its sessions, password, second factor, recovery codes and linked identity end; it gets a new invitation`,
    { domains: names, vouching_domain: vouchingDomain },
  );
}

const accountTaken = () =>
  new Failure(
    "account_exists",
    "there is an account with this email address, and nothing proves whose it is; ask an operator of the installation to add it",
  );

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
  new Failure(
    "invalid_code",
    "this invitation is not valid: it was used, has expired or was replaced by a newer one; ask for a new one",
  );
