import type { FastifyReply, FastifyRequest } from "fastify";
import type { AdminEndpoint, Requirement } from "../contract/admin/admin-endpoint.ts";
import type { AdminRateLimits } from "../contract/rate-limits.ts";
import { type Allowance, allowanceHeaders, type Policy } from "../http/allowance.ts";
import type { Slots } from "../http/edge/slots.ts";
import type { Limiter } from "../http/rate-limit/limiter.ts";
import type { Guard } from "../http/route.ts";
import { requireSameOrigin } from "../http/same-origin.ts";
import { readAccessToken, readKnownBrowser, readPendingSignIn, readRefreshToken } from "../http/session-cookies.ts";
import type { Account } from "../model/account.ts";
import { Failure } from "../model/failure.ts";
import { INSTALLATION_ID } from "../model/installation.ts";
import { mayDo, RIGHT_TEXTS, type Right, type Role } from "../model/role.ts";
import { isUuid } from "../model/text/uuid.ts";
import type { AccessClaims, AccessTokens } from "../runtime/access-token.ts";
import { networkOf } from "../runtime/address-block.ts";
import type { Clock } from "../runtime/clock.ts";
import { findAccount } from "../store/accounts/accounts.ts";
import { findMembership } from "../store/accounts/memberships.ts";
import { findSession, type Session } from "../store/accounts/sessions.ts";
import type { Database } from "../store/database/database.ts";
import type { AccountCaller, AnonymousCaller, MemberCaller } from "./admin-caller.ts";
import type { DomainState } from "./domain-state.ts";
import { rateLimited } from "./rate-limited.ts";
import { requireReady } from "./require-ready.ts";
import { accessName, type SessionMemory, sessionEnded } from "./session-memory.ts";
import type { VersionReader } from "./version-reader.ts";

export interface SessionGuardParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly slots: Slots;
  readonly tokens: AccessTokens;
  readonly sessions: SessionMemory;
  readonly versions: VersionReader;
  readonly state: DomainState;
  readonly limits: AdminRateLimits;
}

/** Returns the guard of the admin API: origin, session, rate limit, role, and how recent the sign-in is, in this order. */
export function createSessionGuard(parts: SessionGuardParts): Guard<AnonymousCaller> {
  return async (request, reply, endpoint) => {
    const { requires, sensitive } = endpoint as AdminEndpoint;
    if (!isRead(request)) requireSameOrigin(request.headers);
    parts.slots.take(reply.raw, "unknown callers");
    if (requires === "nothing") {
      return anonymous(parts, request, await admit(parts, request, reply, `n:${networkOf(request.ip)}`));
    }
    const { account, session } = await parts.slots.during(reply.raw, () => authenticate(parts, request));
    parts.slots.take(reply.raw, { domainId: INSTALLATION_ID });
    const allowance = await admit(parts, request, reply, `s:${account.accountId}`);
    const actor = { kind: "account", id: account.accountId, origin: request.ip } as const;
    const caller: AccountCaller = { ...anonymous(parts, request, allowance), account, session, actor };
    const entitled = await authorize(parts, request, reply, caller, requires);
    if (sensitive) requireRecent(session, parts.clock());
    return entitled;
  };
}

const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

function anonymous(
  { database, clock }: SessionGuardParts,
  request: FastifyRequest,
  allowance: Allowance,
): AnonymousCaller {
  return {
    database,
    clock,
    allowance,
    domainId: INSTALLATION_ID,
    versions: {},
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
    accessToken: readAccessToken(request.headers),
    refreshToken: readRefreshToken(request.headers),
    pendingSignIn: readPendingSignIn(request.headers),
    knownBrowser: readKnownBrowser(request.headers),
    requireReady: () => Promise.reject(new Error("an operation without a domain has no readiness")),
  };
}

interface SignedIn {
  readonly account: Account;
  readonly session: Session;
}

/** Verifies the access token and that its session and account are still valid. */
async function authenticate(
  { tokens, sessions, database, clock }: SessionGuardParts,
  request: FastifyRequest,
): Promise<SignedIn> {
  const token = readAccessToken(request.headers);
  if (token === undefined) throw invalidSession("sign in first");
  const now = clock();
  const claims = await tokens.verify(token, now);
  if (!claims || !isUuid(claims.sessionId) || !isUuid(claims.accountId))
    throw invalidSession("this access token is not valid");
  return sessions.check(accessName(claims), request.ip, () => readSignedIn(database, claims, now));
}

async function readSignedIn(database: Database, claims: AccessClaims, now: Date): Promise<SignedIn> {
  const db = database.forChecks(INSTALLATION_ID);
  const [session, account] = await Promise.all([findSession(db, claims.sessionId), findAccount(db, claims.accountId)]);
  const isOpen = session !== undefined && session.endedAt === null && session.expiresAt > now;
  if (!isOpen || session.accountId !== account?.accountId || account.disabledAt !== null) throw sessionEnded();
  return { account, session };
}

const invalidSession = (message: string) => new Failure("invalid_session", message);

/** Counts the request against the limit of the account, or of the address of somebody who is not signed in. */
async function admit(
  { limiter, clock, limits }: SessionGuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
  bucket: string,
): Promise<Allowance> {
  const policy: Policy = isRead(request) ? "read" : "write";
  const { windowMs } = limits;
  const quota = limits[policy];
  const admission = await limiter.admit([{ bucket: `${bucket}:${policy}`, quota, windowMs }]);
  const allowance = { policy, quota, windowMs, admission };
  reply.headers(allowanceHeaders(allowance, clock()));
  if (admission.admitted) return allowance;
  const message = `the limit of ${quota} ${policy} requests per ${windowMs / 1_000} seconds is used up`;
  throw rateLimited(policy, admission.retryAfterMs, message);
}

/** Checks what the operation requires; returns a caller bound to the domain of the path, if there is one. */
async function authorize(
  parts: SessionGuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: AccountCaller,
  requires: Exclude<Requirement, "nothing">,
): Promise<AccountCaller> {
  if (requires === "session") return caller;
  if (requires === "operator") {
    if (caller.account.isOperator) return caller;
    throw new Failure("insufficient_role", "only an operator of the installation may do this");
  }
  const domainId = String((request.params as Record<string, unknown>)["domain_id"]).toLowerCase();
  const member = await enterDomain(parts, caller, domainId);
  parts.slots.take(reply.raw, { domainId });
  if (!mayDo(member.role, requires)) throw lacksRight(member.role, requires);
  return member;
}

function lacksRight(role: Role, right: Right): Failure {
  return new Failure("insufficient_role", `the role ${role} in this domain may not ${RIGHT_TEXTS[right]}`, {
    required_right: right,
  });
}

/** Binds a caller to a domain. One that the account is not a member of is answered like one that does not exist. */
async function enterDomain(parts: SessionGuardParts, caller: AccountCaller, domainId: string): Promise<MemberCaller> {
  const { database, state, clock } = parts;
  if (!isUuid(domainId) || domainId === INSTALLATION_ID) throw noSuchDomain();
  const role = await roleIn(database, caller.account, domainId);
  if (role === undefined) throw noSuchDomain();
  const versions = await parts.versions(domainId);
  const domain = await state.domain(domainId, versions);
  if (!domain || domain.deletionStartedAt !== null) throw noSuchDomain();
  const member: MemberCaller = {
    ...caller,
    domainId,
    versions,
    db: database.forDomain(domainId),
    clock,
    domain,
    role,
    readiness: () => state.readiness(domainId, versions),
    requireReady: (resource) => requireReady(member, resource),
  };
  return member;
}

async function roleIn(database: Database, account: Account, domainId: string): Promise<Role | undefined> {
  if (account.isOperator) return "owner";
  return (await findMembership(database.forChecks(domainId), account.accountId))?.role;
}

const noSuchDomain = () => new Failure("domain_not_found", "there is no such domain");

/** How long ago a person may have entered the password for an operation that changes who has access. */
const RECENT_MS = 10 * 60_000;

function requireRecent({ authenticatedAt }: Session, now: Date): void {
  if (now.getTime() - authenticatedAt.getTime() <= RECENT_MS) return;
  throw new Failure("reauthentication_required", "enter your password again to do this");
}
