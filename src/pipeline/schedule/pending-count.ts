import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "../../runtime/clock.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains } from "../../store/domains/domains.ts";
import { countPending, MAX_PENDING_ROWS } from "../../store/rows/pending-rows.ts";

const MAX_TOTAL = 1_000_000;
/** How long a count is cached. */
const KEPT_MS = 5_000;
const TIMEOUT_MS = 2_000;

/**
 * Returns a function for monitoring that counts the pending rows of all domains, up to the limits, one count at a time.
 * If a count takes longer than 2 seconds the previous one is returned; NaN if the database does not respond.
 */
export function createPendingCount(database: Database): () => Promise<number> {
  let last = { count: Number.NaN, at: Number.NEGATIVE_INFINITY };
  let running: Promise<number> | undefined;
  return () => {
    if (!running && monotonicMs() - last.at < KEPT_MS) return Promise.resolve(last.count);
    running ??= countAll(database)
      .catch(() => Number.NaN)
      .then((count) => {
        last = { count, at: monotonicMs() };
        running = undefined;
        return count;
      });
    return Promise.race([running, wait(TIMEOUT_MS, undefined, { ref: false }).then(() => last.count)]);
  };
}

async function countAll(database: Database): Promise<number> {
  let count = 0;
  for (const { domainId } of await listDomains(database.system)) {
    if (count >= MAX_TOTAL) break;
    count += await countPending(database.forDomain(domainId), MAX_PENDING_ROWS);
  }
  return count;
}
