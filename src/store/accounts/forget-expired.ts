import type { DomainDb } from "../database/database.ts";
import { forgetCodes } from "./account-codes.ts";
import { forgetSessions } from "./sessions.ts";

/** Sessions and codes are kept this long after their end. */
const KEPT_MS = 86_400_000;

/** Deletes the sessions that ended and the codes that expired more than a day ago; returns how many there were. */
export async function forgetExpired(
  db: DomainDb,
  now: Date,
): Promise<{ readonly sessions: number; readonly codes: number }> {
  const before = new Date(now.getTime() - KEPT_MS);
  return { sessions: await forgetSessions(db, before), codes: await forgetCodes(db, before) };
}
