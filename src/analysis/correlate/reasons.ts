import { toAmount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { toFactor } from "./occasion.ts";
import { measuredOf } from "./odds.ts";
import type { Progression } from "./progression.ts";
import { shownScore } from "./shown-score.ts";
import { STAGE_NAMES } from "./stage.ts";
import type { WeighedPiece } from "./weigh-piece.ts";

interface Decided {
  readonly score: number;
  readonly promoted: boolean;
  /** All pieces of evidence. */
  readonly weighed: readonly WeighedPiece[];
  /** The deciding sequence, in order of time. */
  readonly pieces: readonly WeighedPiece[];
  readonly progressions: readonly Progression[];
}

const MAX_TITLE = 100;

/** Returns the reasons of a decision in plain words, with the titles of detectors. */
export function reasonsOf({ score, promoted, weighed, pieces, progressions }: Decided): readonly string[] {
  const wanted = CORRELATION.promoteScore.toFixed(2);
  return [
    `The score of ${shownScore(score)} ${promoted ? "reaches" : "is below"} the required ${wanted}.`,
    ...(pieces.length === 0 ? passiveReason(weighed) : sequenceReason(pieces)),
    ...progressions.map(({ name }) => `The order counts: ${name}.`),
    ...pieces.flatMap(contextReason),
    ...pieces.flatMap(foldingReason),
    ...pieces.flatMap(exemptionReason),
  ];
}

function sequenceReason(pieces: readonly WeighedPiece[]): readonly string[] {
  const [first, ...others] = pieces;
  if (first === undefined) return [];
  if (others.length === 0) return [`${quote(first)} stands alone; ${precisionText(first)}.`];
  const steps = pieces.map((piece) => `${STAGE_NAMES[piece.stage]} (${quote(piece)})`);
  const last = pieces.at(-1) ?? first;
  return [`Evidence ${durationOf(last.lead.at - first.lead.at)}: ${steps.join(", then ")}.`];
}

/** Returns why there is no sequence although there is evidence. */
function passiveReason(weighed: readonly WeighedPiece[]): readonly string[] {
  if (weighed.some(({ isReport }) => isReport)) return ["Only other products reported it, which makes no case alone."];
  if (weighed.some(({ isReceived }) => isReceived)) {
    return ["Only a message arrived, and nothing suspicious was done within a day after it."];
  }
  return weighed.length === 0 ? [] : ["Only another account did something to this one, which makes no case alone."];
}

const quote = ({ lead }: WeighedPiece): string => `"${safeText(lead.title, MAX_TITLE)}"`;

function precisionText({ lead, precision }: WeighedPiece): string {
  const [right, found] = measuredOf(lead.detector);
  const measured = found === 0 ? "" : `, and ${right} of ${found} were when it was measured`;
  return `${Math.round(precision * 100)} of 100 findings of this kind are taken to be right${measured}`;
}

function durationOf(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 120) return `within ${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `within ${hours} h` : `within ${Math.round(hours / 24)} days`;
}

function contextReason(piece: WeighedPiece): readonly string[] {
  const { factor, reasons } = piece.context;
  if (reasons.length === 0) return [];
  const effect = factor > 1 ? "more" : factor < 1 ? "less" : "as usual";
  const total = factor === 1 ? "" : ` (×${toFactor(factor)})`;
  return [`${quote(piece)} weighs ${effect}${total}: ${reasons.join("; ")}.`];
}

function foldingReason(piece: WeighedPiece): readonly string[] {
  const titles = new Set(piece.findings.map(({ title }) => safeText(title, MAX_TITLE)));
  titles.delete(safeText(piece.lead.title, MAX_TITLE));
  if (titles.size === 0) return [];
  const shown = [...titles].sort().slice(0, 3).join(", ");
  return [
    `${toAmount(piece.findings.length, "finding")} report the same act and count once; ${quote(piece)} is the strongest, beside ${shown}.`,
  ];
}

function exemptionReason(piece: WeighedPiece): readonly string[] {
  if (piece.exemption === null) return [];
  const whose = piece.exemption === "subject" ? "of this subject" : "of several others";
  return [`${quote(piece)} weighs little: verdicts found the same behavior ${whose} harmless.`];
}
