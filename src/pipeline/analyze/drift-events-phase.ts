import { finalDayOf } from "../drift/final-day.ts";
import { publishEpisodes } from "../drift/publish-episodes.ts";
import type { AnalysisPhase } from "./analysis-run.ts";

/** Publishes the drift that is final as events; an event about an NHI names the steward that the run found. */
export const driftEventsPhase: AnalysisPhase = {
  name: "drift-events",
  run: async (run) => {
    const published = await publishEpisodes(run.db, finalDayOf(run.day), run.now);
    run.count?.("drift", published);
  },
};
