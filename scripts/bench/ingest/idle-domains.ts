import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../src/runtime/clock.ts";
import { newId } from "../../../src/runtime/ids.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { openDatabase } from "../../../src/store/database/open.ts";
import { addDomain } from "../../../src/store/domains/domains.ts";
import { type Installation, startBenchServer } from "./bench-server.ts";

/** Until the first turn of every domain is over. */
const SETTLE_MS = 60_000;
/** Some work is done once a minute. */
const MEASURED_MS = 60_000;

/** Returns the CPU time of a server with so many domains without work, as a share of one core. */
export async function idleShare(installation: Installation, domains: number): Promise<number> {
  const database = await openDatabase({ ...installation, statementTimeoutMs: 60_000, shared: false });
  try {
    await migrate(database, systemClock);
    for (let n = 0; n < domains; n++) {
      await addDomain(database, { domainId: newId(), name: `idle-${n}`, createdAt: systemClock() });
    }
  } finally {
    await database.close();
  }
  const server = await startBenchServer(installation);
  try {
    await sleep(SETTLE_MS);
    const before = server.cpuMs();
    await sleep(MEASURED_MS);
    return (server.cpuMs() - before) / MEASURED_MS;
  } finally {
    await server.stop();
  }
}
