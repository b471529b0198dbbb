import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { type DeliveredRow, deliver } from "../../../test/support/row-sets.ts";
import { createMetrics } from "../../runtime/metrics.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import type { Domain } from "../../store/domains/domains.ts";
import { openRowPartitions } from "../../store/rows/row-partitions.ts";
import { createKnownActivity } from "../activity/known-activity.ts";
import { createKnownHits } from "../detect/known-hits.ts";
import { newProgress, type TurnParts, takeTurn } from "./domain-turn.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** Returns how many rows the first batch of a turn has, in a process that has measured quick batches before. */
async function firstBatch(situation: Pick<TurnParts, "isAlone" | "isIdle">): Promise<number> {
  const db = await opened.addDomain();
  const rows: readonly DeliveredRow[] = Array.from({ length: 100 }, (_, n) => ({
    table: "Syslog",
    columns: { TimeGenerated: NOW.toISOString(), SyslogMessage: `line ${n}` },
  }));
  await deliver(db, rows, NOW);
  const batches: number[] = [];
  const parts = partsWith({ ...situation, onProcessed: (count) => batches.push(count) });
  const progress = newProgress(parts);
  progress.longPacer.record(16, 1);
  while (await takeTurn(parts, domainOf(db), progress));
  expect(batches.reduce((sum, count) => sum + count, 0)).toBe(100);
  return batches[0] ?? 0;
}

const domainOf = ({ domainId }: DomainHandle) => ({ domainId, name: "turns" }) as Domain;

const partsWith = (more: Pick<TurnParts, "isAlone"> & Partial<TurnParts>): TurnParts => ({
  database: opened.database,
  clock: () => NOW,
  chance: () => 0,
  detectorsFor: async () => testDetectors,
  log: { warn: () => undefined },
  onProcessed: () => undefined,
  knownHits: createKnownHits(),
  knownActivity: createKnownActivity(),
  partitions: openRowPartitions(opened.database),
  isStopped: () => false,
  ...more,
});

const [yes, no] = [(): boolean => true, (): boolean => false];

it("batches are long only while they delay nobody: another domain on PostgreSQL, a request in the embedded engine", async () => {
  const isEmbedded = opened.database.engine === "embedded";
  expect({
    alone: await firstBatch({ isAlone: yes, isIdle: no }),
    idle: await firstBatch({ isAlone: no, isIdle: yes }),
    neither: await firstBatch({ isAlone: no, isIdle: no }),
    unknown: await firstBatch({ isAlone: no, isIdle: undefined }),
  }).toEqual({ alone: isEmbedded ? 16 : 32, idle: isEmbedded ? 32 : 16, neither: 16, unknown: 16 });
});

it("expired rows are removed and counted although rows always wait, when that is overdue", async () => {
  const db = await opened.addDomain();
  const line = (at: Date): DeliveredRow => ({
    table: "Syslog",
    columns: { TimeGenerated: at.toISOString(), SyslogMessage: "line" },
  });
  const old = new Date(NOW.getTime() - 200 * 86_400_000);
  await deliver(db, [line(old)], old);
  const idle = partsWith({ isAlone: no });
  const progress = newProgress(idle);
  while (await takeTurn(idle, domainOf(db), progress));
  // The worker is stopped after each batch, so that rows are always left.
  const metrics = createMetrics("0.0.0", () => 0);
  const busy = partsWith({ isAlone: no, isStopped: yes, metrics });
  await deliver(
    db,
    Array.from({ length: 100 }, (_, n) => line(new Date(NOW.getTime() - n * 1_000))),
    NOW,
  );
  const isRemoved = async () =>
    (await db.query("select from row_days where domain_id = $1 and removed_at is not null")).length > 0;
  expect([await takeTurn(busy, domainOf(db), progress), await isRemoved()]).toEqual([true, false]);
  Object.assign(progress, { forgetAt: progress.forgetAt - 3 * 3_600_000 });
  expect([await takeTurn(busy, domainOf(db), progress), await isRemoved()]).toEqual([true, true]);
  expect(await metrics.text()).toMatch(/^parapet_rows_removed_total 1$/m);
});
