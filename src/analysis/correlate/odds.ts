import { CORRELATION } from "./correlation-settings.ts";

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
