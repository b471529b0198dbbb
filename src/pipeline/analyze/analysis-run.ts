import type { DirectoryModel } from "../../model/identity/directory.ts";
import type { AccessModel } from "../../model/identity/entitlement.ts";
import type { AnalyzedResource } from "../../model/readiness.ts";
import type { TimeSlice } from "../../runtime/time-slice.ts";
import type { DomainHandle } from "../../store/database/database.ts";

/** One run of the analysis of a domain. Its phases run one after another, each in many short transactions. */
export interface AnalysisRun {
  readonly db: DomainHandle;
  /** The start of the evaluation day, 00:00 UTC: results use days before it only. */
  readonly asOf: Date;
  /** `asOf` as days since 1970-01-01. */
  readonly day: number;
  /** When results are recorded. */
  readonly now: Date;
  readonly directory: DirectoryModel;
  readonly access: AccessModel;
  /** A digest of all objects of the directory. */
  readonly directoryDigest: string;
  /** Call its `pause` between steps, so that requests are served. */
  readonly slice: TimeSlice;
  /** Whether to stop early; results stored so far stay, and the next run continues. */
  readonly isStopped: () => boolean;
  /** Adds to a number of the run's report, such as `personas`; absent in a run without a report. */
  readonly count?: (name: string, by: number) => void;
  /** Counts an identity that could not be analyzed; the report has the first error. */
  readonly fail?: (error: unknown) => void;
}

/** A phase reads facts, computes and stores results; running it again with the same facts changes nothing. */
export interface AnalysisPhase {
  readonly name: string;
  /** The resource that is ready when the phase has finished with enough history. */
  readonly builds?: AnalyzedResource;
  run(run: AnalysisRun): Promise<void>;
}
