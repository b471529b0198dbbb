import type { AnalysisPhase } from "./analysis-run.ts";
import { clustersPhase } from "./clusters-phase.ts";
import { driftPhase } from "./drift-phase.ts";
import { holdingsPhase } from "./holdings-phase.ts";
import { nhiPhase } from "./nhi-phase.ts";
import { personaPhase } from "./persona-phase.ts";

/** The phases of a run, in order: each may read what the earlier ones stored. */
export const PHASES: readonly AnalysisPhase[] = [holdingsPhase, nhiPhase, clustersPhase, personaPhase, driftPhase];
