import type { CaseFinding } from "../../model/case-finding.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { isScored } from "./finding-order.ts";

/** The time from the first to the last scored finding, in epoch milliseconds. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export const spanOf = (findings: readonly CaseFinding[]): Span => {
  const counting = findings.filter(isScored);
  const times = (counting.length > 0 ? counting : findings).map(({ at }) => at);
  return {
    first: times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
    last: times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY),
  };
};

/** Returns how far a time lies outside a span; 0 inside it. */
export const distanceTo = (span: Span, at: number): number => Math.max(0, span.first - at, at - span.last);

export const stretch = (span: Span, at: number): Span => ({
  first: Math.min(span.first, at),
  last: Math.max(span.last, at),
});

/** Returns whether a finding at this time can belong to the case with this span. */
export function isInReach(span: Span, at: number): boolean {
  const { first, last } = stretch(span, at);
  return distanceTo(span, at) <= CORRELATION.gapMs && last - first <= CORRELATION.spanMs;
}

/** Returns whether the time is within reach and not before the span, as required of findings of severity `none`. */
export const isAtOrAfter = (span: Span, at: number): boolean => at >= span.first && isInReach(span, at);
