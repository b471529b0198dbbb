import type { Database, SystemDb } from "./database.ts";

/** The key of the advisory lock; the same in every process. */
const TURN_LOCK = 61_140_931;

/**
 * Runs `work` while no other process works on the domain; returns undefined if one does. It keeps two processes from doing the
 * same work, of which only one could store the results. The lock ends with the connection that holds it.
 */
export async function inTurn<T>(database: Database, domainId: string, work: () => Promise<T>): Promise<T | undefined> {
  // One process has the embedded database, and its only connection is needed for the work.
  if (database.engine === "embedded") return work();
  return database.onOneConnection(async (db) => {
    if (!(await tryLock(db, domainId))) return undefined;
    try {
      return await work();
    } finally {
      await db.query(`select pg_advisory_unlock(${KEY})`, [domainId]);
    }
  });
}

const KEY = `hashtextextended($1::uuid::text, ${TURN_LOCK})`;

async function tryLock(db: SystemDb, domainId: string): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(`select pg_try_advisory_lock(${KEY}) as taken`, [domainId]);
  return row?.taken ?? false;
}
