import { CORRELATION } from "./correlation-settings.ts";
import { MEASURED_PRECISION } from "./measured-precision.ts";

/** Returns the odds of a precision. */
export function oddsOf(precision: number): number {
  const certain = Math.min(CORRELATION.mostCertain, Math.max(0.01, precision));
  return certain / (1 - certain);
}

/** Returns the odds of an attack with a finding of a declared precision where novelty is known: severity says little then. */
export function compressedOdds(precision: number): number {
  const { bias, exponent } = CORRELATION.prior;
  return Math.exp(bias) * oddsOf(precision) ** exponent;
}

/** Returns how often a detector was right where it was measured, and how often it found something. */
export function measuredOf(detector: string): readonly [right: number, found: number] {
  // A rule may be named like a property of every object.
  const measured = Object.hasOwn(MEASURED_PRECISION, detector) ? MEASURED_PRECISION[detector] : undefined;
  return measured ?? [0, 0];
}
