import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testDetectors } from "../../../test/support/detectors.ts";
import { type DeliveredRow, deliver } from "../../../test/support/row-sets.ts";
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
  const { database } = opened;
  const batches: number[] = [];
  const progress = newProgress(database);
  progress.longPacer.record(16, 1);
  const turn = () =>
    takeTurn(
      {
        database,
        clock: () => NOW,
        chance: () => 0,
        detectorsFor: async () => testDetectors,
        log: { warn: () => undefined },
        onProcessed: (count) => batches.push(count),
        knownHits: createKnownHits(),
        knownActivity: createKnownActivity(),
        partitions: openRowPartitions(database),
        isStopped: () => false,
        ...situation,
      },
      { domainId: db.domainId, name: "turns" } as Parameters<typeof takeTurn>[1],
      progress,
    );
  while (await turn());
  expect(batches.reduce((sum, count) => sum + count, 0)).toBe(100);
  return batches[0] ?? 0;
}

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
