import type { CaseFinding } from "../../model/case-finding.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { contextOf } from "./context.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { corroborationBy } from "./corroboration.ts";
import { byStrength } from "./finding-order.ts";
import { MAIL, type Piece } from "./fold-evidence.ts";
import type { Knowledge } from "./knowledge.ts";
import { type Exemption, exemptionOf, type Feedback, precisionOf } from "./learning.ts";
import { type Context, dayOf } from "./occasion.ts";
import { compressedOdds, measuredOf, oddsOf } from "./odds.ts";
import { type Purpose, purposeOf } from "./purpose.ts";
import { type Stage, stageOf } from "./stage.ts";

/** A piece of evidence with its weight. */
export interface WeighedPiece {
  readonly findings: Piece;
  /** The finding that decides about the weight, the stage and the time of the piece; the others corroborate it. */
  readonly lead: CaseFinding;
  readonly stage: Stage;
  readonly purpose: Purpose | null;
  /** The probability that the lead is right, before the context. */
  readonly precision: number;
  readonly context: Context;
  readonly exemption: Exemption;
  /** How many times more probable an attack is with the piece than without it. */
  readonly likelihood: number;
  /** An act of another account that concerns the subject: it adds to a sequence, but makes none alone. */
  readonly isOfOther: boolean;
  /** A message that arrived: it adds to what the subject does after it. */
  readonly isReceived: boolean;
  /** Only other products reported it, and the rows of no act: it adds to acts, but makes no sequence alone. */
  readonly isReport: boolean;
}

/** What the weights of all pieces depend on, prepared once for a decision. */
export interface Weighing {
  readonly knowledge: Knowledge;
  /** By detector. */
  readonly feedback: ReadonlyMap<string, readonly Feedback[]>;
  /** When each address first occurs in the findings. */
  readonly firstUses: ReadonlyMap<string, number>;
  /** How many findings a detector has on a day, by its name and the day. */
  readonly byDay: ReadonlyMap<string, number>;
  /** Findings about acts of others. */
  readonly concerning: ReadonlySet<CaseFinding>;
}

/** Tables in which other products report about somebody. */
const REPORTS: ReadonlySet<LogTable> = new Set(["AADUserRiskEvents", "Anomalies", "BehaviorAnalytics"]);

const OF_OTHER: Context = { factor: 1, reasons: ["another account did it to this one"] };

interface WeighedFinding {
  readonly finding: CaseFinding;
  readonly precision: number;
  readonly exemption: Exemption;
  /** How many times more probable an attack is with the finding, before its context. */
  readonly likelihood: number;
}

/** Weighs a piece of evidence: its strongest detector decides, others add little. */
export function weighPiece(piece: Piece, weighing: Weighing): WeighedPiece {
  const { knowledge, firstUses, concerning } = weighing;
  const [lead, ...others] = piece.map((finding) => weighFinding(finding, weighing)).sort(byWeight);
  if (lead === undefined) throw new Error("a piece of evidence has no finding");
  const { finding, precision, exemption } = lead;
  const stage = stageOf(finding);
  const facts = mergeFacts([finding, ...others.map((other) => other.finding)]);
  const at = firstUses.get(facts.address ?? "") ?? finding.at;
  const { detector, at: happenedAt, table } = finding;
  const sameDay = weighing.byDay.get(`${detector} ${dayOf(happenedAt)}`) ?? 1;
  const occasion = { detector, happenedAt, stage, at, table, facts, precision, sameDay };
  const isOfOther = piece.every((each) => concerning.has(each));
  const context = isOfOther ? OF_OTHER : contextOf(occasion, knowledge);
  return {
    findings: piece,
    lead: finding,
    stage,
    // Scripts do things in the same order every time.
    purpose: knowledge.automated ? null : purposeOf(finding),
    precision,
    context,
    exemption,
    likelihood: lead.likelihood * context.factor * corroborationOf(finding.detector, others),
    isOfOther,
    isReport: piece.every((each) => each.table !== null && REPORTS.has(each.table)),
    isReceived: !isOfOther && facts.act === MAIL,
  };
}

function weighFinding(finding: CaseFinding, { knowledge, feedback }: Weighing): WeighedFinding {
  const own = feedback.get(finding.detector) ?? [];
  const exemption = exemptionOf(finding, knowledge.subject, own);
  const precision = precisionOf(finding, own);
  const prior = precisionOf(finding, []);
  const declared = compressedOdds(prior) / CORRELATION.baseOdds;
  const learned = oddsOf(precision) / oddsOf(prior);
  const likelihood = declared * measuredFactor(finding.detector) * learned;
  return { finding, precision, exemption, likelihood: likelihood * (exemption === null ? 1 : CORRELATION.exception) };
}

/** Returns what the detector's findings on labeled organizations multiply the odds by. */
function measuredFactor(detector: string): number {
  const [right, found] = measuredOf(detector);
  const { weight, share, exponent } = CORRELATION.measured;
  const odds = (right + weight * share) / (found - right + weight * (1 - share));
  return (odds / (share / (1 - share))) ** exponent;
}

const byWeight = (left: WeighedFinding, right: WeighedFinding): number =>
  right.likelihood - left.likelihood || byStrength(left.finding, right.finding);

/** Returns what the other detectors of a piece add: a small part of their own weight, each less than the one before. */
function corroborationOf(detector: string, others: readonly WeighedFinding[]): number {
  const strongest = new Map<string, number>();
  for (const { finding, exemption, likelihood } of others) {
    if (exemption !== null || finding.detector === detector || strongest.has(finding.detector)) continue;
    strongest.set(finding.detector, likelihood);
  }
  return corroborationBy([...strongest.values()], CORRELATION.corroboration.sameAct);
}

/** Returns the facts of the first finding, with those of the others that it lacks. */
const mergeFacts = (findings: readonly CaseFinding[]): FindingFacts =>
  Object.assign({}, ...findings.map(({ facts }) => facts).reverse()) as FindingFacts;
