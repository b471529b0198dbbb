import { CORRELATION } from "./correlation-settings.ts";

/**
 * Returns what further evidence of the same thing multiplies the odds by: a power of the likelihood of each, half as much
 * of each one after the strongest, because they often have the same cause.
 */
export function corroborationBy(likelihoods: readonly number[], exponent: number): number {
  let factor = 1;
  let weight = exponent;
  for (const likelihood of [...likelihoods].filter((one) => one > 1).sort((left, right) => right - left)) {
    factor *= likelihood ** weight;
    weight /= 2;
  }
  return Math.min(CORRELATION.corroboration.most, factor);
}
