import type { HabitKind } from "../../model/activity/habit-codes.ts";
import type { DetectorFacts, Finding } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogRow, LogTable, RowRef } from "../../model/rows/log-row.ts";

/** A row with its actor and the rules that matched it, as stateful detectors receive it. */
export interface SeenRow {
  readonly row: LogRow;
  readonly actor: Actor | null;
  /** Slugs of the rules that matched it. */
  readonly matches: ReadonlySet<string>;
}

/** What a detector stores of a row. Keep it small: it is stored for as long as the detector looks back. */
export interface Hit {
  /** The group the hit belongs to, for example a user's `subject` or `ip:203.0.113.9`. */
  readonly group: string;
  /** What is counted or compared: a country, a file, a user. Hits of one value and fold period are stored as one hit. */
  readonly value: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>> | undefined;
  /** Supporting hits never cause a finding alone, however many there are; at least one hit must be a trigger. */
  readonly isSupporting?: boolean | undefined;
}

/** A hit with the row and actor it came from, stored or about to be. */
export interface RowHit extends Hit {
  readonly at: number;
  readonly ref: RowRef;
  readonly actor: Actor | null;
  readonly platformEventId: string | null;
  /** The number of rows folded into this hit. */
  readonly count: number;
  /** Read from the activity days: it shows that the value was seen, but not the row, and causes no finding. */
  readonly isFromDays?: true;
}

/**
 * How a detector uses the activity days of a person instead of stored hits. Every row with a hit of the detector adds a
 * habit of the kind to the days of its actor. The hits are folded by day and have no count.
 */
export interface DayMemory {
  readonly habit: HabitKind;
  /**
   * A hit whose value was seen on an earlier day within this time before is settled: no further row can make it a
   * finding. Such a hit need not be stored, because the days show it.
   */
  readonly settledMs: number;
  /** Returns whether the days contain hits of a value; without it they contain all. The others are always stored. */
  readonly holds?: (value: string) => boolean;
}

/** Returns whether the days contain a hit. */
export const isInDays = (days: DayMemory | undefined, { value }: Hit): boolean =>
  days !== undefined && (days.holds === undefined || days.holds(value));

/** The stored hits of one group that a finding of the evaluated periods may rest on. */
export interface Memory {
  readonly group: string;
  /** Sorted by time, then row id. */
  readonly hits: readonly RowHit[];
  /** The time of the oldest of the hits. */
  readonly since: number;
}

/** A number of days, and the fewest trigger rows of each. Days have whole fold periods. */
export interface BusyDays {
  readonly days: number;
  readonly triggers: number;
}

/** How many trigger rows the earlier hits of a group require for a finding of a period. */
export interface TriggerLimit {
  /** Has every setting that the number depends on: with others it is computed again. */
  readonly settings: string;
  /**
   * Returns the fewest trigger rows of a period with which a finding of it is possible. It depends only on hits before
   * the period, and is infinite if no number is enough.
   */
  fewest(memory: Memory, period: number): number;
}

/**
 * A detector that needs more than one row. It is a pure function of the set of hits, so the order in which rows arrive
 * changes nothing: when a group gets a new hit, all periods the hit can affect are evaluated again, and the new findings
 * replace the old ones.
 */
export interface StatefulDetector {
  readonly facts: DetectorFacts;
  readonly tables: readonly LogTable[];
  /** The longest time between two hits that can affect one finding. */
  readonly spanMs: number;
  /** There is at most one finding per key and period of this length (usually a day, UTC). */
  readonly periodMs: number;
  /** Hits of one value within a period of this length are stored as one, the earliest; 0 stores one hit per row. */
  readonly foldMs: number;
  /**
   * The name of a hit memory that several detectors share. They must have the same `hitsOf` and `foldMs`, and each
   * ignores the hits of the others.
   */
  readonly sharedMemory?: string;
  /** The fewest trigger rows a finding needs; a group with fewer is not evaluated. */
  readonly minTriggers?: number;
  /**
   * The triggers of a finding have at least `minTriggers` different values, so that a group with fewer is not evaluated,
   * however often they repeat. Only for detectors that fold.
   */
  readonly triggersDiffer?: true;
  /** How far before the period of a finding its triggers are counted; without it, as far as its other hits are read. */
  readonly triggersMs?: number;
  /** A finding needs so many days (UTC) with at least so many trigger rows each, where its triggers are counted. */
  readonly busyDays?: BusyDays;
  /**
   * Computed once for a period; with fewer triggers the group is not evaluated again, however far it looks back. Only for
   * detectors that fold.
   */
  readonly triggerLimit?: TriggerLimit;
  /**
   * A finding needs hits of at least two values, so a group with hits of one value is not evaluated. Only for detectors
   * that fold.
   */
  readonly needsTwoValues?: true;
  /**
   * How far back hits can cause a finding. Hits older than this can only suppress a finding, so they are read only when
   * there is one.
   */
  readonly nearMs?: number;
  /** The detector never reads `count`, so a row that folds into an earlier hit needs no evaluation. */
  readonly ignoresCounts?: boolean;
  /** Declares that the days of persons contain the hits, so that only those that may become findings are stored. */
  readonly days?: DayMemory;
  hitsOf(seen: SeenRow): readonly Hit[];
  /**
   * Returns every finding the hits support, for any period; the caller keeps those of the periods that may have changed.
   * A finding of a period must rest only on hits from `spanMs` before the period to its end, never on later ones.
   */
  evaluate(memory: Memory): readonly PeriodFinding[];
}

/** A finding and the start of the period it belongs to; its key holds group and period. */
export interface PeriodFinding extends Finding {
  readonly period: number;
}

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

export const periodOf = (at: number, periodMs: number): number => Math.floor(at / periodMs) * periodMs;
