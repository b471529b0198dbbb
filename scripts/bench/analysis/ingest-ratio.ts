import { join } from "node:path";
import { ingestRows } from "../../../src/ingest/rows/ingest-rows.ts";
import { actorOf } from "../../../src/model/rows/row-actor.ts";
import { collectActivity } from "../../../src/pipeline/activity/collect-activity.ts";
import type { DetectorSet } from "../../../src/pipeline/detect/detector-set.ts";
import { createKnownHits } from "../../../src/pipeline/detect/known-hits.ts";
import { createDetectorSource } from "../../../src/pipeline/rules/detector-source.ts";
import { BATCH_ROWS, processBatch } from "../../../src/pipeline/schedule/process-batch.ts";
import { newId } from "../../../src/runtime/ids.ts";
import type { DomainDb, DomainHandle } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { openDatabase } from "../../../src/store/database/open.ts";
import { addDomain } from "../../../src/store/domains/domains.ts";
import { readPending } from "../../../src/store/rows/pending-rows.ts";
import { createTestFolder } from "../../services/test-folder.ts";
import { type RowsToSend, streamOfRows } from "../detect/stream-of-rows.ts";

const DELIVERY_ROWS = 1_000;
const WARM_UP = 5;
const START_MS = Date.now() - 30 * 86_400_000;
const clock = (): Date => new Date();

/**
 * Measures ingest and processing with activity against the same without it, on the embedded database. Deliveries
 * alternate between two domains, so that both are measured under the same load. The one without skips the statements of
 * activity; the time to collect it, measured on the same rows, and to pack it between the statements is subtracted.
 */
export async function benchIngestRatio(rows: number): Promise<number> {
  const folder = createTestFolder();
  const database = await openDatabase({
    dataDir: join(folder.path, "data"),
    statementTimeoutMs: 60_000,
    shared: false,
  });
  try {
    await migrate(database, clock);
    const log = { warn: (facts: object, message: string) => console.log(message, JSON.stringify(facts)) };
    const detectors = await createDetectorSource({ folder: undefined, log }).detectorsFor({ name: "bench" });
    const given = async (): Promise<DomainHandle> => {
      const domainId = newId();
      await addDomain(database, { domainId, name: domainId, createdAt: clock() });
      return database.forDomain(domainId);
    };
    const [full, bare] = [new Arm(await given(), detectors), new Arm(await given(), detectors, new SkippedActivity())];
    for (let part = 0; part * DELIVERY_ROWS < rows + WARM_UP * DELIVERY_ROWS; part++) {
      const delivery = streamOfRows(START_MS, part * DELIVERY_ROWS, DELIVERY_ROWS);
      for (const arm of part % 2 === 0 ? [full, bare] : [bare, full]) await arm.work(delivery, part >= WARM_UP);
    }
    const bareMs = bare.ms - bare.activityMs;
    const ratio = full.ms / bareMs;
    console.log(
      `ingest and processing of ${rows} rows: ${Math.round(full.ms)} ms with activity,`,
      `${Math.round(bareMs)} ms without: ${ratio.toFixed(2)} x (target: at most 1.25 x)`,
    );
    return ratio;
  } finally {
    await database.close();
    folder.remove();
  }
}

class Arm {
  ms = 0;
  /** Time spent on activity outside of its statements, if these are skipped. */
  activityMs = 0;
  readonly #db: DomainHandle;
  readonly #skipped: SkippedActivity | undefined;
  readonly #detectors: DetectorSet;
  readonly #knownHits = createKnownHits();

  constructor(db: DomainHandle, detectors: DetectorSet, skipped?: SkippedActivity) {
    this.#db = skipped?.handle(db) ?? db;
    this.#skipped = skipped;
    this.#detectors = detectors;
  }

  async work(delivery: readonly RowsToSend[], isMeasured: boolean): Promise<void> {
    const started = performance.now();
    for (const { table, lines } of delivery) await ingestRows(this.#db, clock, { table, lines });
    const stored = performance.now();
    const { rows } = await readPending(this.#db, { rows: BATCH_ROWS, bytes: 16 * 1_048_576 });
    const read = performance.now();
    await collectActivity(this.#db.domainId, rows, actorOf, () => undefined);
    const collected = performance.now();
    const packedBefore = this.#skipped?.packMs ?? 0;
    while ((await processBatch(this.#db, clock, this.#detectors, { knownHits: this.#knownHits })).rows > 0);
    if (!isMeasured) return;
    this.ms += stored - started + (performance.now() - collected);
    this.activityMs += collected - read + (this.#skipped?.packMs ?? 0) - packedBefore;
  }
}

const OF_ACTIVITY = /\b(activity_[a-z]+|directory_changes)\b/;

/** Skips the statements of activity, which follow one another, and measures the time between them. */
class SkippedActivity {
  packMs = 0;

  handle(db: DomainHandle): DomainHandle {
    return { ...db, transaction: (work) => db.transaction((tx) => work(this.#skipping(tx))) };
  }

  #skipping(tx: DomainDb): DomainDb {
    let last: number | undefined;
    const isSkipped = (text: string): boolean => {
      const now = performance.now();
      const isOfActivity = OF_ACTIVITY.test(text);
      if (isOfActivity) this.packMs += now - (last ?? now);
      last = isOfActivity ? now : undefined;
      return isOfActivity;
    };
    return {
      ...tx,
      query: async (text, values) => (isSkipped(text) ? [] : tx.query(text, values)),
      execute: async (text, values) => (isSkipped(text) ? 0 : tx.execute(text, values)),
    };
  }
}
