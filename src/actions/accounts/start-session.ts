import type { SignInMethod } from "../../model/account.ts";
import type { AuditRecord } from "../../model/audit.ts";
import { newId } from "../../runtime/ids.ts";
import { newRefreshToken } from "../../runtime/refresh-token.ts";
import { setSignedInAt } from "../../store/accounts/accounts.ts";
import { addSession, endOldestSessions, endSession } from "../../store/accounts/sessions.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { type AccountContext, digestOf } from "./account-context.ts";

/** A session ends this long after the sign-in, whatever happens. */
export const SESSION_HOURS = 12;
/** A session that is not used for this long has ended. */
export const IDLE_MINUTES = 30;

/** Where a request comes from. */
export interface SessionOrigin {
  readonly address: string;
  readonly userAgent: string | null;
  /** The sessions that the browser held until now: they end with the start of the new one. */
  readonly earlierSessionIds?: readonly string[] | undefined;
}

/** The tokens of a session. Neither is stored. */
export interface SessionTokens {
  readonly sessionId: string;
  readonly accountId: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
}

const MAX_USER_AGENT = 256;
/** Open sessions of one account; a further one ends the oldest. */
export const MAX_SESSIONS = 50;

/** Starts a session in the caller's transaction. */
export async function startSession(
  ctx: AccountContext,
  tx: DomainDb,
  accountId: string,
  method: SignInMethod,
  origin: SessionOrigin,
): Promise<{ readonly tokens: SessionTokens; readonly audit: AuditRecord }> {
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + SESSION_HOURS * 3_600_000);
  const sessionId = newId();
  const refreshToken = newRefreshToken(ctx.secret, sessionId);
  const userAgent = origin.userAgent?.slice(0, MAX_USER_AGENT) ?? null;
  await addSession(
    tx,
    { sessionId, accountId, method, createdAt, expiresAt, address: origin.address, userAgent },
    digestOf(ctx, refreshToken),
  );
  await setSignedInAt(tx, accountId, createdAt);
  const replaced: string[] = [];
  for (const earlierId of origin.earlierSessionIds ?? []) {
    if (await endSession(tx, earlierId, "replaced", createdAt)) replaced.push(earlierId);
  }
  const since = new Date(createdAt.getTime() - SESSION_HOURS * 3_600_000);
  const ended = await endOldestSessions(tx, accountId, { kept: MAX_SESSIONS, since }, "replaced", createdAt);
  return {
    tokens: { sessionId, accountId, refreshToken, expiresAt },
    audit: {
      action: "session.start",
      target: { kind: "session", id: sessionId },
      before: null,
      after: {
        account_id: accountId,
        method,
        ...(replaced.length > 0 && { replaced_sessions: replaced }),
        ...(ended > 0 && { sessions_ended: ended }),
      },
    },
  };
}
