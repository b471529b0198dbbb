import { CORRELATION } from "./correlation-settings.ts";
import { corroborationBy } from "./corroboration.ts";
import { byTime } from "./finding-order.ts";
import { type Progression, progressionBetween, recurrenceOf } from "./progression.ts";
import { STAGES } from "./stage.ts";
import type { WeighedPiece } from "./weigh-piece.ts";

/** The pieces of evidence that together make an attack most probable, in order of time. */
export interface Sequence {
  readonly pieces: readonly WeighedPiece[];
  readonly odds: number;
  /** What some of them are in this order. */
  readonly progressions: readonly Progression[];
}

/**
 * Combines pieces of evidence. Each stage of an attack multiplies the odds once, by its strongest piece, and so does a
 * piece of the same stage that it prepares; further acts of a stage add little, unless several sensors observed them. What
 * happens within a day of the first piece counts fully, later ones less, and access that follows what it should have led
 * to counts half. Acts that prepare each other count more than both.
 */
export function bestSequence(pieces: readonly WeighedPiece[]): Sequence {
  const strongest = [...pieces]
    .sort((left, right) => right.likelihood - left.likelihood || byTime(left.lead, right.lead))
    .slice(0, CORRELATION.maxPieces)
    .sort((left, right) => byTime(left.lead, right.lead));
  let best: Sequence = { pieces: [], odds: 0, progressions: [] };
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
  const stages = STAGES.map((stage) =>
    weighStage(
      placed.filter((each) => each.piece.stage === stage),
      first,
    ),
  );
  const sequence = stages
    .flatMap(({ chosen }) => chosen.map(({ piece }) => piece))
    .sort((left, right) => byTime(left.lead, right.lead));
  if (sequence.every(({ isOfOther }) => isOfOther)) return { pieces: sequence, odds: 0, progressions: [] };
  const idle = idleOf(sequence);
  if (idle.has(first)) return { pieces: sequence, odds: 0, progressions: [] };
  if (idle.size > 0)
    return sequenceFrom(
      first,
      pieces.filter((piece) => !idle.has(piece)),
    );
  const { factor, progressions } = progressionsOf(sequence, pieces);
  return {
    pieces: sequence,
    odds: stages.reduce((odds, stage) => odds * stage.factor, CORRELATION.baseOdds * factor),
    progressions,
  };
}

/** Returns the acts of others and the messages that the subject did nothing suspicious after: they prepared nothing. */
function idleOf(sequence: readonly WeighedPiece[]): ReadonlySet<WeighedPiece> {
  const { ofOthersMs, receivedMs, clockMs } = CORRELATION;
  const isFollowed = ({ lead, isOfOther }: WeighedPiece): boolean =>
    sequence.some((own) => {
      const later = own.lead.at - lead.at;
      return !isPassive(own) && later >= -clockMs && later <= (isOfOther ? ofOthersMs : receivedMs);
    });
  return new Set(sequence.filter((piece) => isPassive(piece) && !isFollowed(piece)));
}

/** Returns whether the subject did nothing itself. */
const isPassive = ({ isOfOther, isReceived }: WeighedPiece): boolean => isOfOther || isReceived;

/** Returns the pieces of a stage that decide, and what all of its pieces multiply the odds by. */
function weighStage(
  own: readonly Placed[],
  first: WeighedPiece,
): { readonly chosen: readonly Placed[]; readonly factor: number } {
  const strongest = strongestOf(own, first);
  if (strongest === undefined) return { chosen: [], factor: 1 };
  const chosen = [strongest, ...continuationOf(strongest, own)];
  const factor = chosen.reduce((product, each) => product * each.factor, 1);
  const others = othersOf(chosen, own);
  const repeated = corroborationBy(
    others.map((each) => each.factor),
    CORRELATION.corroboration.sameStage,
  );
  const observed = observationsOf(strongest, others);
  const breadth = breadthBy(observed);
  return breadth > repeated
    ? { chosen: [...chosen, ...observed], factor: factor * breadth }
    : { chosen, factor: factor * repeated };
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

/** Returns the strongest piece of the stage that the given one prepares or that prepares it; none or one. */
function continuationOf({ piece }: Placed, own: readonly Placed[]): readonly Placed[] {
  let best: Placed | undefined;
  for (const each of own) {
    if (each.factor <= Math.max(1, best?.factor ?? 1)) continue;
    if (progressionBetween(piece, each.piece) !== undefined) best = each;
  }
  return best === undefined ? [] : [best];
}

/** Returns what the order of the pieces multiplies the odds by: each progression once. */
function progressionsOf(sequence: readonly WeighedPiece[], pieces: readonly WeighedPiece[]) {
  const found = new Map<Progression, number>();
  for (const [index, one] of sequence.entries()) {
    for (const other of sequence.slice(index + 1)) {
      const progression = progressionBetween(one, other);
      if (progression === undefined || found.has(progression)) continue;
      found.set(progression, progression.factor * recurrenceOf(progression, other, pieces));
    }
  }
  return { progressions: [...found.keys()], factor: [...found.values()].reduce((product, one) => product * one, 1) };
}

/** Returns the strongest piece of each other detector that makes an attack more probable. */
function othersOf(chosen: readonly Placed[], own: readonly Placed[]): readonly Placed[] {
  const counted = new Set(chosen.map(({ piece }) => piece.lead.detector));
  const strongest = new Map<string, Placed>();
  for (const each of own) {
    const { detector } = each.piece.lead;
    if (!counted.has(detector) && each.factor > (strongest.get(detector)?.factor ?? 1)) strongest.set(detector, each);
  }
  return [...strongest.values()];
}

/**
 * Returns the acts that other sensors observed at about the same time as the strongest one: a record of another kind on
 * another machine does not repeat the mistake of the first.
 */
function observationsOf(strongest: Placed, others: readonly Placed[]): readonly Placed[] {
  const independent = [strongest];
  const ordered = [...others].sort(
    (left, right) => right.factor - left.factor || byTime(left.piece.lead, right.piece.lead),
  );
  for (const each of ordered) {
    const isNear = Math.abs(each.piece.lead.at - strongest.piece.lead.at) <= CORRELATION.breadth.withinMs;
    if (isNear && independent.every((one) => isIndependent(one.piece, each.piece))) independent.push(each);
  }
  return independent.slice(1);
}

function breadthBy(observed: readonly Placed[]): number {
  const { detectors, exponent, most } = CORRELATION.breadth;
  if (observed.length + 1 < detectors) return 1;
  return Math.min(
    most,
    observed.reduce((product, { factor }) => product * factor ** exponent, 1),
  );
}

const isIndependent = (one: WeighedPiece, other: WeighedPiece): boolean =>
  sensorOf(one) !== sensorOf(other) && (one.lead.facts.act ?? "") !== (other.lead.facts.act ?? "");

/** Names what recorded the act: a log, and the machine that wrote it. */
const sensorOf = ({ lead: { table, facts } }: WeighedPiece): string => `${table} ${facts.host ?? ""}`;

/** Returns what a piece multiplies the odds by in a sequence that another one begins; 0 if it is not part of it. */
function factorOf(piece: WeighedPiece, first: WeighedPiece): number {
  if (piece === first) return piece.likelihood;
  const { clockMs, sequence, wrongOrder } = CORRELATION;
  const distance = piece.lead.at - first.lead.at;
  const weight = distance < -clockMs ? undefined : sequence.find(({ withinMs }) => distance <= withinMs)?.weight;
  if (weight === undefined) return 0;
  if (distance > CORRELATION.far.ms && !countsFromAfar(piece, first)) return 0;
  const isLater = distance > clockMs && !first.isOfOther;
  const isWrongOrder = piece.stage === "access" && first.stage !== "access" && isLater;
  return piece.likelihood ** (isWrongOrder ? weight * wrongOrder : weight);
}

/** Weak findings days apart are how people live; what is severe or comes from the same new address belongs together. */
const countsFromAfar = (piece: WeighedPiece, first: WeighedPiece): boolean =>
  piece.precision >= CORRELATION.far.precision || (piece.newAddress !== null && piece.newAddress === first.newAddress);
