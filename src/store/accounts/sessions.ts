import type { SessionEnd, SignInMethod } from "../../model/account.ts";
import type { DomainDb } from "../database/database.ts";

/** A signed-in browser or program. */
export interface Session {
  readonly sessionId: string;
  readonly accountId: string;
  readonly method: SignInMethod;
  readonly createdAt: Date;
  /** When the person last entered a password or code; sensitive actions need a recent one. */
  readonly authenticatedAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly address: string;
  readonly userAgent: string | null;
}

interface SessionRow {
  readonly session_id: string;
  readonly account_id: string;
  readonly method: SignInMethod;
  readonly created_at: Date;
  readonly authenticated_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly address: string;
  readonly user_agent: string | null;
}

const COLUMNS =
  "session_id, account_id, method, created_at, authenticated_at, last_used_at, expires_at, ended_at, address, user_agent";

const toSession = (row: SessionRow): Session => ({
  sessionId: row.session_id,
  accountId: row.account_id,
  method: row.method,
  createdAt: row.created_at,
  authenticatedAt: row.authenticated_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  address: row.address,
  userAgent: row.user_agent,
});

export async function findSession(db: DomainDb, sessionId: string): Promise<Session | undefined> {
  const [row] = await db.query<SessionRow>(
    `select ${COLUMNS} from account_sessions where domain_id = $1 and session_id = $2`,
    [sessionId],
  );
  return row && toSession(row);
}

/** Returns the sessions of an account that have not ended, the most recently used first. */
export async function listOpenSessions(db: DomainDb, accountId: string, now: Date): Promise<readonly Session[]> {
  const rows = await db.query<SessionRow>(
    `select ${COLUMNS} from account_sessions
     where domain_id = $1 and account_id = $2 and ended_at is null and expires_at > $3
     order by last_used_at desc, session_id`,
    [accountId, now],
  );
  return rows.map(toSession);
}

/** Returns the addresses from which sessions of an account were started that nobody had to end. */
export async function listSessionAddresses(db: DomainDb, accountId: string): Promise<readonly string[]> {
  const rows = await db.query<{ address: string }>(
    `select distinct address from account_sessions where domain_id = $1 and account_id = $2
       and (end_reason is null or end_reason in ('signed_out', 'replaced'))`,
    [accountId],
  );
  return rows.map(({ address }) => address);
}

export async function addSession(
  tx: DomainDb,
  session: Omit<Session, "endedAt" | "lastUsedAt" | "authenticatedAt">,
  refreshDigest: string,
): Promise<void> {
  await tx.execute(
    `insert into account_sessions (domain_id, session_id, account_id, method, created_at, authenticated_at, last_used_at,
       expires_at, address, user_agent, refresh_digest) values ($1, $2, $3, $4, $5, $5, $5, $6, $7, $8, $9)`,
    [
      session.sessionId,
      session.accountId,
      session.method,
      session.createdAt,
      session.expiresAt,
      session.address,
      session.userAgent,
      refreshDigest,
    ],
  );
}

/** Replaces a valid refresh token by its successor; returns undefined if no open session has this token. */
export async function exchangeRefreshToken(
  tx: DomainDb,
  digests: { readonly from: string; readonly to: string },
  now: Date,
  idleSince: Date,
): Promise<Session | undefined> {
  const [row] = await tx.query<SessionRow>(
    `update account_sessions set refresh_digest = $3, last_used_at = $4
     where domain_id = $1 and refresh_digest = $2 and ended_at is null and expires_at > $4 and last_used_at > $5
     returning ${COLUMNS}`,
    [digests.from, digests.to, now, idleSince],
  );
  if (!row) return undefined;
  await tx.execute("insert into used_refresh_tokens (domain_id, digest, session_id) values ($1, $2, $3)", [
    digests.from,
    row.session_id,
  ]);
  return toSession(row);
}

/** Returns the session of a refresh token that was exchanged before. */
export async function findSessionOfUsedToken(db: DomainDb, digest: string): Promise<Session | undefined> {
  const [row] = await db.query<SessionRow>(
    `select ${COLUMNS} from account_sessions s
     where domain_id = $1 and session_id =
       (select session_id from used_refresh_tokens where domain_id = $1 and digest = $2)`,
    [digest],
  );
  return row && toSession(row);
}

export async function isOpenSession(db: DomainDb, sessionId: string): Promise<boolean> {
  const rows = await db.query(
    "select 1 from account_sessions where domain_id = $1 and session_id = $2 and ended_at is null",
    [sessionId],
  );
  return rows.length > 0;
}

/** Records that the person entered a password or code again. */
export async function setAuthenticatedAt(tx: DomainDb, sessionId: string, at: Date): Promise<void> {
  await tx.execute("update account_sessions set authenticated_at = $3 where domain_id = $1 and session_id = $2", [
    sessionId,
    at,
  ]);
}

/** Ends a session; returns false if it has ended already. */
export async function endSession(tx: DomainDb, sessionId: string, reason: SessionEnd, at: Date): Promise<boolean> {
  const ended = await tx.execute(
    `update account_sessions set ended_at = $4, end_reason = $3
     where domain_id = $1 and session_id = $2 and ended_at is null`,
    [sessionId, reason, at],
  );
  return ended === 1;
}

/**
 * Ends all sessions of an account, except one if it is named; returns how many there were. Those that had been left before get the same
 * reason: who began them is as uncertain, so their networks are not the owner's any more.
 */
export async function endSessionsOf(
  tx: DomainDb,
  accountId: string,
  reason: SessionEnd,
  at: Date,
  except: string | null = null,
): Promise<number> {
  await tx.execute(
    `update account_sessions set end_reason = $3
     where domain_id = $1 and account_id = $2 and end_reason in ('signed_out', 'replaced')`,
    [accountId, reason],
  );
  return tx.execute(
    `update account_sessions set ended_at = $4, end_reason = $3
     where domain_id = $1 and account_id = $2 and ended_at is null and session_id is distinct from $5::uuid`,
    [accountId, reason, at, except],
  );
}

/** Ends the oldest open sessions of an account that were created after a time, except the newest; returns how many. */
export function endOldestSessions(
  tx: DomainDb,
  accountId: string,
  { kept, since }: { readonly kept: number; readonly since: Date },
  reason: SessionEnd,
  at: Date,
): Promise<number> {
  return tx.execute(
    `update account_sessions set ended_at = $4, end_reason = $3
     where domain_id = $1 and session_id in
       (select session_id from account_sessions
        where domain_id = $1 and account_id = $2 and created_at > $6 and ended_at is null
        order by created_at desc, session_id desc offset $5)`,
    [accountId, reason, at, kept, since],
  );
}

/**
 * Ends the sessions of all accounts; returns how many were open. Those that have expired are ended too: another server's clock may
 * be behind.
 */
export async function endAllSessions(tx: DomainDb, reason: SessionEnd, at: Date): Promise<number> {
  const ended = await tx.query<{ was_open: boolean }>(
    `update account_sessions set ended_at = $3, end_reason = $2
     where domain_id = $1 and ended_at is null returning expires_at > $3::timestamptz as was_open`,
    [reason, at],
  );
  return ended.filter((session) => session.was_open).length;
}

/** Deletes sessions that ended or expired before a time. */
export function forgetSessions(db: DomainDb, before: Date): Promise<number> {
  return db.execute("delete from account_sessions where domain_id = $1 and (ended_at < $2 or expires_at < $2)", [
    before,
  ]);
}
