import { systemClock } from "../../../src/runtime/clock.ts";
import { openDatabase } from "../../../src/store/database/open.ts";
import { listDomains } from "../../../src/store/domains/domains.ts";
import { expireRows } from "../../../src/store/rows/expire-rows.ts";
import { openRowPartitions } from "../../../src/store/rows/row-partitions.ts";
import type { Installation } from "./bench-server.ts";

/** What removing all rows took. */
export interface Removal {
  readonly rows: number;
  readonly seconds: number;
}

/** So many days from now the time of all rows is over. */
const LATER_MS = 200 * 86_400_000;

/** Removes all rows of the benchmark as a server does when their time is over: days are marked and partitions dropped. */
export async function measureRetention(installation: Installation): Promise<Removal> {
  const database = await openDatabase({ ...installation, statementTimeoutMs: 600_000, shared: false });
  try {
    const domains = await listDomains(database.system);
    const later = new Date(systemClock().getTime() + LATER_MS);
    const partitions = openRowPartitions(database);
    const started = performance.now();
    let rows = 0;
    for (const { domainId } of domains) rows += await expireRows(database.forDomain(domainId), later);
    await partitions.dropOutlived(later);
    return { rows, seconds: (performance.now() - started) / 1_000 };
  } finally {
    await database.close();
  }
}
