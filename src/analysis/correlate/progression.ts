import { CORRELATION } from "./correlation-settings.ts";
import type { Purpose } from "./purpose.ts";
import type { WeighedPiece } from "./weigh-piece.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Two acts of one subject of which the first prepares the second. Each may be ordinary; in this order they seldom are. */
export interface Progression {
  readonly from: Purpose;
  readonly to: Purpose;
  readonly withinMs: number;
  /** What the order multiplies the odds by, in addition to both acts. */
  readonly factor: number;
  /** How the reasons of a decision name it. */
  readonly name: string;
}

/** The ordered pairs that an analyst treats as one plan. */
export const PROGRESSIONS: readonly Progression[] = [
  {
    from: "weakening",
    to: "movement",
    withinMs: DAY_MS,
    factor: 2,
    name: "protection was lowered before data was moved out",
  },
  {
    from: "weakening",
    to: "destruction",
    withinMs: DAY_MS,
    factor: 2,
    name: "protection was lowered before data was destroyed",
  },
  {
    from: "collection",
    to: "movement",
    withinMs: DAY_MS,
    factor: 2,
    name: "data was collected before data was moved out",
  },
  {
    from: "destruction",
    to: "no_recovery",
    withinMs: DAY_MS,
    factor: 4,
    name: "data was destroyed and then its recovery prevented",
  },
  {
    from: "no_recovery",
    to: "destruction",
    withinMs: DAY_MS,
    factor: 4,
    name: "recovery was prevented before data was destroyed",
  },
];

/** Returns the progression that two pieces of evidence are, given the earlier one first. */
export function progressionOf(earlier: WeighedPiece, later: WeighedPiece): Progression | undefined {
  const hasPurposes = earlier.purpose !== null && later.purpose !== null;
  if (!hasPurposes || earlier.lead.detector === later.lead.detector) return undefined;
  const distance = later.lead.at - earlier.lead.at;
  if (distance < -CORRELATION.clockMs) return undefined;
  return PROGRESSIONS.find(
    ({ from, to, withinMs }) => from === earlier.purpose && to === later.purpose && distance <= withinMs,
  );
}

/** Returns the progression between two pieces of evidence in either order. */
export const progressionBetween = (one: WeighedPiece, other: WeighedPiece): Progression | undefined =>
  one.lead.at <= other.lead.at
    ? (progressionOf(one, other) ?? progressionOf(other, one))
    : (progressionOf(other, one) ?? progressionOf(one, other));
