import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "../../runtime/clock.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains } from "../../store/domains/domains.ts";
import { countPending, MAX_PENDING_ROWS } from "../../store/rows/pending-rows.ts";

const MAX_TOGETHER = 1_000_000;
/** Whoever asks more often gets the same count. */
const KEPT_MS = 5_000;
const PATIENCE_MS = 2_000;

/**
 * How many rows of all domains wait for the detectors, for someone who watches: counted as far as the limits, one count
 * at a time. While one takes long the last one is told; when the database does not answer, no number is.
 */
export function createWaitingCount(database: Database): () => Promise<number> {
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
    return Promise.race([running, wait(PATIENCE_MS, undefined, { ref: false }).then(() => last.count)]);
  };
}

async function countAll(database: Database): Promise<number> {
  let count = 0;
  for (const { domainId } of await listDomains(database.system)) {
    if (count >= MAX_TOGETHER) break;
    count += await countPending(database.forDomain(domainId), MAX_PENDING_ROWS);
  }
  return count;
}
