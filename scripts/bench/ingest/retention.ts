import { systemClock } from "../../../src/runtime/clock.ts";
import { openDatabase } from "../../../src/store/database/open.ts";
import { findDomainByName } from "../../../src/store/domains/domains.ts";
import { expireRows } from "../../../src/store/rows/expire-rows.ts";
import { openRowPartitions } from "../../../src/store/rows/row-partitions.ts";
import { BENCH_DOMAIN, type Installation } from "./bench-server.ts";

/** What removing all rows of a domain took. */
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
    const domain = await findDomainByName(database.system, BENCH_DOMAIN);
    if (!domain) throw new Error("the domain of the benchmark is gone");
    const later = new Date(systemClock().getTime() + LATER_MS);
    const partitions = openRowPartitions(database);
    const started = performance.now();
    const rows = await expireRows(database.forDomain(domain.domainId), later);
    await partitions.dropOutlived(later);
    return { rows, seconds: (performance.now() - started) / 1_000 };
  } finally {
    await database.close();
  }
}
