import type { SeenRow, StatefulDetector } from "../../analysis/detect/stateful-detector.ts";
import type { Finding } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";

/** Told of a detector that failed on what it was given: its work is lost, that of all others goes on. */
export type OnDetectorProblem = (slug: string, error: Error) => void;

/** A row as the rules see it, and what they conclude from it alone. */
export interface RowLook {
  /** Its matches include the rules that only feed correlations. */
  readonly seen: SeenRow;
  readonly findings: readonly Finding[];
}

/** Everything that looks at the rows of a domain. It never changes: other rules are another set. */
export interface DetectorSet {
  look(row: LogRow, actor: Actor | null, onProblem: OnDetectorProblem): RowLook;
  readonly stateful: readonly StatefulDetector[];
}
