import { isReported } from "../../analysis/detect/reporting.ts";
import type { DetectorFacts } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { DetectorSet } from "../detect/detector-set.ts";

/**
 * What came of a row for a detector: an event that rests on it; nothing, because the domain switched the detector off or
 * made an exception; or no event for another reason.
 */
export type Outcome = "event" | "off" | "exception" | "no_event";

/** What the outcomes of a row depend on. */
export interface Reporting {
  readonly settings: DetectorSet["settings"];
  readonly actor: Actor | null;
  /** The detectors that have an event that rests on the row. */
  readonly reporting: ReadonlySet<string>;
  readonly now: Date;
}

/** Returns the outcome for a detector; `group` is null for a rule. */
export function outcomeOf(
  { settings, actor, reporting, now }: Reporting,
  detector: DetectorFacts,
  group: string | null,
): Outcome {
  if (reporting.has(detector.slug)) return "event";
  if (settings === undefined || isReported(settings, { detector, actor }, group, now.getTime())) return "no_event";
  return settings.off.has(detector.slug) ? "off" : "exception";
}
