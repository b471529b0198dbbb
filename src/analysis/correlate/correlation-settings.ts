import { LEARNED_EXCEPTION_MS } from "../../model/rule-settings.ts";
import type { Severity } from "../../model/vocabulary.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** All thresholds of correlation. A change of one that the judge reads must raise `judgeVersion`. */
export const CORRELATION = {
  judgeVersion: 7,
  /**
   * How far apart two findings may be that belong together: whatever they are; in a session at a usual place or on a
   * machine; with a foreign address, an object or an account in common; as acts that serve a plan.
   */
  link: { nearMs: 15 * MINUTE_MS, sessionMs: 2 * HOUR_MS, entityMs: 3 * DAY_MS, planMs: DAY_MS },
  /** The longest time from the first to the last finding of a case. */
  spanMs: 30 * DAY_MS,
  /** The most findings of one detector that the score counts and a case shows; its brief has the number of the rest. */
  countedPerDetector: 10,
  /** The most findings of an open case, the newest, that later ones may be linked with. */
  linkedNewest: 200,
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

  /** Reports of one act in several tables are at most this far apart. */
  sameActMs: 2 * MINUTE_MS,
  /** The most pieces of evidence that are combined, the strongest. */
  maxPieces: 300,

  /** The assumed precision of a detector of this severity that declares none, without verdicts. */
  priors: { none: 0, low: 0.03, medium: 0.1, high: 0.3, critical: 0.6 } satisfies Record<Severity, number>,
  /** The weight of that precision, in verdicts. */
  priorWeight: 8,
  /** Verdicts lower the precision of a detector to this share of it at most: they are about few kinds of behavior. */
  leastLearned: 0.6,
  /** Verdicts about so many subjects are needed before they count for everybody. */
  learnedSubjects: 3,
  /** How long a verdict that refuted a detector makes it weigh less, and how much. */
  exceptionMs: LEARNED_EXCEPTION_MS,
  exception: 0.1,
  /** An exception ends when a count is this many times the one that the verdict was about. */
  largerVolume: 3,
  /** The highest precision of a piece of evidence. */
  mostCertain: 0.99,

  /** The odds of an attack among incidents; a piece of evidence multiplies them. */
  baseOdds: 0.135,
  /** How the precision of a detector counts, as measured: on what it finds, severity says little. */
  prior: { bias: -0.24, exponent: 0.31 },
  /** What was measured counts from so many findings on, against the share of all findings that were right, as an exponent. */
  measured: { weight: 8, share: 0.37, exponent: 0.35 },
  /** How much of the pieces after the strongest counts, as an exponent, and how many pieces are combined. */
  combined: { others: 0.35, most: 5 },
  /** A message that arrived counts for what the subject does within this time after it. */
  receivedMs: DAY_MS,
  /** An act of another account on that of the subject counts for what the subject does within this time after it. */
  ofOthersMs: 3 * DAY_MS,
  /** Clocks of sources differ by up to this much. */
  clockMs: 10 * MINUTE_MS,
  /** How much other detectors of the same act count, as an exponent, and the most they add. */
  corroboration: { sameAct: 0.15, most: 4 },

  context: {
    min: 0.005,
    max: 60,
    newPlace: 1.2,
    knownPlace: 0.4,
    managed: 0.12,
    oneFactor: 1.4,
    severalFactors: 0.7,
    privileged: 1.4,
    automated: 0.4,
    moved: 2,
    outsider: 3,
    ownRecipient: 0.2,
    received: 0.1,
    sharedSubject: 0.2,
  },
  /** Habits are known after so many active days, of those in this time. */
  habit: { activeDays: 5, weeks: 2, sinceMs: 60 * DAY_MS },
  /**
   * What novelty multiplies the odds by, as measured on the sets for causes: by the number of other subjects, of the subject's
   * own days and of days with the same object; the first step that fits counts. Nothing is known before so many days of rows.
   */
  novelty: {
    historyDays: 10,
    findings: 2_000,
    ownFindings: 20_000,
    others: [
      { atMost: 0, factor: 3.7 },
      { atMost: 2, factor: 1.6 },
      { atMost: 9, factor: 0.64 },
      { atMost: Number.POSITIVE_INFINITY, factor: 0.27 },
    ],
    own: [
      { atMost: 0, factor: 1 },
      { atMost: 2, factor: 0.63 },
      { atMost: 9, factor: 0.34 },
      { atMost: Number.POSITIVE_INFINITY, factor: 0.065 },
    ],
    object: [
      { atMost: 0, factor: 1 },
      { atMost: 1, factor: 0.35 },
      { atMost: Number.POSITIVE_INFINITY, factor: 0.17 },
    ],
    hours: [
      { below: 0.05, factor: 8 },
      { below: 0.2, factor: 3 },
    ],
    country: 3.6,
    network: 3,
  },
  /** Who administered on so many days does it again. */
  administration: { days: 5, factor: 0.6 },
  /** So many findings of one detector on one day, and so many times those of every day before, are a burst. */
  burst: { least: 4, times: 2, factor: 6 },
  /** So many people make an address shared, at once or over so many days; counted over this time. */
  shared: { people: 10, peopleOverDays: 5, days: 3, sinceMs: 30 * DAY_MS },
  /** A detector that is right so often is not doubted for a familiar place. */
  precise: 0.6,
  /** Nothing is new for a subject with a shorter history. */
  historyMs: 7 * DAY_MS,

  /** Chosen by the curve of docs/cases.md, which `npm run measure:judge` draws. */
  promoteScore: 0.6,

  /** How long after signs of a takeover an effect is attributed to it. */
  takeoverMs: 72 * HOUR_MS,
  /** The weight of a finding in the choice of the threat type. */
  risk: { none: 1, low: 21, medium: 47, high: 73, critical: 99 } satisfies Record<Severity, number>,

  briefLength: 600,
  briefSteps: 4,
} as const;
