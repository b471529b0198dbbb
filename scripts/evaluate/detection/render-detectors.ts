import { alignColumns } from "../align-columns.ts";
import type { DetectorScore } from "./detector-scores.ts";

/** Renders one line for each detector. */
export function renderDetectors(scores: readonly DetectorScore[]): string {
  const head = ["detector", "events", "precision", "cases", "false cases", "found alone"];
  const rows = scores.map(({ detector, events, hits, cases, falseCases, foundAlone }) => [
    detector,
    String(events),
    (hits / events).toFixed(2),
    String(cases),
    String(falseCases),
    String(foundAlone),
  ]);
  return alignColumns([head, ...rows]);
}
