import type { FindingFacts } from "../../model/finding-facts.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { Stage } from "./stage.ts";

/** What multiplies the odds of a piece of evidence, and why. */
export interface Context {
  readonly factor: number;
  readonly reasons: readonly string[];
}

/** One reason why a piece of evidence weighs more or less. */
export interface Circumstance {
  readonly factor: number;
  readonly reason: string;
}

/** The piece of evidence, as far as its context depends on it. */
export interface Occasion {
  readonly detector: string;
  /** When it happened. */
  readonly happenedAt: number;
  readonly stage: Stage;
  /** When a finding first named the address. */
  readonly at: number;
  readonly table: LogTable | null;
  readonly facts: FindingFacts;
  /** The probability that the finding is right, before the context. */
  readonly precision: number;
  /** How many findings of the detector the incident has on that day. */
  readonly sameDay: number;
}

/** Renders a factor with two significant digits. */
export const toFactor = (factor: number): string => String(Number(factor.toPrecision(2)));

const DAY_MS = 86_400_000;

/** Returns the number of days from 1970-01-01 to a time. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);
