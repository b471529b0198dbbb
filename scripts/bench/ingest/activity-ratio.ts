import { ingestRows } from "../../../src/ingest/rows/ingest-rows.ts";
import { actorOf } from "../../../src/model/rows/row-actor.ts";
import { collectActivity } from "../../../src/pipeline/activity/collect-activity.ts";
import { createKnownActivity } from "../../../src/pipeline/activity/known-activity.ts";
import type { DetectorSet } from "../../../src/pipeline/detect/detector-set.ts";
import { createKnownHits } from "../../../src/pipeline/detect/known-hits.ts";
import { BATCH_ROWS } from "../../../src/pipeline/schedule/batch-work.ts";
import { processBatch } from "../../../src/pipeline/schedule/process-batch.ts";
import { newId } from "../../../src/runtime/ids.ts";
import type { DomainDb, DomainHandle } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { openDatabase } from "../../../src/store/database/open.ts";
import { addDomain } from "../../../src/store/domains/domains.ts";
import { readPending } from "../../../src/store/rows/pending-rows.ts";
import { median } from "../detect/rounds.ts";
import { type RowsToSend, streamOfRows } from "../detect/stream-of-rows.ts";
import { type Meter, meterOf, minus, NO_TIME, plus, type UsedTime } from "./used-time.ts";

const DELIVERY_ROWS = 1_000;
/** Deliveries to each arm that are not measured. */
const WARM_UP = 5;
/** Deliveries to each arm in a round. */
const DELIVERIES = 2;
const START_MS = Date.now() - 30 * 86_400_000;
const TARGET = 1.25;
const clock = (): Date => new Date();

/** The median over all rounds of the cost with activity by the cost without. */
export interface ActivityRatio {
  readonly wall: number;
  readonly cpu: number;
}

/**
 * Measures ingest and processing with activity against the same without it. Deliveries alternate between two domains,
 * so that both are measured under the same load, and every round gives one ratio. The domain without activity skips its
 * statements; the time to collect it, measured on the same rows, and to pack it between the statements is subtracted.
 */
export async function benchActivityRatio(
  where: { readonly databaseUrl: string | undefined; readonly dataDir: string },
  detectors: DetectorSet,
  rounds: number,
): Promise<ActivityRatio> {
  const database = await openDatabase({ ...where, statementTimeoutMs: 60_000, shared: false });
  try {
    await migrate(database, clock);
    const meter = await meterOf(database);
    const given = async (): Promise<DomainHandle> => {
      const domainId = newId();
      await addDomain(database, { domainId, name: domainId, createdAt: clock() });
      return database.forDomain(domainId);
    };
    const full = new Arm(await given(), detectors, meter);
    const bare = new Arm(await given(), detectors, meter, new SkippedActivity(meter));
    let part = 0;
    const deliver = async (): Promise<void> => {
      const delivery = streamOfRows(START_MS, part * DELIVERY_ROWS, DELIVERY_ROWS);
      for (const arm of part % 2 === 0 ? [full, bare] : [bare, full]) await arm.work(delivery);
      part += 1;
    };
    for (let warm = 0; warm < WARM_UP; warm++) await deliver();
    const ratios: ActivityRatio[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const arm of [full, bare]) arm.used = NO_TIME;
      for (let delivery = 0; delivery < DELIVERIES; delivery++) await deliver();
      ratios.push({ wall: full.used.wallMs / bare.used.wallMs, cpu: full.used.cpuMs / bare.used.cpuMs });
    }
    const [wall, cpu] = [median(ratios.map((ratio) => ratio.wall)), median(ratios.map((ratio) => ratio.cpu))];
    console.log(
      `${database.engine.padEnd(8)} with activity / without, median of ${rounds} rounds of ${DELIVERIES * DELIVERY_ROWS} rows:`,
      `CPU time ${cpu.toFixed(2)}, wall time ${wall.toFixed(2)} (goal: at most ${TARGET})`,
    );
    console.log(`         CPU time of each round: ${ratios.map((ratio) => ratio.cpu.toFixed(2)).join(" ")}`);
    return { wall, cpu };
  } finally {
    await database.close();
  }
}

class Arm {
  /** Time used since it was last set, without that for activity if this is skipped. */
  used = NO_TIME;
  readonly #db: DomainHandle;
  readonly #skipped: SkippedActivity | undefined;
  readonly #detectors: DetectorSet;
  readonly #meter: Meter;
  readonly #known = { knownHits: createKnownHits(), knownActivity: createKnownActivity() };

  constructor(db: DomainHandle, detectors: DetectorSet, meter: Meter, skipped?: SkippedActivity) {
    this.#db = skipped?.handle(db) ?? db;
    this.#skipped = skipped;
    this.#detectors = detectors;
    this.#meter = meter;
  }

  async work(delivery: readonly RowsToSend[]): Promise<void> {
    const started = this.#meter();
    for (const { table, lines } of delivery) await ingestRows(this.#db, clock, { table, lines });
    const stored = this.#meter();
    const { rows } = await readPending(this.#db, { rows: BATCH_ROWS, bytes: 16 * 1_048_576 });
    const read = this.#meter();
    // Both arms collect once more than needed, so that the same code is warm in both.
    await collectActivity(this.#db.domainId, rows, actorOf, () => undefined);
    const collected = this.#meter();
    const packedBefore = this.#skipped?.packing ?? NO_TIME;
    while ((await processBatch(this.#db, clock, this.#detectors, this.#known)).rows > 0);
    const processed = this.#meter();
    const whole = plus(minus(stored, started), minus(processed, collected));
    const packing = minus(this.#skipped?.packing ?? NO_TIME, packedBefore);
    const ofActivity = this.#skipped ? plus(minus(collected, read), packing) : NO_TIME;
    this.used = plus(this.used, minus(whole, ofActivity));
  }
}

/** The statements that store activity; detectors read it with others. */
const OF_ACTIVITY = /insert into (activity_[a-z_]+|address_use|directory_changes)|select payload from activity_days/;

/** Skips the statements of activity, which follow one another, and measures the time between them. */
class SkippedActivity {
  packing = NO_TIME;
  readonly #meter: Meter;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  handle(db: DomainHandle): DomainHandle {
    return { ...db, transaction: (work) => db.transaction((tx) => work(this.#skipping(tx))) };
  }

  #skipping(tx: DomainDb): DomainDb {
    let last: UsedTime | undefined;
    const isSkipped = (text: string): boolean => {
      const isOfActivity = OF_ACTIVITY.test(text);
      const now = isOfActivity ? this.#meter() : undefined;
      if (now) this.packing = plus(this.packing, minus(now, last ?? now));
      last = now;
      return isOfActivity;
    };
    return {
      ...tx,
      query: async (text, values) => (isSkipped(text) ? [] : tx.query(text, values)),
      execute: async (text, values) => (isSkipped(text) ? 0 : tx.execute(text, values)),
    };
  }
}
