import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ingestRows } from "../../../src/ingest/rows/ingest-rows.ts";
import { judgeDue } from "../../../src/pipeline/correlate/correlate-subjects.ts";
import type { DetectorSet } from "../../../src/pipeline/detect/detector-set.ts";
import { createKnownHits } from "../../../src/pipeline/detect/known-hits.ts";
import { createDetectorSource } from "../../../src/pipeline/rules/detector-source.ts";
import { keepStatistics } from "../../../src/pipeline/schedule/keep-statistics.ts";
import { processBatch } from "../../../src/pipeline/schedule/process-batch.ts";
import { newId } from "../../../src/runtime/ids.ts";
import type { DomainHandle } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { openDatabase } from "../../../src/store/database/open.ts";
import { addDomain } from "../../../src/store/domains/domains.ts";
import { createTestFolder } from "../../services/test-folder.ts";
import { startDurablePostgres } from "../durable-postgres.ts";
import { type RowsToSend, streamOfRows } from "./stream-of-rows.ts";

export interface EndToEndOptions {
  /** Rows for each database. */
  readonly rows: number;
  /** Rows for the memory measurement. */
  readonly memoryRows: number;
  readonly engines: readonly ("embedded" | "postgres")[];
}

const DELIVERY_ROWS = 2_000;
const MAX_WAITING = 10_000;
/** Rows that are not measured: until every person was seen once and the code is compiled. */
const WARM_UP = 10_000;
const START_MS = Date.now() - 30 * 86_400_000;
const MIB = 1_048_576;
const CHECKPOINTS = 10;
/** Largest growth since the first checkpoint that counts as flat. */
const FLAT = 1.25;

/** Measures rows per second from delivery to stored cases, with durable commits; returns whether memory stays flat. */
export async function benchEndToEnd(options: EndToEndOptions): Promise<boolean> {
  const folder = createTestFolder();
  const postgres = await startDurablePostgres(folder.path);
  try {
    const detectors = await loadDetectors();
    const url = "url" in postgres ? postgres.url : undefined;
    if ("missing" in postgres) console.log(`skipped: PostgreSQL (${postgres.missing})`);
    for (const engine of options.engines.filter((wanted) => wanted === "embedded" || url)) {
      const databaseUrl = engine === "postgres" ? url : undefined;
      await withDomain({ databaseUrl, dataDir: join(folder.path, engine) }, async (db, onWorked) => {
        const bench = { db, detectors, onWorked };
        await send(bench, deliveriesOf(0, WARM_UP), () => undefined);
        // Generated beforehand: generating rows is not measured.
        const deliveries = [...deliveriesOf(WARM_UP, options.rows)];
        const { seconds } = await send(bench, deliveries, () => undefined);
        const rate = Math.round(options.rows / seconds);
        console.log(`end to end, ${engine.padEnd(8)} ${rate} rows/s (${options.rows} rows after ${WARM_UP})`);
      });
    }
    if (options.memoryRows === 0) return true;
    return await withDomain({ databaseUrl: url, dataDir: join(folder.path, "memory") }, (db, onWorked) =>
      watchMemory({ db, detectors, onWorked }, options.memoryRows),
    );
  } finally {
    if ("stop" in postgres) await postgres.stop();
    folder.remove();
  }
}

function loadDetectors(): Promise<DetectorSet> {
  const log = { warn: (facts: object, message: string) => console.log(message, JSON.stringify(facts)) };
  return createDetectorSource({ folder: undefined, log }).detectorsFor({ name: "bench" });
}

async function withDomain<T>(
  where: { readonly databaseUrl: string | undefined; readonly dataDir: string },
  work: (db: DomainHandle, onWorked: (rows: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const clock = (): Date => new Date();
  const database = await openDatabase({ ...where, statementTimeoutMs: 60_000, shared: false });
  try {
    await migrate(database, clock);
    const domainId = newId();
    await addDomain(database, { domainId, name: domainId, createdAt: clock() });
    return await work(database.forDomain(domainId), keepStatistics(database));
  } finally {
    await database.close();
  }
}

const pause = (): Promise<void> => sleep(2);

interface Bench {
  readonly db: DomainHandle;
  readonly detectors: DetectorSet;
  readonly onWorked: (rows: number) => Promise<void>;
}

/** Delivers rows while earlier ones are processed, as the service does, with a bounded number of waiting rows. */
async function send(
  { db, detectors, onWorked }: Bench,
  deliveries: Iterable<readonly RowsToSend[]>,
  onProgress: (worked: number) => void,
): Promise<{ readonly seconds: number }> {
  const clock = (): Date => new Date();
  const knownHits = createKnownHits();
  const progress = { sent: 0, worked: 0, isOver: false };
  const sending = async (): Promise<void> => {
    for (const delivery of deliveries) {
      for (const { table, lines } of delivery) {
        progress.sent += (await ingestRows(db, clock, { table, lines })).accepted;
      }
      while (progress.sent - progress.worked > MAX_WAITING) await pause();
    }
    progress.isOver = true;
  };
  const working = async (): Promise<void> => {
    while (!progress.isOver || progress.worked < progress.sent) {
      const { rows } = await processBatch(db, clock, detectors, { knownHits });
      progress.worked += rows;
      await onWorked(rows);
      onProgress(progress.worked);
      if (rows === 0) await pause();
    }
  };
  const started = performance.now();
  await Promise.all([sending(), working()]);
  await judgeDue(db, clock);
  return { seconds: (performance.now() - started) / 1_000 };
}

/** Yields `rows` rows, starting with the `from`-th, in deliveries. */
function* deliveriesOf(from: number, rows: number): Generator<readonly RowsToSend[]> {
  for (let sent = 0; sent < rows; sent += DELIVERY_ROWS) {
    yield streamOfRows(START_MS, from + sent, Math.min(DELIVERY_ROWS, rows - sent));
  }
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the memory in use after a garbage collection. */
function heldMiB(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

async function watchMemory(bench: Bench, rows: number): Promise<boolean> {
  const held: number[] = [];
  let peak = 0;
  const started = performance.now();
  const { seconds } = await send(bench, deliveriesOf(0, rows), (worked) => {
    peak = Math.max(peak, process.memoryUsage.rss() / MIB);
    if (worked < (rows * (held.length + 1)) / CHECKPOINTS) return;
    held.push(heldMiB());
    const took = Math.round((performance.now() - started) / 1_000);
    process.stderr.write(`  ${worked} rows: ${Math.round(held.at(-1) ?? 0)} MiB held, ${took} s\n`);
  });
  const [first = 0] = held;
  const growth = Math.max(...held) / first;
  const isFlat = growth <= FLAT;
  console.log(
    `memory over ${rows} rows: ${Math.round(first)} MiB held at the first tenth, at most ${growth.toFixed(2)} x that later,`,
    `RSS at most ${Math.round(peak)} MiB: ${isFlat ? "flat" : "NOT FLAT"} (${Math.round(rows / seconds)} rows/s)`,
  );
  return isFlat;
}
