import type { DetectorFacts, Finding } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { LogRow, LogTable, RowRef } from "../../model/rows/log-row.ts";

/** A row on its way through the detectors. */
export interface SeenRow {
  readonly row: LogRow;
  readonly actor: Actor | null;
  /** Slugs of the rules that matched it. */
  readonly matches: ReadonlySet<string>;
}

/** What a detector remembers of a row. Small: it is stored for as long as the detector's memory reaches. */
export interface Hit {
  /** Whose memory it belongs to, for example a user's `subject` or `ip:203.0.113.9`. */
  readonly group: string;
  /** What is counted or compared: a country, a file, a user. Hits that fold are one hit for each value and period. */
  readonly value: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>> | undefined;
  /** Nothing is ever found from hits like this one alone, however many: it takes triggers, hits that are not supporting. */
  readonly isSupporting?: boolean | undefined;
}

/** A hit as it is remembered, with the row and actor it came from. */
export interface StoredHit extends Hit {
  readonly at: number;
  readonly ref: RowRef;
  readonly actor: Actor | null;
  readonly platformEventId: string | null;
  /** How many rows are folded into it. */
  readonly count: number;
}

/** The memory of one group around what is new. */
export interface Memory {
  readonly group: string;
  /** Sorted by time, then row id. */
  readonly hits: readonly StoredHit[];
  /** The time of the oldest of the hits. */
  readonly since: number;
}

/**
 * A detector that needs more than one row. It is a pure function of the set of hits, so that the order in which rows
 * come changes nothing: whenever a group gets a new hit, the findings of all periods the hit can reach are worked out
 * again and replace the ones worked out before.
 */
export interface StatefulDetector {
  readonly facts: DetectorFacts;
  readonly tables: readonly LogTable[];
  /** How far apart two hits can be and still matter to each other. */
  readonly spanMs: number;
  /** Findings are at most one for each key and period of this length (by default a day, UTC). */
  readonly periodMs: number;
  /** Hits of one value within this length are remembered as one, the earliest; 0 remembers each row. */
  readonly foldMs: number;
  /**
   * The name of a memory that several detectors read, instead of one of its own. They have the same `hitsOf` and
   * `foldMs`, and each leaves alone what is not for it.
   */
  readonly sharedMemory?: string;
  /** Nothing is found from hits of fewer rows than this, supporting not counted: then the group need not be looked at. */
  readonly minTriggers?: number;
  /**
   * How far back hits can be that lead to a finding, where those further back can only explain one away: they are looked
   * at only when there is something to explain.
   */
  readonly nearMs?: number;
  /** It never reads `count`: a row that folds into an earlier hit changes nothing and needs no evaluation. */
  readonly ignoresCounts?: boolean;
  hitsOf(seen: SeenRow): readonly Hit[];
  /**
   * Every finding the hits support, for any period: the caller keeps those of the periods that can have changed. A
   * finding of a period rests only on hits from `spanMs` before the period to its end, never on later ones.
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
