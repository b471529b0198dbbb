import { LEARNED_EXCEPTION_MS } from "../../model/rule-settings.ts";
import type { Severity } from "../../model/vocabulary.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** All thresholds of correlation. A change of one that the judge reads must raise `judgeVersion`. */
export const CORRELATION = {
  judgeVersion: 1,
  /** The longest gap between two findings of one case. */
  gapMs: 7 * DAY_MS,
  /** The longest time from the first to the last finding of a case. */
  spanMs: 30 * DAY_MS,
  /** The most findings of one detector that the score counts and a case shows; its brief has the number of the rest. */
  countedPerDetector: 10,
  /** A subject is judged when its last event is this old. */
  quietMs: 5 * MINUTE_MS,
  /** A subject with continuous events is judged this long after the first finding, even while rows wait. */
  maxDelayMs: 30 * MINUTE_MS,
  /** The delay before judging a subject again after a failure. */
  retryMs: 10 * MINUTE_MS,
  /** A finding in no case is reconsidered for this long after it was recorded. */
  expiryMs: 30 * DAY_MS,
  /** The most findings of one subject that are read; the oldest are left out. */
  maxCandidates: 10_000,
  /** Retention of decisions that made no case. */
  decisionsKeptMs: 90 * DAY_MS,

  /** The assumed precision of a detector of this severity without verdicts. */
  priors: { none: 0.02, low: 0.1, medium: 0.3, high: 0.6, critical: 0.85 } satisfies Record<Severity, number>,
  /** The weight of that assumption, in verdicts. */
  priorWeight: 8,
  /** The weight of each further finding of a detector in a case, relative to the one before. */
  repeatWeight: 0.5,
  context: { min: 0.3, max: 1.5, exception: 0.3, privileged: 1.3 },
  /** How long a detector weighs less for a subject after a verdict refuted it. */
  exceptionMs: LEARNED_EXCEPTION_MS,
  /** The highest probability of a single finding. */
  mostCertain: 0.99,

  promoteScore: 0.6,
  promoteTactics: 2,
  promoteDetectors: 2,
  /** The probability at which a single detector is enough. */
  promoteAlone: 0.55,

  /** How long after signs of a takeover an effect is attributed to it. */
  takeoverMs: 72 * HOUR_MS,
  /** The weight of a finding in the choice of the threat type. */
  risk: { none: 1, low: 21, medium: 47, high: 73, critical: 99 } satisfies Record<Severity, number>,

  briefLength: 600,
  briefSteps: 4,
} as const;
