import type { Chance } from "../../runtime/chance.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { PipelineMetrics } from "../../runtime/metrics.ts";
import type { Database } from "../../store/database/database.ts";
import type { Domain } from "../../store/domains/domains.ts";
import type { DetectorSet } from "../detect/detector-set.ts";

export interface WorkerLog {
  warn(facts: object, message: string): void;
}

/** What a worker counts. */
export type WorkerMetrics = Pick<
  PipelineMetrics,
  "countBatch" | "countFailedBatch" | "countSetAside" | "countRemoved" | "countDetectorFailure" | "countRefusedRules"
>;

export interface WorkerParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly detectorsFor: (domain: Pick<Domain, "domainId" | "name">) => Promise<DetectorSet>;
  readonly log: WorkerLog;
  readonly metrics?: WorkerMetrics | undefined;
  /** Whether nobody is using the service at the moment; somebody always is if absent. */
  readonly isIdle?: (() => boolean) | undefined;
}
