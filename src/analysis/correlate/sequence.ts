import { CORRELATION } from "./correlation-settings.ts";
import { corroborationBy } from "./corroboration.ts";
import { byTime } from "./finding-order.ts";
import { STAGES } from "./stage.ts";
import type { WeighedPiece } from "./weigh-piece.ts";

/** The pieces of evidence that together make an attack most probable, at most one for each stage, in order of time. */
export interface Sequence {
  readonly pieces: readonly WeighedPiece[];
  readonly odds: number;
}

/**
 * Combines pieces of evidence. Each stage of an attack multiplies the odds once, by its strongest piece; further acts
 * of a stage add little. What happens within a day of the first piece counts fully, later ones less, and access that
 * follows what it should have led to counts half.
 */
export function bestSequence(pieces: readonly WeighedPiece[]): Sequence {
  const strongest = [...pieces]
    .sort((left, right) => right.likelihood - left.likelihood || byTime(left.lead, right.lead))
    .slice(0, CORRELATION.maxPieces)
    .sort((left, right) => byTime(left.lead, right.lead));
  let best: Sequence = { pieces: [], odds: 0 };
  for (const first of strongest) {
    const sequence = sequenceFrom(first, strongest);
    if (sequence.odds > best.odds) best = sequence;
  }
  return best;
}

interface Placed {
  readonly piece: WeighedPiece;
  /** What the piece multiplies the odds by. */
  readonly factor: number;
}

function sequenceFrom(first: WeighedPiece, pieces: readonly WeighedPiece[]): Sequence {
  const placed = pieces.map((piece): Placed => ({ piece, factor: factorOf(piece, first) }));
  const chosen: Placed[] = [];
  let odds = CORRELATION.baseOdds;
  for (const stage of STAGES) {
    const own = placed.filter((each) => each.piece.stage === stage);
    const strongest = strongestOf(own, first);
    if (strongest === undefined) continue;
    chosen.push(strongest);
    odds *= strongest.factor * repetitionOf(strongest, own);
  }
  const sequence = chosen.map(({ piece }) => piece).sort((left, right) => byTime(left.lead, right.lead));
  return { pieces: sequence, odds: sequence.every(({ isOfOther }) => isOfOther) ? 0 : odds };
}

/** The first piece is always part of its sequence, others only if they make an attack more probable. */
function strongestOf(placed: readonly Placed[], first: WeighedPiece): Placed | undefined {
  let best: Placed | undefined;
  for (const each of placed) {
    const counts = each.piece === first || each.factor > 1;
    if (counts && (best === undefined || each.factor > best.factor)) best = each;
  }
  return best;
}

/** Returns how much further acts of the stage add, if other detectors report them. */
function repetitionOf({ piece }: Placed, own: readonly Placed[]): number {
  const strongest = new Map<string, number>();
  for (const { piece: other, factor } of own) {
    const { detector } = other.lead;
    if (detector !== piece.lead.detector) strongest.set(detector, Math.max(strongest.get(detector) ?? 0, factor));
  }
  return corroborationBy([...strongest.values()], CORRELATION.corroboration.sameStage);
}

/** Returns what a piece multiplies the odds by in a sequence that another one begins; 0 if it is not part of it. */
function factorOf(piece: WeighedPiece, first: WeighedPiece): number {
  if (piece === first) return piece.likelihood;
  const { clockMs, sequence, wrongOrder } = CORRELATION;
  const distance = piece.lead.at - first.lead.at;
  const weight = distance < -clockMs ? undefined : sequence.find(({ withinMs }) => distance <= withinMs)?.weight;
  if (weight === undefined) return 0;
  const isLater = distance > clockMs && !first.isOfOther;
  const isWrongOrder = piece.stage === "access" && first.stage !== "access" && isLater;
  return piece.likelihood ** (isWrongOrder ? weight * wrongOrder : weight);
}
