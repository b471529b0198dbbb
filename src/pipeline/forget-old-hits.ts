import type { StatefulDetector } from "../analysis/detect/stateful-detector.ts";
import { LATE_MS } from "../model/log-row.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DomainHandle } from "../store/database.ts";
import { forgetHits } from "../store/hits.ts";
import type { DetectorSet } from "./detector-set.ts";
import { memoriesOf } from "./hit-memory.ts";

/** Forgets hits that no row can meet any more, neither one that comes now nor one of a history being replayed. */
export async function forgetOldHits(db: DomainHandle, clock: Clock, { stateful }: DetectorSet): Promise<void> {
  const now = clock().getTime();
  for (const { name, readers } of memoriesOf(stateful)) {
    await forgetHits(db, name, new Date(now - Math.max(...readers.map(keptMs))));
  }
}

const keptMs = ({ spanMs, periodMs, foldMs }: StatefulDetector): number => 2 * (spanMs + periodMs + foldMs) + LATE_MS;
