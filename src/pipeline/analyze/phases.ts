import type { AnalysisPhase } from "./analysis-run.ts";
import { clustersPhase } from "./clusters-phase.ts";
import { driftEventsPhase } from "./drift-events-phase.ts";
import { driftPhase } from "./drift-phase.ts";
import { groupsPhase } from "./groups-phase.ts";
import { holdingsPhase } from "./holdings-phase.ts";
import { nhiPhase } from "./nhi-phase.ts";
import { personaPhase } from "./persona-phase.ts";
import { retentionPhase } from "./retention-phase.ts";

/**
 * The phases of a run, in order: each may read what the earlier ones stored. Drift is found before NHIs and personas,
 * which show it, and published after them, because an event about an NHI names its steward.
 * Days are removed last, when nothing reads them any more.
 */
export const PHASES: readonly AnalysisPhase[] = [
  holdingsPhase,
  groupsPhase,
  driftPhase,
  nhiPhase,
  clustersPhase,
  personaPhase,
  driftEventsPhase,
  retentionPhase,
];
