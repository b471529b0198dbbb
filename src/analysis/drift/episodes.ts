import type { Computator } from "./computators.ts";
import type { RatedChange } from "./drift-severity.ts";
import { DRIFT_WINDOWS } from "./drift-windows.ts";

/** An episode ends after this many evaluations without the change. */
export const EPISODE_GAP_DAYS = 7;

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
export const leadingKeyOf = ({ items, direction }: RatedChange): string => items[0]?.key ?? direction;

/** Returns the name from which the id of an episode is derived. */
export const episodeName = ({ kind, subject, computator, period, day }: RatedChange): string =>
  `drift|${kind}|${subject}|${computator}|${period}|${isoDay(day)}`;

const DAY_MS = 86_400_000;
const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const windowDays = (period: RatedChange["period"]): number =>
  DRIFT_WINDOWS.find((window) => window.period === period)?.days ?? 0;

/** Assigns the changes of one evaluation day to the episodes that are open, and opens new ones. */
export function assignEpisodes(
  day: number,
  changes: readonly RatedChange[],
  known: readonly KnownEpisode[],
  idOf: (name: string) => string,
): DayOfEpisodes {
  const open = new Map(
    known.filter(({ lastHeldOn }) => day - lastHeldOn <= EPISODE_GAP_DAYS).map((one) => [placeOf(one), one]),
  );
  const continued = changes.flatMap((change) => open.get(placeOf(change)) ?? []);
  const fresh = changes
    .filter((change) => !open.has(placeOf(change)))
    .toSorted((left, right) => windowDays(left.period) - windowDays(right.period))
    .map((change) => ({ change, driftId: idOf(episodeName(change)), leadingKey: leadingKeyOf(change) }));
  const all = [
    ...[...open.values()],
    ...fresh.map(({ change, driftId, leadingKey }) => ({ ...change, driftId, leadingKey })),
  ];
  const opened = fresh.map((one) => ({ ...one, supersededBy: shorterOf(one, all) }));
  return { opened, continued };
}

type Compared = Pick<KnownEpisode, "driftId" | "leadingKey" | "subject" | "computator" | "period">;

function shorterOf(
  { change, leadingKey }: Omit<OpenedEpisode, "supersededBy">,
  all: readonly Compared[],
): string | null {
  const same = all.filter(
    (other) =>
      other.subject === change.subject &&
      other.computator === change.computator &&
      other.leadingKey === leadingKey &&
      windowDays(other.period) < windowDays(change.period),
  );
  return same.toSorted((left, right) => windowDays(left.period) - windowDays(right.period))[0]?.driftId ?? null;
}
