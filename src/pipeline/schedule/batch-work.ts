import type { Clock } from "../../runtime/clock.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import type { PendingPart } from "../../store/rows/pending-rows.ts";
import { createKnownActivity, type KnownActivity } from "../activity/known-activity.ts";
import type { DetectorSet, OnDetectorProblem } from "../detect/detector-set.ts";
import { createKnownHits, type KnownHits } from "../detect/known-hits.ts";

export const BATCH_ROWS = 1_000;
/** A row may hold 1 MiB; a batch of such rows is shorter. */
export const BATCH_BYTES = 2 * 1_048_576;

export interface BatchOptions {
  /** How many rows a batch has at most; a function is asked before each batch. */
  readonly limit?: number | (() => number);
  /** How much text a batch holds. */
  readonly bytes?: number;
  readonly knownHits?: KnownHits;
  readonly knownActivity?: KnownActivity;
  readonly onProblem?: OnDetectorProblem;
  /** Called with the rows of a batch that failed, before the error is thrown. */
  readonly onFailed?: (batch: FailedRows) => void;
  /** Whether the detectors run on the next batch while the database stores one. */
  readonly overlaps?: () => boolean;
  /** Whether the next batch is also read meanwhile. The embedded database has one connection, so it cannot. */
  readonly readsAhead?: boolean;
}

/** Rows that were read and could not be examined or stored. */
export interface FailedRows {
  readonly rows: readonly unknown[];
  readonly parts: readonly PendingPart[];
}

/** What the batches of a domain are processed with. */
export interface BatchWork extends Required<BatchOptions> {
  readonly limit: () => number;
  readonly db: DomainHandle;
  readonly clock: Clock;
  readonly detectors: DetectorSet;
}

/** Completes options with defaults. */
export function workOf(db: DomainHandle, clock: Clock, detectors: DetectorSet, options: BatchOptions): BatchWork {
  const {
    limit = BATCH_ROWS,
    bytes = BATCH_BYTES,
    onProblem = ignoreProblem,
    onFailed = () => undefined,
    overlaps = () => true,
    readsAhead = false,
  } = options;
  const { knownHits = createKnownHits(), knownActivity = createKnownActivity() } = options;
  const nextLimit = typeof limit === "number" ? () => limit : limit;
  const steps = { onProblem, onFailed, overlaps, readsAhead };
  return { db, clock, detectors, limit: nextLimit, bytes, knownHits, knownActivity, ...steps };
}

const ignoreProblem: OnDetectorProblem = () => undefined;
