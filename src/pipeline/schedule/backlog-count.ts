import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "../../runtime/clock.ts";
import type { Backlog } from "../../runtime/metrics.ts";
import { countQueuedSubjects } from "../../store/cases/judge-queue.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains } from "../../store/domains/domains.ts";
import { countPending, MAX_PENDING_ROWS } from "../../store/rows/pending-rows.ts";

const MAX_TOTAL = 1_000_000;
/** How long a count is cached. */
const KEPT_MS = 5_000;
const TIMEOUT_MS = 2_000;

const UNKNOWN: Backlog = { rows: Number.NaN, subjects: Number.NaN };

/**
 * Returns a function for monitoring that counts what waits in all domains, up to the limits, one count at a time. If a
 * count takes longer than 2 seconds the previous one is returned; NaN if the database does not respond.
 */
export function createBacklogCount(database: Database): () => Promise<Backlog> {
  let last = { count: UNKNOWN, at: Number.NEGATIVE_INFINITY };
  let running: Promise<Backlog> | undefined;
  return () => {
    if (!running && monotonicMs() - last.at < KEPT_MS) return Promise.resolve(last.count);
    running ??= countAll(database)
      .catch(() => UNKNOWN)
      .then((count) => {
        last = { count, at: monotonicMs() };
        running = undefined;
        return count;
      });
    return Promise.race([running, wait(TIMEOUT_MS, undefined, { ref: false }).then(() => last.count)]);
  };
}

async function countAll(database: Database): Promise<Backlog> {
  let [rows, subjects] = [0, 0];
  for (const { domainId } of await listDomains(database.system)) {
    if (rows >= MAX_TOTAL) break;
    const db = database.forDomain(domainId);
    rows += await countPending(db, MAX_PENDING_ROWS);
    subjects += await countQueuedSubjects(db, MAX_PENDING_ROWS);
  }
  return { rows, subjects };
}
