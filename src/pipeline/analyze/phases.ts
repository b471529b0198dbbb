import type { AnalysisPhase } from "./analysis-run.ts";

/** The phases of a run, in order: each may read what the earlier ones stored. */
export const PHASES: readonly AnalysisPhase[] = [];
