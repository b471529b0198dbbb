import type { DetectorSet } from "../../src/pipeline/detect/detector-set.ts";

/** Detectors that find nothing: rows are only counted for the analysis. */
export const NO_DETECTORS: DetectorSet = {
  look: (row, actor) => ({ seen: { row, actor, matches: new Set<string>() }, findings: [] }),
  stateful: [],
  supersession: new Map(),
};
