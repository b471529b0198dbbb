import type { AnalysisCandidate } from "../../store/analysis/analysis-candidates.ts";
import { evaluationDayOf, startOfDay, WATERMARK_MS } from "./evaluation-day.ts";

/** How long a run waits for pending rows. A domain under constant load is analyzed nevertheless. */
const MAX_WAIT_MS = 30 * 60_000;
/** The time between runs when a resource has just reached the history that it requires. */
const FIRST_BUILD_MS = 60_000;

/**
 * Returns since when the analysis of a domain is due; undefined if it is not. It is due on a new evaluation day, when a
 * resource has reached the history that it requires, and when the facts changed and `intervalMs` has passed since the
 * last run.
 */
export function dueSince(candidate: AnalysisCandidate, now: Date, intervalMs: number): Date | undefined {
  if (candidate.retryAt && candidate.retryAt > now) return undefined;
  const since = wantedSince(candidate, now, intervalMs);
  if (since === undefined || since > now) return undefined;
  const isWaiting = candidate.isPending && now.getTime() - since.getTime() < MAX_WAIT_MS;
  return isWaiting ? undefined : since;
}

/** Returns from when on the analysis of a domain runs, unless rows are pending; undefined until its data changes. */
export function plannedFor(candidate: AnalysisCandidate, now: Date, intervalMs: number): Date | undefined {
  const since = wantedSince(candidate, now, intervalMs);
  return since && candidate.retryAt && candidate.retryAt > since ? candidate.retryAt : since;
}

/** Returns when the analysis is due if no rows are pending; undefined if nothing has changed. */
function wantedSince(candidate: AnalysisCandidate, now: Date, intervalMs: number): Date | undefined {
  const { analyzed, changes, firstChangedAt, newestEventAt, resourcesWithHistory } = candidate;
  if (!analyzed) return firstChangedAt;
  const afterRun = (ms: number): number => analyzed.startedAt.getTime() + ms;
  const day = evaluationDayOf(now, newestEventAt);
  if (day > analyzed.day) return new Date(Math.max(startOfDay(day).getTime() + WATERMARK_MS, afterRun(0)));
  if (changes === analyzed.changes) return undefined;
  return new Date(
    resourcesWithHistory > analyzed.resourcesWithHistory ? afterRun(FIRST_BUILD_MS) : afterRun(intervalMs),
  );
}
