import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "../../runtime/clock.ts";
import type { Backlog } from "../../runtime/metrics.ts";
import { countQueuedSubjects } from "../../store/cases/judge-queue.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains } from "../../store/domains/domains.ts";
import { countPending, listDomainsWithWork, MAX_PENDING_ROWS } from "../../store/rows/pending-rows.ts";

const MAX_TOTAL = 1_000_000;
/** How long a count is cached. */
const KEPT_MS = 5_000;
const TIMEOUT_MS = 2_000;
/** Of how many domains one statement finds those with work; the others are not counted. */
const DOMAINS_AT_ONCE = 200;
/** Later than any subject is due. */
const FAR_FUTURE = new Date("9999-01-01T00:00:00.000Z");

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
  const domainIds = (await listDomains(database.system)).map(({ domainId }) => domainId);
  for (let start = 0; start < domainIds.length; start += DOMAINS_AT_ONCE) {
    const asked = domainIds.slice(start, start + DOMAINS_AT_ONCE);
    for (const domainId of await listDomainsWithWork(database.system, asked, FAR_FUTURE)) {
      if (rows >= MAX_TOTAL) return { rows, subjects };
      const db = database.forDomain(domainId);
      rows += await countPending(db, MAX_PENDING_ROWS);
      subjects += await countQueuedSubjects(db, MAX_PENDING_ROWS);
    }
  }
  return { rows, subjects };
}
