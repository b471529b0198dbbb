import type { CaseFinding } from "../../model/case-finding.ts";
import { toAmount } from "../../model/text/amount.ts";
import type { Severity } from "../../model/vocabulary.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { byStrength, byTime, compareIds, isScored } from "./finding-order.ts";

/** The number of cases in this domain whose verdict confirmed or refuted a detector. */
export interface TrackRecord {
  readonly confirmed: number;
  readonly refuted: number;
}

/** The context of a decision beside the findings. */
export interface Knowledge {
  readonly records: ReadonlyMap<string, TrackRecord>;
  /** By detector, the time of the last verdict that refuted it for this subject, in epoch milliseconds. */
  readonly refutedAt: ReadonlyMap<string, number>;
  /** Whether the subject holds a privileged role, which raises the weight of its findings. */
  readonly privileged: boolean;
}

export const NO_KNOWLEDGE: Knowledge = { records: new Map(), refutedAt: new Map(), privileged: false };

/** The contribution of one detector to a decision. */
export interface DetectorInput {
  readonly detector: string;
  readonly findings: number;
  readonly severity: Severity;
  readonly confirmed: number;
  readonly refuted: number;
  /** The probability of its strongest finding before the context factor, and that factor. */
  readonly precision: number;
  readonly context: number;
  /** The probability from all of its findings together. */
  readonly share: number;
}

/** A decision with its inputs and reasons. */
export interface Decision {
  readonly promoted: boolean;
  readonly score: number;
  readonly tactics: readonly string[];
  readonly inputs: readonly DetectorInput[];
  readonly reasons: readonly string[];
}

/**
 * Decides whether findings are a case. The same findings and knowledge always give the same decision. Only the strongest
 * findings of a detector have weight; where only those are passed, `totals` has the number of all.
 */
export function judge(
  findings: readonly CaseFinding[],
  knowledge: Knowledge,
  totals: ReadonlyMap<string, number> = new Map(),
): Decision {
  const counting = findings.filter(isScored);
  const detectors = [...groupByDetector(counting)].map(([detector, own]) => weigh(detector, own, knowledge));
  const score = 1 - detectors.reduce((doubt, { share }) => doubt * (1 - share), 1);
  const tactics = [...new Set(counting.flatMap((finding) => finding.tactics))].sort(compareIds);
  const reasons = reasonsOf({ score, tactics, detectors });
  return {
    promoted: reasons.promoting,
    score: round(score),
    tactics,
    inputs: detectors.map((detector) => toInput(detector, totals.get(detector.detector))),
    reasons: reasons.texts,
  };
}

const toInput = ({ hasCritical: _hasCritical, ...input }: WeighedDetector, total = input.findings): DetectorInput => ({
  ...input,
  findings: total,
  precision: round(input.precision),
  context: round(input.context),
  share: round(input.share),
});

interface WeighedDetector extends DetectorInput {
  /** Whether there is a critical finding without an exception. */
  readonly hasCritical: boolean;
}

function groupByDetector(findings: readonly CaseFinding[]): ReadonlyMap<string, readonly CaseFinding[]> {
  const groups = new Map<string, CaseFinding[]>();
  for (const finding of [...findings].sort((left, right) => compareIds(left.detector, right.detector))) {
    const own = groups.get(finding.detector);
    if (own) own.push(finding);
    else groups.set(finding.detector, [finding]);
  }
  return groups;
}

function weigh(detector: string, findings: readonly CaseFinding[], knowledge: Knowledge): WeighedDetector {
  const record = knowledge.records.get(detector) ?? { confirmed: 0, refuted: 0 };
  const weighed = findings
    .map((finding) => ({
      finding,
      precision: precisionOf(finding.severity, record),
      context: contextOf(finding, knowledge),
      hasException: hasException(finding, knowledge),
    }))
    .sort(
      (left, right) =>
        right.precision * right.context - left.precision * left.context || byStrength(left.finding, right.finding),
    )
    .slice(0, CORRELATION.countedPerDetector);
  const doubt = weighed.reduce(
    (rest, { precision, context }, index) =>
      rest * (1 - Math.min(CORRELATION.mostCertain, precision * context * CORRELATION.repeatWeight ** index)),
    1,
  );
  const strongest = weighed[0];
  return {
    detector,
    findings: findings.length,
    severity: strongest?.finding.severity ?? "none",
    confirmed: record.confirmed,
    refuted: record.refuted,
    precision: strongest?.precision ?? 0,
    context: strongest?.context ?? 0,
    share: 1 - doubt,
    hasCritical: weighed.some((each) => each.finding.severity === "critical" && !each.hasException),
  };
}

/** Returns the posterior mean precision of a detector: the prior of its severity, updated by verdicts. */
export function precisionOf(severity: Severity, { confirmed, refuted }: TrackRecord): number {
  const { priors, priorWeight } = CORRELATION;
  return (priorWeight * priors[severity] + confirmed) / (priorWeight + confirmed + refuted);
}

function hasException({ detector, at }: CaseFinding, { refutedAt }: Knowledge): boolean {
  const refuted = refutedAt.get(detector);
  return refuted !== undefined && at < refuted + CORRELATION.exceptionMs;
}

function contextOf(finding: CaseFinding, knowledge: Knowledge): number {
  const { min, max, exception, privileged } = CORRELATION.context;
  const factor = (knowledge.privileged ? privileged : 1) * (hasException(finding, knowledge) ? exception : 1);
  return Math.min(max, Math.max(min, factor));
}

/** Compares with a tolerance for floating-point rounding. */
const reaches = (value: number, wanted: number): boolean => value >= wanted - 1e-9;

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

interface Weighed {
  readonly score: number;
  readonly tactics: readonly string[];
  readonly detectors: readonly WeighedDetector[];
}

function reasonsOf({ score, tactics, detectors }: Weighed): { promoting: boolean; texts: readonly string[] } {
  const { promoteScore, promoteTactics, promoteDetectors, promoteAlone } = CORRELATION;
  const scored = reaches(score, promoteScore);
  const broad = tactics.length >= promoteTactics && detectors.length >= promoteDetectors;
  const enoughAlone = detectors.find(({ precision, context }) => reaches(precision * context, promoteAlone));
  const critical = detectors.filter(({ hasCritical }) => hasCritical).map(({ detector }) => detector);
  return {
    promoting: critical.length > 0 || (scored && (broad || enoughAlone !== undefined)),
    texts: [
      ...(critical.length > 0 ? [`Critical findings are enough for a case: ${critical.join(", ")}.`] : []),
      `The score of ${score.toFixed(2)} ${scored ? "reaches" : "is below"} the required ${promoteScore.toFixed(2)}.`,
      `The findings cover ${breadthOf(tactics.length, detectors.length)}; ${breadthOf(promoteTactics, promoteDetectors)} are ${broad ? "enough" : "needed"}.`,
      enoughAlone
        ? `The detector ${enoughAlone.detector} alone has a probability of ${(enoughAlone.precision * enoughAlone.context).toFixed(2)}; ${promoteAlone.toFixed(2)} is enough.`
        : `No detector alone reaches a probability of ${promoteAlone.toFixed(2)}.`,
    ],
  };
}

const breadthOf = (tactics: number, detectors: number): string =>
  `${toAmount(tactics, "tactic")} from ${toAmount(detectors, "detector")}`;

/**
 * Returns the time of the earliest finding at which the findings so far amount to a case. Further findings never lower the
 * score, so a binary search finds it.
 */
export function completedAt(findings: readonly CaseFinding[], knowledge: Knowledge): number | undefined {
  const ordered = findings.filter(isScored).sort(byTime);
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (judge(ordered.slice(0, middle + 1), knowledge).promoted) high = middle;
    else low = middle + 1;
  }
  return ordered[high]?.at;
}
