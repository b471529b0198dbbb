import type { Computator } from "./computators.ts";
import type { RatedChange } from "./drift-severity.ts";
import { DRIFT_WINDOWS } from "./drift-windows.ts";

/** An episode ends after this many evaluations without the change. */
const EPISODE_GAP_DAYS = 7;
/** How long before a day an episode may have held that decides about the changes of the day. */
export const EPISODE_REACH_DAYS = Math.max(EPISODE_GAP_DAYS, ...DRIFT_WINDOWS.map(({ days }) => days));

/** What identifies an episode, except for the day on which it opened. */
export interface EpisodePlace {
  readonly subject: string;
  readonly computator: Computator;
  readonly period: RatedChange["period"];
}

/** A stored episode that may still be open. */
export interface KnownEpisode extends EpisodePlace {
  readonly driftId: string;
  readonly openedOn: number;
  readonly lastHeldOn: number;
  readonly leadingKey: string;
}

export interface OpenedEpisode {
  readonly driftId: string;
  readonly change: RatedChange;
  readonly leadingKey: string;
  /** The episode of a shorter window with the same change. */
  readonly supersededBy: string | null;
}

export interface DayOfEpisodes {
  readonly opened: readonly OpenedEpisode[];
  readonly continued: readonly KnownEpisode[];
}

const placeOf = ({ subject, computator, period }: EpisodePlace): string => `${subject}|${computator}|${period}`;

/** Returns the item that a change is mostly about; the same change in another window has the same one. */
function leadingKeyOf({ items, direction }: RatedChange): string {
  const key = items[0]?.key;
  if (key === undefined) return direction;
  // A rise and a fall of the same item are two changes.
  return direction === "increase" || direction === "decrease" ? `${direction} ${key}` : key;
}

/** Returns the name from which the id of an episode is derived. */
export const episodeName = ({ kind, subject, computator, period, day }: RatedChange): string =>
  `drift|${kind}|${subject}|${computator}|${period}|${isoDay(day)}`;

const DAY_MS = 86_400_000;
const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const windowDays = (period: RatedChange["period"]): number =>
  DRIFT_WINDOWS.find((window) => window.period === period)?.days ?? 0;

/** What decides to which episodes the changes of a day belong. */
export interface EpisodeFacts {
  /** The episodes of the subjects that held within `EPISODE_REACH_DAYS` before the day. */
  readonly known: readonly KnownEpisode[];
  /** Returns whether a change held on enough evaluation days to open an episode. */
  readonly isPersistent: (change: RatedChange) => boolean;
  readonly idOf: (name: string) => string;
}

/** Assigns the changes of one evaluation day to the episodes that are open, and opens new ones. */
export function assignEpisodes(
  day: number,
  changes: readonly RatedChange[],
  { known, isPersistent, idOf }: EpisodeFacts,
): DayOfEpisodes {
  const open = new Map(
    known.filter(({ lastHeldOn }) => day - lastHeldOn <= EPISODE_GAP_DAYS).map((one) => [placeOf(one), one]),
  );
  const continued = changes.flatMap((change) => open.get(placeOf(change)) ?? []);
  const fresh = changes
    .filter((change) => !open.has(placeOf(change)) && isPersistent(change))
    .toSorted((left, right) => windowDays(left.period) - windowDays(right.period))
    .map((change) => ({ change, driftId: idOf(episodeName(change)), leadingKey: leadingKeyOf(change) }));
  const all = [
    ...known,
    ...fresh.map(({ change, driftId, leadingKey }) => ({ ...change, driftId, leadingKey, lastHeldOn: day })),
  ];
  const opened = fresh.map((one) => ({ ...one, supersededBy: shorterOf(one, all) }));
  return { opened, continued };
}

type Compared = Pick<KnownEpisode, "driftId" | "leadingKey" | "lastHeldOn" | keyof EpisodePlace>;

/** Returns the episode of the shortest window that showed the same change within the window of this one. */
function shorterOf(
  { change, leadingKey }: Omit<OpenedEpisode, "supersededBy">,
  all: readonly Compared[],
): string | null {
  const same = all.filter(
    (other) =>
      other.subject === change.subject &&
      other.computator === change.computator &&
      other.leadingKey === leadingKey &&
      windowDays(other.period) < windowDays(change.period) &&
      change.day - other.lastHeldOn <= windowDays(change.period),
  );
  const [primary] = same.toSorted(
    (left, right) => windowDays(left.period) - windowDays(right.period) || right.lastHeldOn - left.lastHeldOn,
  );
  return primary?.driftId ?? null;
}
