import type { CaseFinding } from "../../model/case-finding.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { isScored } from "./finding-order.ts";

/** From the first to the last finding that counts, in epoch milliseconds. */
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

/** How far a time lies outside a span; 0 inside it. */
export const distanceTo = (span: Span, at: number): number => Math.max(0, span.first - at, at - span.last);

export const stretch = (span: Span, at: number): Span => ({
  first: Math.min(span.first, at),
  last: Math.max(span.last, at),
});

/** Whether something that happened then can belong to the overview that the span is of. */
export function isInReach(span: Span, at: number): boolean {
  const { first, last } = stretch(span, at);
  return distanceTo(span, at) <= CORRELATION.gapMs && last - first <= CORRELATION.spanMs;
}

/** In reach, and not before it: all that what does not count can be. */
export const isAtOrAfter = (span: Span, at: number): boolean => at >= span.first && isInReach(span, at);
