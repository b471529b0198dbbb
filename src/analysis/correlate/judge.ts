import { appendTo } from "../../model/append-to.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import type { Severity } from "../../model/vocabulary.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { byTime, compareIds, isScored } from "./finding-order.ts";
import { detectorsOf, foldEvidence } from "./fold-evidence.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Feedback } from "./learning.ts";
import { dayOf } from "./occasion.ts";
import { firstUsesOf } from "./place.ts";
import { reasonsOf } from "./reasons.ts";
import { bestSequence } from "./sequence.ts";
import type { Stage } from "./stage.ts";
import { type WeighedPiece, weighPiece } from "./weigh-piece.ts";

/** A piece of evidence as a decision records it. */
export interface PieceInput {
  /** The detector that decides about its weight, and those that corroborate it. */
  readonly detector: string;
  readonly corroborating: readonly string[];
  readonly findings: number;
  readonly severity: Severity;
  readonly stage: Stage;
  readonly precision: number;
  readonly context: number;
  readonly exemption: WeighedPiece["exemption"];
  /** How many times more probable it makes an attack, and whether it is part of the deciding sequence. */
  readonly likelihood: number;
  readonly decides: boolean;
}

/** A decision with its inputs and reasons. */
export interface Decision {
  readonly promoted: boolean;
  readonly score: number;
  readonly tactics: readonly string[];
  /** The strongest pieces of evidence. */
  readonly inputs: readonly PieceInput[];
  readonly reasons: readonly string[];
  /** The findings of the subject in the pieces that decided. */
  readonly deciding: readonly CaseFinding[];
  /** When each of these pieces happened, in epoch milliseconds, the earliest first. */
  readonly steps: readonly number[];
}

/** Decides whether findings are a case. The same findings and knowledge always give the same decision. */
export function judge(findings: readonly CaseFinding[], knowledge: Knowledge): Decision {
  const counting = findings.filter(isScored);
  const concerning = knowledge.concerning.filter(isScored);
  const weighing = {
    knowledge,
    feedback: feedbackByDetector(knowledge),
    firstUses: firstUsesOf(findings),
    byDay: countByDay(counting),
    concerning: new Set(concerning),
  };
  const pieces = foldEvidence([...counting, ...concerning]).map((piece) => weighPiece(piece, weighing));
  const sequence = bestSequence(pieces);
  const score = round(Math.min(CORRELATION.mostCertain, sequence.odds / (1 + sequence.odds)));
  const promoted = score >= CORRELATION.promoteScore;
  return {
    promoted,
    score,
    tactics: [...new Set(counting.flatMap((finding) => finding.tactics))].sort(compareIds),
    inputs: inputsOf(pieces, new Set(sequence.pieces)),
    reasons: reasonsOf({ score, promoted, weighed: pieces, ...sequence }),
    deciding: sequence.pieces.flatMap(({ isOfOther, findings: own }) => (isOfOther ? [] : own)).sort(byTime),
    steps: sequence.pieces.map(({ lead }) => lead.at),
  };
}

function countByDay(findings: readonly CaseFinding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { detector, at } of findings) {
    const name = `${detector} ${dayOf(at)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function feedbackByDetector({ feedback }: Knowledge): ReadonlyMap<string, readonly Feedback[]> {
  const byDetector = new Map<string, Feedback[]>();
  for (const entry of feedback) appendTo(byDetector, entry.detector, entry);
  return byDetector;
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** How many pieces a decision records. */
const MAX_INPUTS = 50;

const inputsOf = (pieces: readonly WeighedPiece[], deciding: ReadonlySet<WeighedPiece>): readonly PieceInput[] =>
  [...pieces]
    .sort((left, right) => right.likelihood - left.likelihood || byTime(left.lead, right.lead))
    .slice(0, MAX_INPUTS)
    .map((piece) => ({
      detector: piece.lead.detector,
      corroborating: detectorsOf(piece.findings).filter((detector) => detector !== piece.lead.detector),
      findings: piece.findings.length,
      severity: piece.lead.severity,
      stage: piece.stage,
      precision: round(piece.precision),
      context: round(piece.context.factor),
      exemption: piece.exemption,
      likelihood: round(piece.likelihood),
      decides: deciding.has(piece),
    }));

/**
 * Returns when the findings that decided first amounted to a case. Only they are judged again, once for each step of the
 * sequence, so that the number of all findings does not matter.
 */
export function completedAt({ deciding, steps }: Decision, knowledge: Knowledge): number | undefined {
  return steps.find((until) => judge(upTo(deciding, until), knowledge).promoted);
}

const upTo = (findings: readonly CaseFinding[], until: number): readonly CaseFinding[] =>
  findings.filter(({ at }) => at <= until);
