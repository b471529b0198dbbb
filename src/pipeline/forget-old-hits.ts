import type { StatefulDetector } from "../analysis/detect/stateful-detector.ts";
import { LATE_MS } from "../model/log-row.ts";
import type { Clock } from "../runtime/clock.ts";
import type { DomainHandle } from "../store/database.ts";
import { forgetHits } from "../store/hits.ts";
import { type DetectorSet, memoryNameOf } from "./detector-set.ts";

/** Forgets hits that no row can meet any more, neither one that comes now nor one of a history being replayed. */
export async function forgetOldHits(db: DomainHandle, clock: Clock, { stateful }: DetectorSet): Promise<void> {
  const now = clock().getTime();
  for (const detector of stateful) {
    await forgetHits(db, memoryNameOf(detector), new Date(now - keptMs(detector)));
  }
}

const keptMs = ({ spanMs, periodMs, foldMs }: StatefulDetector): number => 2 * (spanMs + periodMs + foldMs) + LATE_MS;
