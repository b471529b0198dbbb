import { MAX_EVENTS_PER_CASE } from "../../model/case.ts";
import type { Severity } from "../../model/vocabulary.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Every number that decides what becomes a case. A change of one that the judge reads raises `judgeVersion`. */
export const CORRELATION = {
  judgeVersion: 1,
  /** Findings further apart than this are not one overview. */
  gapMs: 7 * DAY_MS,
  /** From the first to the last finding of a case. */
  spanMs: 30 * DAY_MS,
  maxEvents: MAX_EVENTS_PER_CASE,
  /** Of one detector a case shows this many events; the rest is counted in its brief. */
  shownPerDetector: 10,
  /** Things are quiet about a subject when its last event is this old. */
  quietMs: 5 * MINUTE_MS,
  /** Whoever is never quiet is judged this long after the first finding, also while rows wait. */
  latestMs: 30 * MINUTE_MS,
  /** A subject that could not be judged is tried again after this. */
  putOffMs: 10 * MINUTE_MS,
  /** A candidate that was not promoted is looked at again only for so long after it was recorded. */
  expiryMs: 30 * DAY_MS,
  /** More findings about one subject than this are not read: the oldest are left out. */
  maxCandidates: 10_000,
  /** Decisions that made no case are kept for so long. */
  decisionsKeptMs: 90 * DAY_MS,

  /** How often a finding of this severity is right where nobody has said anything about its detector yet. */
  priors: { none: 0.02, low: 0.1, medium: 0.3, high: 0.6, critical: 0.85 } satisfies Record<Severity, number>,
  /** How many verdicts that opinion weighs as much as. */
  priorWeight: 8,
  /** What a detector's next finding in the same case weighs, compared with the one before it. */
  repeatWeight: 0.5,
  context: { least: 0.3, most: 1.5, exception: 0.3, privileged: 1.3 },
  /** For so long after a person called it harmless, the same detector weighs less for the same subject. */
  exceptionMs: 30 * DAY_MS,
  /** No single finding is ever quite certain. */
  mostCertain: 0.99,

  promoteScore: 0.6,
  promoteTactics: 2,
  promoteDetectors: 2,
  /** A single detector as sure as this is enough. */
  promoteAlone: 0.55,

  /** How long after signs of a takeover an effect is put down to it. */
  takeoverMs: 72 * HOUR_MS,
  /** What a finding weighs when the type of a case is decided. */
  risk: { none: 1, low: 21, medium: 47, high: 73, critical: 99 } satisfies Record<Severity, number>,

  briefLength: 600,
  briefSteps: 4,
} as const;
