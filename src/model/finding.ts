import type { Actor } from "./rows/actor.ts";
import type { RowRef } from "./rows/log-row.ts";
import type { Severity, Signal, ThreatType } from "./vocabulary.ts";

/** What every detector says of itself, once. */
export interface DetectorFacts {
  /** Stable, snake_case; the first word of an event's subcategory. */
  readonly slug: string;
  /** Raised when a change of the detector means other events for the same rows; part of every event's id. */
  readonly major: number;
  readonly title: string;
  readonly severity: Severity;
  /** ATT&CK tactics in snake_case, for example `initial_access`. */
  readonly tactics: readonly string[];
  /** ATT&CK technique ids, for example `T1110.003`. */
  readonly techniques: readonly string[];
  readonly threatType: ThreatType;
  readonly signal: Signal;
}

/** A conclusion of a detector about rows. The same rows give the same finding, in whatever order they came. */
export interface Finding {
  readonly detector: DetectorFacts;
  /** Tells this finding from every other of its detector; with the detector it makes the event's id. */
  readonly key: string;
  /** When the row that completed it happened. */
  readonly at: number;
  readonly severity: Severity;
  readonly title: string;
  /** One or two sentences with the numbers that made it fire. */
  readonly summary: string;
  readonly actor: Actor | null;
  /** The triggering row first, then its evidence, at most `MAX_EVIDENCE`. */
  readonly rows: readonly RowRef[];
  /** The id the upstream system gave the triggering row, where it has one. */
  readonly platformEventId: string | null;
}

export const MAX_EVIDENCE = 50;
