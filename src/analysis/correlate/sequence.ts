import { CORRELATION } from "./correlation-settings.ts";
import { byTime } from "./finding-order.ts";
import { type Progression, progressionBetween } from "./progression.ts";
import type { WeighedPiece } from "./weigh-piece.ts";

/** The pieces of evidence that together make an attack most probable, in order of time. */
export interface Sequence {
  readonly pieces: readonly WeighedPiece[];
  readonly odds: number;
  /** What some of them are in this order. */
  readonly progressions: readonly Progression[];
}

/**
 * Combines the pieces of evidence of an incident: the strongest counts fully, the strongest of each other detector a part of
 * its weight, because what belongs together often has one cause. Acts that prepare each other count more than both.
 */
export function bestSequence(pieces: readonly WeighedPiece[]): Sequence {
  const active = withoutIdle(pieces);
  const ordered = [...active].sort(
    (left, right) => right.likelihood - left.likelihood || byTime(left.lead, right.lead),
  );
  const strongest = ordered.find((piece) => !isPassive(piece));
  if (strongest === undefined) return { pieces: [], odds: 0, progressions: [] };
  const chosen = [strongest, ...othersOf(strongest, ordered)];
  const { others, most } = CORRELATION.combined;
  const sequence = chosen.slice(0, most).sort((left, right) => byTime(left.lead, right.lead));
  const progressions = progressionsOf(ordered, new Set(chosen.map(({ lead }) => lead.detector)));
  const factor = progressions.reduce((product, one) => product * one.factor, 1);
  const odds = chosen
    .slice(1, most)
    .reduce((product, { likelihood }) => product * likelihood ** others, CORRELATION.baseOdds * strongest.likelihood);
  return { pieces: sequence, odds: odds * factor, progressions };
}

/** Returns the strongest piece of each other detector that makes an attack more probable. */
function othersOf(strongest: WeighedPiece, ordered: readonly WeighedPiece[]): readonly WeighedPiece[] {
  const counted = new Set([strongest.lead.detector]);
  return ordered.filter((piece) => {
    if (piece === strongest || piece.likelihood <= 1 || counted.has(piece.lead.detector)) return false;
    counted.add(piece.lead.detector);
    return true;
  });
}

/** Leaves out acts of others and messages that the subject did nothing after: they prepared nothing. */
function withoutIdle(pieces: readonly WeighedPiece[]): readonly WeighedPiece[] {
  const { ofOthersMs, receivedMs, clockMs } = CORRELATION;
  const own = pieces.filter((piece) => !isPassive(piece));
  const isFollowed = ({ lead, isOfOther }: WeighedPiece): boolean =>
    own.some((each) => {
      const later = each.lead.at - lead.at;
      return later >= -clockMs && later <= (isOfOther ? ofOthersMs : receivedMs);
    });
  return pieces.filter((piece) => (!piece.isOfOther && !piece.isReceived) || isFollowed(piece));
}

/** Returns whether the piece makes no sequence alone. */
const isPassive = ({ isOfOther, isReceived, isReport }: WeighedPiece): boolean => isOfOther || isReceived || isReport;

/** Returns the progressions between any acts that these detectors found: repeating one earlier does not hide its order. */
function progressionsOf(ordered: readonly WeighedPiece[], detectors: ReadonlySet<string>): readonly Progression[] {
  const found = new Set<Progression>();
  const serving = ordered.filter(({ purpose, lead }) => purpose !== null && detectors.has(lead.detector));
  const pieces = serving.slice(0, CORRELATION.maxPieces);
  for (const [index, one] of pieces.entries()) {
    for (const other of pieces.slice(index + 1)) {
      const progression = progressionBetween(one, other);
      // Acts that go to and fro count once.
      if (progression !== undefined && ![...found].some((each) => isReverse(each, progression))) found.add(progression);
    }
  }
  return [...found];
}

const isReverse = (one: Progression, other: Progression): boolean => one.from === other.to && one.to === other.from;
