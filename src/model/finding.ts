import type { Actor } from "./rows/actor.ts";
import type { RowRef } from "./rows/log-row.ts";
import type { Severity, Signal, ThreatType } from "./vocabulary.ts";

/** The metadata of a detector. */
export interface DetectorFacts {
  /** Stable, snake_case; the first word of an event's subcategory. */
  readonly slug: string;
  /** Incremented when the detector produces different events for the same rows; part of every event id. */
  readonly major: number;
  readonly title: string;
  readonly severity: Severity;
  /** ATT&CK tactics in snake_case, for example `initial_access`. */
  readonly tactics: readonly string[];
  /** ATT&CK technique ids, for example `T1110.003`. */
  readonly techniques: readonly string[];
  readonly threatType: ThreatType;
  readonly signal: Signal;
  /**
   * The share of its findings that are right in an ordinary organization, from 0 to 1, where it was measured. Without it
   * the judge assumes one by severity.
   */
  readonly precision?: number;
  /** Slugs of detectors whose findings it replaces where its own evidence contains all of theirs. */
  readonly supersedes?: readonly string[];
}

/** The result of a detector. The same rows give the same finding, in whatever order they arrive. */
export interface Finding {
  readonly detector: DetectorFacts;
  /** Identifies the finding among those of its detector; the event id is derived from both. */
  readonly key: string;
  /** The time of the triggering row, in epoch milliseconds. */
  readonly at: number;
  readonly severity: Severity;
  readonly title: string;
  /** One or two sentences with the values that exceeded a threshold. */
  readonly summary: string;
  readonly actor: Actor | null;
  /** The triggering row first, then its evidence, at most `MAX_EVIDENCE`. */
  readonly rows: readonly RowRef[];
  /** How many things the detector counted: files, attempts, people. */
  readonly count?: number | undefined;
  /** The id of the triggering row in the upstream system, if it has one. */
  readonly platformEventId: string | null;
}

export const MAX_EVIDENCE = 50;
