import type { DatabaseLink } from "../../../store/database/database.ts";
import type { RunProgress, RunTask } from "../run-phases.ts";

/** What the thread is asked for: one run. */
export interface RunRequest {
  readonly task: RunTask;
  readonly link: DatabaseLink;
  /** Shared memory of one number, which is not 0 when the run is to stop: visible even while the thread computes. */
  readonly stop: Int32Array;
}

/** What the thread answers: the begin of each phase, then how the run ended. */
export type RunReply =
  | { readonly kind: "phase"; readonly progress: RunProgress }
  | { readonly kind: "ended"; readonly progress: RunProgress }
  | { readonly kind: "failed"; readonly message: string; readonly isLeaseLost: boolean };
