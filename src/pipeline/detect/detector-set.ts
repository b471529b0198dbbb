import type { SeenRow, StatefulDetector } from "../../analysis/detect/stateful-detector.ts";
import type { Supersession } from "../../analysis/detect/supersede.ts";
import type { Finding } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import type { RuleSettings } from "../../model/rule-settings.ts";

/** Called when a detector throws: its result is lost, all others continue. */
export type OnDetectorProblem = (slug: string, error: Error) => void;

/** A row with the rules it matches, and their findings. */
export interface RowLook {
  /** `matches` includes the rules that only feed correlations. */
  readonly seen: SeenRow;
  readonly findings: readonly Finding[];
}

/** All detectors of a domain. Immutable: changed rules make a new set. */
export interface DetectorSet {
  look(row: LogRow, actor: Actor | null, onProblem: OnDetectorProblem): RowLook;
  readonly stateful: readonly StatefulDetector[];
  /** Which detectors' findings replace those of others. */
  readonly supersession: Supersession;
  /** Which of their findings the domain does not want; absent if it wants all. */
  readonly settings?: RuleSettings;
}
